/*
 * Shapes: single places for style `delve`, designed on a canvas of their own, with the cells where
 * they can be entered. They are rows of bits, so that a test for room takes a few word operations.
 * Private to delve_*.c.
 */
#ifndef UNDERCROFT_GEN_DELVE_SHAPE_H
#define UNDERCROFT_GEN_DELVE_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

#include "gen/map.h"
#include "gen/piece.h"

enum {
    SHAPE_WIDTH = 64,
    SHAPE_HEIGHT = 48,
    SHAPE_MARGIN = 13, /* cells around the room, for its hall */
    SHAPE_ROOM_WIDTH_MAX = SHAPE_WIDTH - 2 * SHAPE_MARGIN,
    SHAPE_ROOM_HEIGHT_MAX = SHAPE_HEIGHT - 2 * SHAPE_MARGIN,
    SHAPE_HALL_MAX = SHAPE_MARGIN - 2, /* cells */
    SHAPE_FITTINGS_MAX = SETPIECE_CELLS_MAX,
};

_Static_assert((int)SETPIECE_SIDE_MAX <= (int)SHAPE_ROOM_HEIGHT_MAX, "a turned drawing has room");

/* A cell of a shape that is not plain floor. */
struct fitting {
    struct pos at;
    enum tile_id tile;
};

struct shape {
    uint64_t cells[SHAPE_HEIGHT]; /* bit x of row y: cell taken, floor or fitting */
    int top;                      /* first and last row with a taken cell */
    int bottom;
    struct rect room; /* bounding box of all cells except the hall */
    /* the level lists it as a room; a blind hall is not listed, and nothing is joined to it */
    bool is_listed;
    bool is_rough; /* a cave: seldom gets a door */
    bool is_drawn; /* drawn by hand: no lake may cover it, and shapes join it only at its mouths */
    bool has_hall;
    struct pos hall_mouth;       /* where the hall meets the room */
    bool has_door[DIR_COUNT];    /* the shape has a door on its north, east, south or west side */
    struct pos doors[DIR_COUNT]; /* cell outside the door, where it can be joined */
    bool has_mouth[DIR_COUNT];   /* the same before a hall was added; for hand-drawn shapes */
    struct pos mouths[DIR_COUNT];
    struct fitting fittings[SHAPE_FITTINGS_MAX];
    int fitting_count;
};

/*
 * Grows a smooth blob of at most `width` by `height` cells (at least 1, up to SHAPE_WIDTH and
 * SHAPE_HEIGHT) by a cellular automaton, and keeps its largest piece. Fills rows[0 … height-1] from
 * bit 0. Returns the number of cells, which may be 0.
 */
int blob_grow(struct rng *rng, int width, int height, uint64_t *rows);

/* Keeps the largest piece (by four directions) of `height` rows; returns its number of cells. */
int blob_keep_largest(uint64_t *rows, int height);

/* Fills all holes of fewer than `most` cells in a blob of this size from blob_grow(). */
void blob_fill_holes(uint64_t *rows, int width, int height, int most);

/* Makes the shape empty: no cells, no doors, listed as a room. */
void shape_clear(struct shape *shape);

/* Sets top, bottom and room of a shape with at least one cell. */
void shape_measure(struct shape *shape);

/* Designs a shape that is not hand-drawn, a large kind in `percent_large` of all cases. False: it
   became too small. */
bool shape_design(struct shape *shape, struct gen_map *map, int percent_caves, int percent_large);

/* Designs a cavern as large as the canvas and the map allow. */
bool shape_design_cavern(struct shape *shape, struct gen_map *map);

/* Makes a shape of a set piece with walls and mouths; where a side has several mouths, one is
   drawn. */
void shape_take_piece(struct shape *shape, struct rng *rng, const struct drawn_piece *drawn);

/* Designs a chapel of 3x3 cells with a shrine in the middle, at the end of a hall of `length`
   cells. */
void shape_design_niche(struct shape *shape, struct rng *rng, int length);

/* Adds a hall of `length` cells (at most SHAPE_HALL_MAX) before one of the doors. */
void shape_add_hall(struct shape *shape, struct rng *rng, int length);

#endif

/*
 * Shapes: single places for style `delve`, designed off the map on a canvas of their own, with the
 * cells by which they may be entered. Rows of bits, so that whether one fits is a few words of
 * work. Private to delve_*.c.
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
    SHAPE_MARGIN = 13, /* around the room, for its hall */
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
    uint64_t cells[SHAPE_HEIGHT]; /* bit x of row y: cells it takes, floor or fitting */
    int top;                      /* the first and the last row that takes anything */
    int bottom;
    struct rect room; /* around all but the hall */
    bool is_listed;   /* a room for the level's list; a blind hall is not, and nothing joins it */
    bool is_rough;    /* a cave: seldom gets a door */
    bool is_drawn;    /* by hand: no lake may cover it, and the rest joins it at its mouths only */
    bool has_hall;
    struct pos hall_mouth;       /* where the hall meets the room */
    bool has_door[DIR_COUNT];    /* on its north, east, south, west */
    struct pos doors[DIR_COUNT]; /* the cell outside, by which it may be joined to the rest */
    bool has_mouth[DIR_COUNT];   /* of a shape drawn by hand: its doors without its hall */
    struct pos mouths[DIR_COUNT];
    struct fitting fittings[SHAPE_FITTINGS_MAX];
    int fitting_count;
};

/*
 * A smooth blob of `width` by `height` cells at most (both at least 1, up to SHAPE_WIDTH and
 * SHAPE_HEIGHT), grown by a cellular automaton, its largest piece only. Fills rows[0 … height-1]
 * from bit 0 and returns the number of cells, which may be 0.
 */
int blob_grow(struct rng *rng, int width, int height, uint64_t *rows);

/* Keeps of `height` rows the largest piece by four directions; returns its cells. */
int blob_keep_largest(uint64_t *rows, int height);

/* Fills every hole of fewer than `most` cells in a blob that blob_grow() made with this size. */
void blob_fill_holes(uint64_t *rows, int width, int height, int most);

/* A shape that takes nothing, has no doors and is a room of the level's list. */
void shape_clear(struct shape *shape);

/* Finds top, bottom and room of a shape that takes at least one cell. */
void shape_measure(struct shape *shape);

/* Designs any shape but a hand-drawn one; `percent_large` is how often it is of the larger kinds.
 * False if it came out too small to be used. */
bool shape_design(struct shape *shape, struct gen_map *map, int percent_caves, int percent_large);

/* A cavern as large as the canvas and the map allow. */
bool shape_design_cavern(struct shape *shape, struct gen_map *map);

/* A set piece with walls and mouths; of the mouths on one side each is as likely as another. */
void shape_take_piece(struct shape *shape, struct rng *rng, const struct drawn_piece *drawn);

/* A blind hall of `length` cells that ends in a shrine. */
void shape_design_niche(struct shape *shape, struct rng *rng, int length);

/* Puts a hall of `length` cells (at most SHAPE_HALL_MAX) before one of the doors. */
void shape_add_hall(struct shape *shape, struct rng *rng, int length);

#endif

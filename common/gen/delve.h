/*
 * The parts of style `delve`. Private to it.
 *
 * A shape is one place designed off the map on a canvas of its own, with the cells by which it may
 * be entered; a delve is the map being dug with what is known about its free rock. Both are rows
 * of bits, so that whether a shape fits is a few words of work.
 */
#ifndef UNDERCROFT_GEN_DELVE_H
#define UNDERCROFT_GEN_DELVE_H

#include <stdbool.h>
#include <stdint.h>

#include "content/prefab.h"
#include "gen/map.h"

enum {
    SHAPE_WIDTH = 64,
    SHAPE_HEIGHT = 48,
    SHAPE_MARGIN = 13,                                 /* around the room, for its hall */
    SHAPE_ROOM_WIDTH_MAX = SHAPE_WIDTH - 2 * SHAPE_MARGIN,
    SHAPE_ROOM_HEIGHT_MAX = SHAPE_HEIGHT - 2 * SHAPE_MARGIN,
    SHAPE_HALL_MAX = SHAPE_MARGIN - 2,                 /* cells */
    SHAPE_FITTINGS_MAX = PREFAB_SIDE_MAX * PREFAB_SIDE_MAX,
    GRID_PAD = 64,                                     /* columns before the first and after */
    GRID_WORDS = (LEVEL_WIDTH_MAX + 2 * GRID_PAD) / 64,
};

/* A cell of a shape that is not plain floor. */
struct fitting {
    struct pos at;
    enum tile_id tile;
};

struct shape {
    uint64_t cells[SHAPE_HEIGHT]; /* bit x of row y: what it takes, floor or fitting */
    int top;                      /* the first and the last row that takes anything */
    int bottom;
    struct rect room; /* around all but the hall */
    bool is_listed;   /* a room for the level's list */
    bool is_rough;    /* a cave: seldom gets a door */
    bool is_drawn;    /* by hand: no lake may cover it, and the rest joins it at its mouths only */
    bool has_hall;
    struct pos hall_mouth;       /* where the hall meets the room */
    bool has_door[DIR_COUNT];    /* on its north, east, south, west */
    struct pos doors[DIR_COUNT]; /* the cell outside, by which it may be joined to the rest */
    bool has_mouth[DIR_COUNT];   /* of one drawn by hand: its doors before it was given a hall */
    struct pos mouths[DIR_COUNT];
    struct fitting fittings[SHAPE_FITTINGS_MAX];
    int fitting_count;
};

/* A bit for every cell of the map, with GRID_PAD more on either side of a row. */
struct grid {
    uint64_t rows[LEVEL_HEIGHT_MAX][GRID_WORDS];
};

struct delve {
    struct gen_map *map;
    struct grid blocked; /* where no shape may lie: what is taken, a ring around it (two around
                          * doorways), the border */
    struct grid kept;    /* doorways, halls and hand-drawn places: no lake may cover them */
    int site_count;      /* survey.order[]: cells of rock where a shape may be joined, in random
                          * order, packed; see delve_attach.c */
};

/*
 * A smooth blob of `width` by `height` cells at most (both at least 1, up to SHAPE_WIDTH and
 * SHAPE_HEIGHT), grown by a cellular automaton, its largest piece only. Fills rows[0 … height-1]
 * from bit 0 and returns the number of cells, which may be 0.
 */
int blob_grow(struct rng *rng, int width, int height, uint64_t *rows);

/* Keeps of `height` rows the largest piece by four directions; returns its cells. */
int blob_keep_largest(uint64_t *rows, int height);

/* Designs any shape but a hand-drawn one; `percent_large` is how often it is of the larger kinds.
 * False if it came out too small to be used. */
bool shape_design(struct shape *shape, struct gen_map *map, int percent_caves, int percent_large);

/* A cavern as large as the canvas and the map allow. */
bool shape_design_cavern(struct shape *shape, struct gen_map *map);

/* One of the hand-drawn places, turned and mirrored at random. */
void shape_draw_prefab(struct shape *shape, struct rng *rng, const struct prefab *prefab);

/* A blind hall of `length` cells, the last of which is a shrine. */
void shape_design_niche(struct shape *shape, struct rng *rng, int length);

/* Puts a hall of `length` cells (at most SHAPE_HALL_MAX) before one of the doors. */
void shape_add_hall(struct shape *shape, struct rng *rng, int length);

void delve_init(struct delve *delve, struct gen_map *map);

/* Digs the shape in the middle of the map; false if it is too large. */
bool delve_place_first(struct delve *delve, const struct shape *shape);

/* Joins the shape to what is dug, where it fits; doors are hung `percent_doors` of the time. */
bool delve_attach(struct delve *delve, const struct shape *shape, int percent_doors);

/* Floods up to `lakes_max` places that leave all dry ground joined; sides of up to `size` cells. */
void delve_flood_lakes(struct delve *delve, int lakes_max, int size);

/* Up to `bridges_max` bridges, where the way round the water is longer by `detour` steps. */
void delve_build_bridges(struct delve *delve, int bridges_max, int detour);

/* The 64 bits of a row from column `x` on, -GRID_PAD <= x < LEVEL_WIDTH_MAX. */
static inline uint64_t grid_window(const struct grid *grid, int x, int y)
{
    int bit = x + GRID_PAD;
    const uint64_t *word = &grid->rows[y][bit / 64];
    int shift = bit % 64;

    return shift == 0 ? word[0] : word[0] >> shift | word[1] << (64 - shift);
}

void grid_add(struct grid *grid, int x, int y, uint64_t bits);
void grid_remove(struct grid *grid, int x, int y, uint64_t bits);

#endif

/*
 * The map while style `delve` digs it, with data about its free rock. Private to gen.
 */
#ifndef UNDERCROFT_GEN_DELVE_H
#define UNDERCROFT_GEN_DELVE_H

#include "gen/delve_shape.h"

enum {
    GRID_PAD = 64, /* columns before the first and after the last */
    GRID_WORDS = (GEN_SECTOR_WIDTH + 2 * GRID_PAD) / 64,
};

/* A bit for each cell of the map, with GRID_PAD more bits at each side of a row. */
struct grid {
    uint64_t rows[GEN_SECTOR_HEIGHT][GRID_WORDS];
};

/* The border of two districts: a line across the level. */
struct border {
    int across; /* a cell (x, y) is beyond the border if x * across + y * down is more than limit */
    int down;
    int limit;
};

enum delve_side { DELVE_ANYWHERE, DELVE_NEAR_SIDE, DELVE_FAR_SIDE };

struct delve {
    struct gen_map *map;
    struct border border;
    enum delve_side side; /* the side of the border where shapes are added now */
    struct grid blocked;  /* cells that no shape may cover: taken cells, a ring around them (two
                             around doorways), the border */
    struct grid kept;     /* doorways, halls and hand-drawn places, which no lake may cover */
    int site_count; /* entries of survey.order[]: packed sites in random order; see struct site */
};

void delve_init(struct delve *delve, struct gen_map *map);

/* Digs the shape in the middle of the map. False: it is too large. */
bool delve_place_first(struct delve *delve, const struct shape *shape);

/* Joins the shape to the dug cells where it fits, with doors in `percent_doors` of all cases.
   False: it fits nowhere. */
bool delve_attach(struct delve *delve, const struct shape *shape, int percent_doors);

/* Returns 64 bits of a row from column `x` on, -GRID_PAD <= x < GEN_SECTOR_WIDTH. */
static inline uint64_t grid_window(const struct grid *grid, int x, int y)
{
    int bit = x + GRID_PAD;
    const uint64_t *word = &grid->rows[y][bit / 64];
    int shift = bit % 64;

    return shift == 0 ? word[0] : word[0] >> shift | word[1] << (64 - shift);
}

#endif

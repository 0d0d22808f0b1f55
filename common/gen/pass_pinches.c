/*
 * Pinches: two open cells that touch at a corner only, with rock in the other two. A body could
 * pass there by a diagonal step alone, and sight would leak through.
 */
#include "gen/passes.h"

#include <string.h>

/* Whether filling an open cell parts nothing and leaves no pinch: it has one way out, or two that
 * are joined by the cell between them. */
static bool is_spare(const struct gen_map *map, struct pos at)
{
    int exits = gen_map_exits(map, at.x, at.y);

    for (enum dir dir = DIR_NORTH; exits == 2 && dir < DIR_COUNT; dir += 2) {
        struct pos one = pos_step(at, dir);
        struct pos between = pos_step(at, (enum dir)(dir + 1));
        struct pos other = pos_step(at, dir == DIR_WEST ? DIR_NORTH : (enum dir)(dir + 2));
        if (gen_map_is_open(map, one.x, one.y) && gen_map_is_open(map, other.x, other.y))
            return gen_map_is_open(map, between.x, between.y);
    }
    return exits <= 1;
}

/* Fills a spare cell where dead ends are to stay; survey.mask[] has the cells that were opened. */
static bool fill_spare(struct gen_map *map, int x, int y)
{
    struct pos at = pos_of(x, y);

    if (gen_map_tile(map, x, y) != TILE_FLOOR || map->survey.mask[gen_map_cell(map, x, y)] ||
        !gen_map_keeps_dead_end(map, at) || !is_spare(map, at))
        return false;
    gen_map_set(map, x, y, TILE_ROCK);
    return true;
}

/* Mends the 2x2 block with its top left at (x, y) if it is a pinch. */
static bool mend_pinch(struct gen_map *map, int x, int y)
{
    const uint8_t *is_open = map->survey.is_passable;
    const uint8_t *top = map->tiles + y * map->width + x;
    const uint8_t *bottom = top + map->width;
    bool falls = is_open[top[0]]; /* the open pair runs from top left to bottom right */

    /* Without a branch for each, which would be guessed wrong on ragged ground. */
    if ((falls != is_open[bottom[1]]) | (falls == is_open[top[1]]) | (falls == is_open[bottom[0]]))
        return false;
    if (fill_spare(map, falls ? x : x + 1, y) || fill_spare(map, falls ? x + 1 : x, y + 1))
        return true;
    bool upper = rng_percent(&map->rng, 50);
    int opened = upper == falls ? x + 1 : x;
    gen_map_carve(map, opened, upper ? y : y + 1);
    map->survey.mask[gen_map_cell(map, opened, upper ? y : y + 1)] = 1;
    return true;
}

void pass_open_pinches(struct gen_map *map)
{
    memset(map->survey.mask, 0, (size_t)map->survey.cell_count);
    for (int y = 0; y < map->height - 1; y++) {
        for (int x = 0; x < map->width - 1; x++) {
            if (!mend_pinch(map, x, y))
                continue;
            /* The changed cell belongs to blocks one row up and one column left: look again. */
            y = y > 0 ? y - 1 : 0;
            x = x > 1 ? x - 2 : -1;
        }
    }
}

/*
 * Dead ends: walked back from their tip, cell by cell.
 *
 * A cell with at most one exit can be filled without parting anything, and never leaves a pinch,
 * because a pinch needs two open cells beside the filled one.
 */
#include "gen/passes.h"

/* The one open neighbour of a cell, or the cell itself if there is none. */
static struct pos only_neighbour(const struct gen_map *map, struct pos at)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
        struct pos next = pos_step(at, dir);
        if (gen_map_is_open(map, next.x, next.y))
            return next;
    }
    return at;
}

static void prune_from(struct gen_map *map, struct pos at, int length)
{
    for (int filled = 0; filled < length; filled++) {
        if (!gen_map_is_open(map, at.x, at.y) || gen_map_exits(map, at.x, at.y) > 1)
            return;
        if (map->survey.mask[gen_map_cell(map, at.x, at.y)])
            return;
        struct pos next = only_neighbour(map, at);
        gen_map_set(map, at.x, at.y, TILE_ROCK);
        at = next;
    }
}

void pass_prune_dead_ends(struct gen_map *map, int length)
{
    if (length == 0)
        return;
    gen_map_mask_rooms(map);
    for (int y = 1; y < map->height - 1; y++) {
        for (int x = 1; x < map->width - 1; x++)
            prune_from(map, pos_of(x, y), length);
    }
}

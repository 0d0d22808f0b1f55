/*
 * Pinches: two open cells that touch at a corner only, with rock in the other two. A body could
 * pass there by a diagonal step alone, and sight would leak through.
 */
#include "gen/passes.h"

/* Opens one of the two rock cells if the 2x2 block with its top left at (x, y) is a pinch. */
static bool open_pinch(struct gen_map *map, int x, int y)
{
    const uint8_t *is_open = map->survey.is_passable;
    const uint8_t *top = map->tiles + y * map->width + x;
    const uint8_t *bottom = top + map->width;
    bool falls = is_open[top[0]]; /* the open pair runs from top left to bottom right */

    if (falls != is_open[bottom[1]] || falls == is_open[top[1]] || falls == is_open[bottom[0]])
        return false;
    bool upper = rng_percent(&map->rng, 50);
    gen_map_carve(map, upper == falls ? x + 1 : x, upper ? y : y + 1);
    return true;
}

void pass_open_pinches(struct gen_map *map)
{
    for (int y = 0; y < map->height - 1; y++) {
        for (int x = 0; x < map->width - 1; x++) {
            if (!open_pinch(map, x, y))
                continue;
            /* The opened cell belongs to blocks one row up and one column left: look again. */
            y = y > 0 ? y - 1 : 0;
            x = x > 1 ? x - 2 : -1;
        }
    }
}

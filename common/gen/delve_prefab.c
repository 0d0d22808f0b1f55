/*
 * Hand-drawn places as shapes: one of the eight ways to turn and mirror them.
 */
#include <string.h>

#include "gen/delve_shape.h"

struct size {
    int width;
    int height;
};

/* Where the cell (x, y) of a drawing lies once it is turned; `turn` is 0 to 7. */
static struct pos turned(const struct size *size, int turn, int x, int y)
{
    int across = turn & 1 ? size->width - 1 - x : x;
    int down = turn & 2 ? size->height - 1 - y : y;
    bool is_swapped = (turn & 4) != 0;

    return pos_of(SHAPE_MARGIN - 1 + (is_swapped ? down : across),
                  SHAPE_MARGIN - 1 + (is_swapped ? across : down));
}

/* Of the mouths on one side each is as likely as another. */
static void offer_mouth(struct shape *shape, struct rng *rng, struct pos at, struct size size,
                        uint32_t *seen)
{
    enum dir dir = at.y == SHAPE_MARGIN - 1                 ? DIR_NORTH
                   : at.y == SHAPE_MARGIN + size.height - 2 ? DIR_SOUTH
                   : at.x == SHAPE_MARGIN - 1               ? DIR_WEST
                                                            : DIR_EAST;

    if (rng_below(rng, ++seen[dir]) != 0)
        return;
    shape->has_door[dir] = true;
    shape->doors[dir] = at;
}

void shape_draw_prefab(struct shape *shape, struct rng *rng, const struct prefab *prefab)
{
    struct size size = {prefab_width(prefab), prefab_height(prefab)};
    int turn = rng_range(rng, 0, 7);
    struct size result = turn & 4 ? (struct size){size.height, size.width} : size;
    uint32_t seen[DIR_COUNT] = {0};

    shape_clear(shape);
    shape->is_drawn = true;
    for (int y = 0; y < size.height; y++) {
        for (int x = 0; x < size.width; x++) {
            struct prefab_cell cell = prefab_cell_at(prefab, size.width, x, y);
            struct pos at = turned(&size, turn, x, y);
            if (cell.is_mouth)
                offer_mouth(shape, rng, at, result, seen);
            if (cell.tile == TILE_ROCK)
                continue;
            shape->cells[at.y] |= UINT64_C(1) << at.x;
            if (cell.tile != TILE_FLOOR)
                shape->fittings[shape->fitting_count++] = (struct fitting){at, cell.tile};
        }
    }
    memcpy(shape->has_mouth, shape->has_door, sizeof shape->has_mouth);
    memcpy(shape->mouths, shape->doors, sizeof shape->mouths);
    shape_measure(shape);
}

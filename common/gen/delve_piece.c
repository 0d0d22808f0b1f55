/*
 * Set pieces as shapes.
 */
#include <string.h>

#include "gen/delve_shape.h"

enum { ORIGIN = SHAPE_MARGIN - 1 /* of the outer wall, on the canvas */ };

static void offer_mouth(struct shape *shape, struct rng *rng, const struct piece_mouth *mouth,
                        uint32_t *seen)
{
    if (rng_below(rng, ++seen[mouth->out]) != 0)
        return;
    shape->has_door[mouth->out] = true;
    shape->doors[mouth->out] = pos_of(ORIGIN + mouth->at.x, ORIGIN + mouth->at.y);
}

static void take_cell(struct shape *shape, int x, int y, uint8_t cell)
{
    struct pos at = pos_of(ORIGIN + x, ORIGIN + y);

    if (cell == TILE_ROCK || cell >= TILE_COUNT)
        return;
    shape->cells[at.y] |= UINT64_C(1) << at.x;
    if (cell != TILE_FLOOR)
        shape->fittings[shape->fitting_count++] = (struct fitting){at, (enum tile_id)cell};
}

void shape_take_piece(struct shape *shape, struct rng *rng, const struct drawn_piece *drawn)
{
    uint32_t seen[DIR_COUNT] = {0};

    shape_clear(shape);
    shape->is_drawn = true;
    for (int y = 0; y < drawn->height; y++) {
        for (int x = 0; x < drawn->width; x++)
            take_cell(shape, x, y, piece_cell(drawn, x, y));
    }
    for (int i = 0; i < drawn->mouth_count; i++)
        offer_mouth(shape, rng, &drawn->mouths[i], seen);
    memcpy(shape->has_mouth, shape->has_door, sizeof shape->has_mouth);
    memcpy(shape->mouths, shape->doors, sizeof shape->mouths);
    shape_measure(shape);
}

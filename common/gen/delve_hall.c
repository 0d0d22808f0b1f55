/*
 * Halls of shapes: halls that lead to a room, and blind halls that end in a shrine.
 */
#include <string.h>

#include "base/check.h"
#include "gen/delve_shape.h"

enum { SIDE_EXIT_PERCENT = 20 /* of halls: a way in at the side of their end */ };

static enum dir pick_door(const struct shape *shape, struct rng *rng)
{
    enum dir found = DIR_NONE;
    uint32_t seen = 0;

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
        if (shape->has_door[dir] && rng_below(rng, ++seen) == 0)
            found = dir;
    }
    return found;
}

void shape_add_hall(struct shape *shape, struct rng *rng, int length)
{
    enum dir dir = pick_door(shape, rng);

    CHECK(length >= 1 && length <= SHAPE_HALL_MAX);
    if (dir == DIR_NONE)
        return;
    struct pos at = shape->doors[dir];
    struct pos end = at;
    shape->has_hall = true;
    shape->hall_mouth = at;
    memset(shape->has_door, 0, sizeof shape->has_door);
    for (int i = 0; i < length; i++) {
        shape->cells[at.y] |= UINT64_C(1) << at.x;
        end = at;
        at = pos_step(at, dir);
    }
    shape->has_door[dir] = true;
    shape->doors[dir] = at;
    for (enum dir side = DIR_NORTH; length > 2 && side < DIR_COUNT; side += 2) {
        if (side == dir || side == dir_opposite(dir))
            continue;
        shape->has_door[side] = rng_percent(rng, SIDE_EXIT_PERCENT);
        shape->doors[side] = pos_step(end, side);
    }
    shape->top = end.y < shape->top ? end.y : shape->top;
    shape->bottom = end.y > shape->bottom ? end.y : shape->bottom;
}

void shape_design_niche(struct shape *shape, struct rng *rng, int length)
{
    bool upright = rng_percent(rng, 50);
    bool backward = rng_percent(rng, 50);
    enum dir door = upright ? (backward ? DIR_SOUTH : DIR_NORTH) : (backward ? DIR_EAST : DIR_WEST);
    struct pos at = pos_of(SHAPE_WIDTH / 2, SHAPE_HEIGHT / 2);

    shape_clear(shape);
    shape->is_listed = false;
    shape->has_door[door] = true;
    shape->doors[door] = at;
    for (int i = 0; i < length; i++) {
        at = pos_step(at, dir_opposite(door));
        shape->cells[at.y] |= UINT64_C(1) << at.x;
    }
    shape->fittings[shape->fitting_count++] = (struct fitting){at, TILE_SHRINE};
    shape_measure(shape);
}

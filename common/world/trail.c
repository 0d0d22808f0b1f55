/*
 * The trail of a delver. It is read from its newest place to its oldest, because only the level of
 * the newest is written down: each stairs on the way back tell the depth of what lies before them.
 */
#include "world/trail.h"

#include "base/check.h"
#include "content/tile.h"

enum { PLACE_DOWN = UINT16_MAX - 1, PLACE_UP = UINT16_MAX };

static uint16_t place(const struct trail *trail, int number)
{
    return trail->places[(trail->first + number) % TRAIL_LENGTH];
}

/* By how many depths a place leads on: 0 for a cell. */
static int depths_of(uint16_t place)
{
    return place == PLACE_DOWN ? 1 : place == PLACE_UP ? -1 : 0;
}

static void add(struct trail *trail, uint16_t place)
{
    int end = (trail->first + trail->count) % TRAIL_LENGTH;

    trail->places[end] = place;
    if (trail->count < TRAIL_LENGTH)
        trail->count++;
    else
        trail->first = (uint8_t)((trail->first + 1) % TRAIL_LENGTH);
}

/* Whether the trail goes on on that level: on the same one, or where its last stairs lead. */
static bool goes_on(const struct trail *trail, struct level_key key)
{
    int depths = trail->count == 0 ? 0 : depths_of(place(trail, trail->count - 1));

    if (depths == 0)
        return level_key_equal(trail->level, key);
    return key.wing == trail->level.wing && key.depth == trail->level.depth + depths;
}

void trail_add_cell(struct trail *trail, struct level_key key, size_t index)
{
    CHECK(index < PLACE_DOWN);
    if (!goes_on(trail, key))
        trail->count = 0;
    trail->level = key;
    for (int i = trail->count - 1; i >= 0 && depths_of(place(trail, i)) == 0; i--) {
        if (place(trail, i) == index) {
            trail->count = (uint8_t)(i + 1);
            return;
        }
    }
    add(trail, (uint16_t)index);
}

void trail_add_stairs(struct trail *trail, int depths)
{
    CHECK(depths == 1 || depths == -1);
    add(trail, depths > 0 ? PLACE_DOWN : PLACE_UP);
}

/* Next step of the trail behind the place `number`, a cell that is underfoot. */
static struct trail_step step_behind(const struct trail *trail, int number, int width)
{
    if (number + 1 == trail->count)
        return (struct trail_step){.kind = TRAIL_ENDS};
    uint16_t next = place(trail, number + 1);
    if (depths_of(next) != 0)
        return (struct trail_step){.kind = depths_of(next) > 0 ? TRAIL_DOWN : TRAIL_UP};
    return (struct trail_step){.kind = TRAIL_CELL, .cell = pos_of(next % width, next / width)};
}

struct trail_step trail_next(const struct trail *trail, struct level_key key, int width,
                             const uint8_t *known, struct pos at)
{
    struct trail_step newest = {.kind = TRAIL_NONE};
    bool is_known = false;
    int depth = trail->level.depth;

    if (trail->count == 0 || key.wing != trail->level.wing)
        return newest;
    /* trail->level is that of the newest cell, before any stairs behind it. */
    for (int i = trail->count - 1; i >= 0; i--) {
        uint16_t here = place(trail, i);
        bool is_last = i == trail->count - 1;
        if (depths_of(here) != 0) {
            depth -= is_last ? 0 : depths_of(here);
            continue;
        }
        if (depth != key.depth)
            continue;
        struct pos cell = pos_of(here % width, here / width);
        if (pos_equal(cell, at))
            return step_behind(trail, i, width);
        if (pos_distance(cell, at) == 1)
            return (struct trail_step){.kind = TRAIL_CELL, .cell = cell};
        bool knows = known == NULL || known[here] != TILE_UNKNOWN;
        if (newest.kind == TRAIL_NONE || (knows && !is_known)) {
            newest = (struct trail_step){.kind = TRAIL_CELL, .cell = cell};
            is_known = knows;
        }
    }
    return newest;
}

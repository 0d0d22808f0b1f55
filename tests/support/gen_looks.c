/*
 * Slow and plain: every cell is asked afresh.
 */
#include "support/gen_looks.h"

#include <string.h>

enum { DOOR_REACH = 2, ROUND_MAX = 8, STUB_MAX = 2, ISLAND_MAX = 3 };

static bool is_open(const struct level *level, struct pos at)
{
    return level_contains(level, at) && tile_is_passable(level_tile(level, at));
}

static bool is_door(const struct level *level, struct pos at)
{
    return level_contains(level, at) &&
           (level_tile(level, at) == TILE_DOOR_CLOSED || level_tile(level, at) == TILE_DOOR_OPEN);
}

static int count_exits(const struct level *level, struct pos at)
{
    int count = 0;

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2)
        count += is_open(level, pos_step(at, dir));
    return count;
}

/* True if the whole square of this side with its top left at `at` is open. */
static bool is_open_square(const struct level *level, struct pos at, int side)
{
    for (int i = 0; i < side * side; i++) {
        if (!is_open(level, pos_of(at.x + i % side, at.y + i / side)))
            return false;
    }
    return true;
}

static bool is_wide(const struct level *level, struct pos at)
{
    for (int i = 0; i < 4; i++) {
        if (is_open_square(level, pos_of(at.x - i % 2, at.y - i / 2), 2))
            return true;
    }
    return false;
}

static bool has_close_door(const struct level *level, struct pos at)
{
    for (int dy = -DOOR_REACH; dy <= DOOR_REACH; dy++) {
        for (int dx = -DOOR_REACH; dx <= DOOR_REACH; dx++) {
            if ((dx != 0 || dy != 0) && is_door(level, pos_of(at.x + dx, at.y + dy)))
                return true;
        }
    }
    return false;
}

/* True if `to` can be reached from `at` in `steps` steps without a step on `without`. */
static bool can_walk(const struct level *level, struct pos at, struct pos to, struct pos without,
                     int steps)
{
    if (pos_equal(at, to))
        return true;
    for (enum dir dir = DIR_NORTH; steps > 0 && dir < DIR_COUNT; dir += 2) {
        struct pos next = pos_step(at, dir);
        int dx = next.x > to.x ? next.x - to.x : to.x - next.x;
        int dy = next.y > to.y ? next.y - to.y : to.y - next.y;
        if (dx + dy <= steps - 1 && is_open(level, next) && !pos_equal(next, without) &&
            can_walk(level, next, to, without, steps - 1))
            return true;
    }
    return false;
}

static bool is_vain_door(const struct level *level, struct pos at)
{
    enum dir dir = is_open(level, pos_step(at, DIR_EAST)) ? DIR_EAST : DIR_SOUTH;

    return can_walk(level, pos_step(at, dir), pos_step(at, dir_opposite(dir)), at, ROUND_MAX);
}

/* The cells from a tip to the next fork or wide place, or STUB_MAX + 1 if they are more. */
static int stub_length(const struct level *level, struct pos at)
{
    struct pos from = at;

    for (int length = 0; length <= STUB_MAX; length++) {
        struct pos next = at;
        if (count_exits(level, at) > 2 || is_wide(level, at))
            return length;
        for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
            struct pos beside = pos_step(at, dir);
            if (is_open(level, beside) && !pos_equal(beside, from))
                next = beside;
        }
        from = at;
        at = next;
    }
    return STUB_MAX + 1;
}

static bool is_stub(const struct level *level, struct pos at)
{
    return level_tile(level, at) == TILE_FLOOR && count_exits(level, at) <= 1 &&
           stub_length(level, at) <= STUB_MAX;
}

/* Counts the rock joined to `at` by eight directions, up to one more than ISLAND_MAX. */
static int island_size(const struct level *level, struct pos at)
{
    struct pos cells[ISLAND_MAX + 1] = {at};
    int count = 1;

    for (int head = 0; head < count; head++) {
        for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
            struct pos next = pos_step(cells[head], dir);
            bool is_known = !level_contains(level, next) || level_tile(level, next) != TILE_ROCK;
            for (int i = 0; i < count && !is_known; i++)
                is_known = pos_equal(cells[i], next);
            if (is_known)
                continue;
            if (count > ISLAND_MAX)
                return count;
            cells[count++] = next;
        }
    }
    return count;
}

static bool is_thin(const struct level *level, struct rect room)
{
    for (int y = room.y - 2; y < room.y + room.height; y++) {
        for (int x = room.x - 2; x < room.x + room.width; x++) {
            if (is_open_square(level, pos_of(x, y), 3))
                return false;
        }
    }
    return true;
}

void gen_looks_count(const struct level *level, struct gen_looks *out)
{
    memset(out, 0, sizeof *out);
    for (int y = 1; y < level->height - 1; y++) {
        for (int x = 1; x < level->width - 1; x++) {
            struct pos at = pos_of(x, y);
            if (is_door(level, at)) {
                out->close_doors += has_close_door(level, at);
                out->vain_doors += is_vain_door(level, at);
            } else if (level_tile(level, at) == TILE_ROCK) {
                out->small_islands += island_size(level, at) <= ISLAND_MAX;
            } else if (is_open(level, at)) {
                out->stubs += is_stub(level, at);
            }
        }
    }
    for (int i = 0; i < level->room_count; i++)
        out->thin_rooms += is_thin(level, level->rooms[i]);
}

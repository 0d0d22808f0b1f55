/*
 * Where somebody who must appear near a place can stand: breadth-first search from that place.
 */
#include "world/level.h"

#include <string.h>

#include "base/check.h"

/* Four directions before the diagonals, so that a spill looks like a spill. */
static const enum dir search_order[] = {DIR_NORTH,     DIR_EAST,      DIR_SOUTH,     DIR_WEST,
                                        DIR_NORTHEAST, DIR_SOUTHEAST, DIR_SOUTHWEST, DIR_NORTHWEST};

struct search {
    struct level_search *room;
    size_t head;
    size_t tail;
};

static void take(const struct level *level, struct search *search, struct pos at)
{
    size_t index = level_index(level, at);

    search->room->reached[index / 64] |= UINT64_C(1) << index % 64;
    search->room->queue[search->tail++] = (uint16_t)index;
}

static void reach(const struct level *level, struct search *search, struct pos at)
{
    if (!level_contains(level, at))
        return;
    size_t index = level_index(level, at);
    bool is_reached = (search->room->reached[index / 64] >> index % 64 & 1) != 0;

    if (is_reached || !tile_is_passable(level_tile(level, at)))
        return;
    take(level, search, at);
}

static bool run_search(const struct level *level, struct search *search, struct pos near,
                       struct pos *out)
{
    bool has_doorway = false;

    /* From a chasm or a trap one leads away too. */
    if (level_is_walkable(level, near))
        take(level, search, near);
    else
        reach(level, search, near);
    while (search->head < search->tail) {
        uint32_t index = search->room->queue[search->head++];
        struct pos at = pos_of((int)index % level->width, (int)index / level->width);
        if (level->bodies[index] == 0 && level_is_ground(level, at)) {
            if (!tile_is_door(level_tile(level, at))) {
                *out = at;
                return true;
            }
            if (!has_doorway) {
                *out = at;
                has_doorway = true;
            }
        }
        for (size_t i = 0; i < sizeof search_order / sizeof search_order[0]; i++)
            reach(level, search, pos_step(at, search_order[i]));
    }
    return has_doorway;
}

bool level_find_landing(const struct level *level, struct level_search *room, struct pos near,
                        struct pos *out)
{
    struct search search = {.room = room};
    int best = -1;

    memset(room->reached, 0, (level_cell_count(level) + 63) / 64 * sizeof room->reached[0]);
    take(level, &search, level->up);
    while (search.head < search.tail) {
        uint32_t index = room->queue[search.head++];
        struct pos at = pos_of((int)index % level->width, (int)index / level->width);
        int distance = pos_distance(at, near);
        if (level->bodies[index] == 0 && level_is_ground(level, at) &&
            !tile_is_door(level_tile(level, at)) && (best < 0 || distance < best)) {
            best = distance;
            *out = at;
        }
        for (size_t i = 0; i < sizeof search_order / sizeof search_order[0]; i++)
            reach(level, &search, pos_step(at, search_order[i]));
    }
    return best >= 0;
}

/* True if the cell is the better one to come ashore on: nearer, then empty. */
static bool is_better(const struct level *level, struct pos from, struct pos at, struct pos best)
{
    int lead = pos_distance(from, at) - pos_distance(from, best);

    if (lead != 0)
        return lead < 0;
    return level_body_at(level, at) == 0 && level_body_at(level, best) != 0;
}

struct pos level_ashore(const struct level *level, struct pos at)
{
    struct pos best = level->up;

    if (!tile_row(level_tile(level, at))->is_gap)
        return at;
    for (int y = 0; y < level->height; y++) {
        for (int x = 0; x < level->width; x++) {
            struct pos cell = pos_of(x, y);
            if (level_is_ground(level, cell) && is_better(level, at, cell, best))
                best = cell;
        }
    }
    return best;
}

bool level_find_free(const struct level *level, struct level_search *room, struct pos near,
                     struct pos *out)
{
    struct search search = {.room = room};

    CHECK(level_contains(level, near));
    if (level->bodies[level_index(level, near)] == 0 && level_is_ground(level, near)) {
        *out = near;
        return true;
    }
    memset(room->reached, 0, (level_cell_count(level) + 63) / 64 * sizeof room->reached[0]);
    return run_search(level, &search, near, out);
}

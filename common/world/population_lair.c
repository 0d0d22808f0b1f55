/*
 * The lair of a boss: the room behind a single door that is farthest from the stairs; where no room
 * is behind a single door, the farthest room; and on a level without rooms its farthest cell.
 */
#include <limits.h>

#include "world/place.h"
#include "world/population_private.h"

struct lair {
    struct pos at;     /* the cell nearest to the middle on which somebody may stand */
    int steps;         /* to its nearest cell from the nearer stairs */
    bool has_one_door; /* and no other way in */
};

static bool is_good(const struct level *level, const struct population_search *search,
                    struct pos at)
{
    return search->steps[level_index(level, at)] != POPULATION_NO_WAY &&
           population_may_stand(level, at) && !population_is_water(level, at);
}

/* False: nobody may stand in the room. */
static bool find_stand(const struct level *level, const struct population_search *search,
                       struct rect room, struct pos *out)
{
    int nearest = INT_MAX;

    for (int y = room.y; y < room.y + room.height; y++) {
        for (int x = room.x; x < room.x + room.width; x++) {
            struct pos at = pos_of(x, y);
            int distance = pos_distance(at, rect_centre(room));
            if (distance < nearest && is_good(level, search, at)) {
                nearest = distance;
                *out = at;
            }
        }
    }
    return nearest < INT_MAX;
}

static struct lair describe(const struct level *level, const struct population_search *search,
                            struct rect room, struct pos at)
{
    uint16_t area = place_at(level, at);
    const struct place *place = place_of(level, area);
    struct lair lair = {.at = at, .steps = POPULATION_NO_WAY};

    lair.has_one_door = place->exit_count == 1 && place_exits(level, area)[0].has_door;
    for (int y = room.y; y < room.y + room.height; y++) {
        for (int x = room.x; x < room.x + room.width; x++) {
            int steps = search->steps[level_index(level, pos_of(x, y))];
            if (steps < lair.steps && place_at(level, pos_of(x, y)) == area)
                lair.steps = steps;
        }
    }
    return lair;
}

static bool is_better(const struct lair *lair, const struct lair *other)
{
    if (lair->has_one_door != other->has_one_door)
        return lair->has_one_door;
    return lair->steps > other->steps;
}

/* The farthest of the `count` cells in the queue on which somebody may stand. */
static bool find_far_cell(const struct level *level, const struct population_search *search,
                          int count, struct pos *out)
{
    for (int i = count - 1; i >= 0; i--) {
        int index = search->dry[i];
        *out = pos_of(index % level->width, index / level->width);
        if (is_good(level, search, *out))
            return true;
    }
    return false;
}

bool population_lair(const struct level *level, struct population_search *search, struct pos *out)
{
    const struct pos stairs[] = {level->up, level->down};
    int count = population_walk(level, search, stairs, 2);
    struct lair best = {.steps = -1};

    for (int i = 0; i < level->room_count; i++) {
        struct pos at = {0};
        if (!find_stand(level, search, level->rooms[i], &at))
            continue;
        struct lair lair = describe(level, search, level->rooms[i], at);
        if (is_better(&lair, &best))
            best = lair;
    }
    *out = best.at;
    return best.steps >= 0 || find_far_cell(level, search, count, out);
}

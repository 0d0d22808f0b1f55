/*
 * The ground of a level: how far each cell is on foot, and where a foe may be put.
 */
#include <string.h>

#include "world/field.h"
#include "world/population_private.h"

static bool can_go(const struct level *level, struct pos from, enum dir dir)
{
    enum way way = WAY_OPEN;

    if (population_is_water(level, from))
        way = WAY_SWIM;
    else if (population_is_water(level, pos_step(from, dir)))
        way = WAY_FLY;
    return way_is_open(level, way, from, dir);
}

/* Asked before can_go(), which costs more: most neighbours of a cell have been reached already. */
static bool is_new(const struct level *level, const struct population_search *search, struct pos at)
{
    return level_contains(level, at) && search->steps[level_index(level, at)] == POPULATION_NO_WAY;
}

int population_walk(const struct level *level, struct population_search *search,
                    const struct pos *from, int from_count)
{
    int count = 0;

    memset(search->steps, 0xFF, level_cell_count(level) * sizeof search->steps[0]);
    for (int i = 0; i < from_count; i++) {
        if (!is_new(level, search, from[i]))
            continue;
        search->dry[count++] = (uint16_t)level_index(level, from[i]);
        search->steps[level_index(level, from[i])] = 0;
    }
    for (int head = 0; head < count; head++) {
        int index = search->dry[head];
        struct pos at = pos_of(index % level->width, index / level->width);
        for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
            struct pos to = pos_step(at, dir);
            /* Nothing that all are to find is put behind a door that few find. */
            if (!is_new(level, search, to) || !can_go(level, at, dir) ||
                level_tile(level, to) == TILE_SECRET_SHUT)
                continue;
            search->steps[level_index(level, to)] = (uint16_t)(search->steps[index] + 1);
            search->dry[count++] = (uint16_t)level_index(level, to);
        }
    }
    return count;
}

bool population_is_water(const struct level *level, struct pos at)
{
    return way_cost(WAY_SWIM, level_tile(level, at)) > 0;
}

bool population_may_stand(const struct level *level, struct pos at)
{
    return (level_tile(level, at) == TILE_FLOOR || population_is_water(level, at)) &&
           level_body_at(level, at) == 0 && pos_distance(at, level->up) > 1 &&
           pos_distance(at, level->down) > 1;
}

/*
 * Doors: hung where halls meet rooms, taken away where later digging has spoilt them.
 */
#include "gen/passes.h"

/* Whether it takes few steps to get from one side of the doorway to the other without it. */
static bool is_walked_round(struct gen_map *map, int x, int y)
{
    struct survey *survey = &map->survey;
    int cell = gen_map_cell(map, x, y);
    int step = survey->open[cell - 1] ? 1 : map->width;

    survey->open[cell] = 0;
    bool is_near = survey_is_near(survey, cell - step, cell + step, DOOR_ROUND_MIN - 1);
    survey->open[cell] = 1;
    return is_near;
}

static bool has_door_beside(const struct gen_map *map, int x, int y)
{
    return tile_is_door(gen_map_tile(map, x, y - 1)) || tile_is_door(gen_map_tile(map, x + 1, y)) ||
           tile_is_door(gen_map_tile(map, x, y + 1)) || tile_is_door(gen_map_tile(map, x - 1, y));
}

/* Whether a door that comes earlier, row by row, stands within DOOR_REACH king's moves. */
static bool has_earlier_door(const struct gen_map *map, int x, int y)
{
    for (int dy = -DOOR_REACH; dy <= 0; dy++) {
        for (int dx = -DOOR_REACH; dx <= (dy < 0 ? DOOR_REACH : -1); dx++) {
            if (tile_is_door(gen_map_tile(map, x + dx, y + dy)))
                return true;
        }
    }
    return false;
}

static bool is_thinned(struct gen_map *map, int x, int y)
{
    return (has_earlier_door(map, x, y) || is_walked_round(map, x, y)) &&
           rng_percent(&map->rng, map->finish.thin_percent);
}

void pass_mend_doors(struct gen_map *map)
{
    survey_load(&map->survey, map->tiles);
    for (int y = 1; y < map->height - 1; y++) {
        for (int x = 1; x < map->width - 1; x++) {
            if (!tile_is_door((enum tile_id)map->tiles[y * map->width + x]))
                continue;
            if (!gen_map_is_doorway(map, x, y) || has_door_beside(map, x, y) ||
                is_thinned(map, x, y))
                gen_map_set(map, x, y, TILE_FLOOR);
        }
    }
}

static void hang_door(struct gen_map *map, int x, int y)
{
    if (!gen_map_is_open(map, x, y) || !gen_map_is_doorway(map, x, y) || has_door_beside(map, x, y))
        return;
    if (rng_percent(&map->rng, map->finish.door_percent))
        gen_map_set(map, x, y, TILE_DOOR_CLOSED);
}

void pass_hang_doors(struct gen_map *map)
{
    for (int i = 0; i < map->room_count; i++) {
        struct rect room = map->rooms[i];
        for (int x = room.x; x < room.x + room.width; x++) {
            hang_door(map, x, room.y - 1);
            hang_door(map, x, room.y + room.height);
        }
        for (int y = room.y; y < room.y + room.height; y++) {
            hang_door(map, room.x - 1, y);
            hang_door(map, room.x + room.width, y);
        }
    }
}

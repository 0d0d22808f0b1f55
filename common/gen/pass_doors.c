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

void pass_mend_doors(struct gen_map *map)
{
    survey_load(&map->survey, map->tiles);
    for (int y = 1; y < map->height - 1; y++) {
        for (int x = 1; x < map->width - 1; x++) {
            if (!tile_is_door(gen_map_tile(map, x, y)))
                continue;
            if (!gen_map_is_doorway(map, x, y) || gen_map_has_door_near(map, x, y, DOOR_REACH) ||
                is_walked_round(map, x, y))
                gen_map_set(map, x, y, TILE_FLOOR);
        }
    }
}

static void hang_door(struct gen_map *map, int x, int y, int percent)
{
    if (!gen_map_is_open(map, x, y) || !gen_map_is_doorway(map, x, y) ||
        gen_map_has_door_near(map, x, y, DOOR_REACH))
        return;
    if (rng_percent(&map->rng, percent))
        gen_map_set(map, x, y, TILE_DOOR_CLOSED);
}

void pass_hang_doors(struct gen_map *map, int percent)
{
    for (int i = 0; i < map->room_count; i++) {
        struct rect room = map->rooms[i];
        for (int x = room.x; x < room.x + room.width; x++) {
            hang_door(map, x, room.y - 1, percent);
            hang_door(map, x, room.y + room.height, percent);
        }
        for (int y = room.y; y < room.y + room.height; y++) {
            hang_door(map, room.x - 1, y, percent);
            hang_door(map, room.x + room.width, y, percent);
        }
    }
}

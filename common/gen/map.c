/*
 * The working grid: rock to begin with, carved cell by cell.
 */
#include "gen/map.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum err gen_map_init(struct gen_map *map, int width, int height)
{
    CHECK(width >= LEVEL_WIDTH_MIN && width <= LEVEL_WIDTH_MAX);
    CHECK(height >= LEVEL_HEIGHT_MIN && height <= LEVEL_HEIGHT_MAX);

    *map = (struct gen_map){.width = width, .height = height};
    map->tiles = malloc((size_t)width * (size_t)height);
    if (map->tiles == NULL)
        return ERR_MEMORY;
    enum err error = survey_init(&map->survey, width, height);
    if (error != ERR_OK) {
        gen_map_release(map);
        return error;
    }
    gen_map_clear(map);
    return ERR_OK;
}

void gen_map_release(struct gen_map *map)
{
    survey_release(&map->survey);
    free(map->tiles);
    map->tiles = NULL;
}

void gen_map_clear(struct gen_map *map)
{
    memset(map->tiles, TILE_ROCK, (size_t)map->survey.cell_count);
    map->room_count = 0;
    map->up = pos_of(0, 0);
    map->down = pos_of(0, 0);
}

int gen_map_cell(const struct gen_map *map, int x, int y)
{
    CHECK(x >= 0 && x < map->width && y >= 0 && y < map->height);
    return y * map->width + x;
}

struct pos gen_map_pos(const struct gen_map *map, int cell)
{
    return pos_of(cell % map->width, cell / map->width);
}

bool gen_map_is_inner(const struct gen_map *map, int x, int y)
{
    return x >= 1 && x < map->width - 1 && y >= 1 && y < map->height - 1;
}

enum tile_id gen_map_tile(const struct gen_map *map, int x, int y)
{
    if (!gen_map_is_inner(map, x, y))
        return TILE_ROCK;
    return (enum tile_id)map->tiles[y * map->width + x];
}

bool gen_map_is_open(const struct gen_map *map, int x, int y)
{
    return map->survey.is_passable[gen_map_tile(map, x, y)];
}

bool gen_map_is_rock(const struct gen_map *map, int x, int y)
{
    return gen_map_tile(map, x, y) == TILE_ROCK;
}

void gen_map_set(struct gen_map *map, int x, int y, enum tile_id tile)
{
    CHECK(gen_map_is_inner(map, x, y));
    CHECK(tile > TILE_UNKNOWN && tile < TILE_COUNT);
    map->tiles[y * map->width + x] = (uint8_t)tile;
}

void gen_map_carve(struct gen_map *map, int x, int y)
{
    if (gen_map_is_inner(map, x, y) && !gen_map_is_open(map, x, y))
        gen_map_set(map, x, y, TILE_FLOOR);
}

void gen_map_carve_rect(struct gen_map *map, struct rect rect)
{
    for (int y = rect.y; y < rect.y + rect.height; y++) {
        for (int x = rect.x; x < rect.x + rect.width; x++)
            gen_map_carve(map, x, y);
    }
}

void gen_map_carve_line(struct gen_map *map, struct pos from, struct pos to)
{
    CHECK(from.x == to.x || from.y == to.y);
    enum dir dir = dir_towards(from, to);

    for (struct pos at = from; !pos_equal(at, to); at = pos_step(at, dir))
        gen_map_carve(map, at.x, at.y);
    gen_map_carve(map, to.x, to.y);
}

bool gen_map_add_room(struct gen_map *map, struct rect inside)
{
    CHECK(inside.width >= 1 && inside.height >= 1);
    CHECK(gen_map_is_inner(map, inside.x, inside.y));
    CHECK(gen_map_is_inner(map, inside.x + inside.width - 1, inside.y + inside.height - 1));
    if (map->room_count == LEVEL_ROOMS_MAX)
        return false;
    map->rooms[map->room_count++] = inside;
    gen_map_carve_rect(map, inside);
    return true;
}

void gen_map_mask_rooms(struct gen_map *map)
{
    memset(map->survey.mask, 0, (size_t)map->survey.cell_count);
    for (int i = 0; i < map->room_count; i++) {
        const struct rect *room = &map->rooms[i];
        for (int y = room->y; y < room->y + room->height; y++)
            memset(map->survey.mask + gen_map_cell(map, room->x, y), 1, (size_t)room->width);
    }
}

int gen_map_exits(const struct gen_map *map, int x, int y)
{
    return gen_map_is_open(map, x, y - 1) + gen_map_is_open(map, x + 1, y) +
           gen_map_is_open(map, x, y + 1) + gen_map_is_open(map, x - 1, y);
}

bool gen_map_is_doorway(const struct gen_map *map, int x, int y)
{
    bool upright = gen_map_is_open(map, x, y - 1) && gen_map_is_open(map, x, y + 1);
    bool level = gen_map_is_open(map, x - 1, y) && gen_map_is_open(map, x + 1, y);

    if (upright)
        return gen_map_is_rock(map, x - 1, y) && gen_map_is_rock(map, x + 1, y);
    return level && gen_map_is_rock(map, x, y - 1) && gen_map_is_rock(map, x, y + 1);
}

bool gen_map_has_door_near(const struct gen_map *map, int x, int y, int reach)
{
    for (int dy = -reach; dy <= reach; dy++) {
        for (int dx = -reach; dx <= reach; dx++) {
            if ((dx != 0 || dy != 0) && tile_is_door(gen_map_tile(map, x + dx, y + dy)))
                return true;
        }
    }
    return false;
}

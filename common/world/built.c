/*
 * A wall is as straight as the mean length of its runs: the cells of ground in a row that have rock
 * or a door on the same side. Over 40 seeds of each style, at 100x57, `caves` and `digger` have
 * runs of 1.6 to 1.85 cells, `delve` of 2.4 to 3.2, and the others of 4.2 and more.
 */
#include "world/built.h"

#include <stdlib.h>

#include "world/place.h"

enum {
    LEVEL_RUN_TENTHS = 21, /* the mean run of a level that has built walls at all */
    AREA_RUN_TENTHS = 20,  /* of a room or a cave with built walls */
};

/* The walls along some ground: sides of cells, and the runs that these are. */
struct walls {
    uint32_t sides;
    uint32_t runs;
};

static bool is_straight(struct walls walls, uint32_t run_tenths)
{
    return walls.sides * 10 >= walls.runs * run_tenths;
}

static bool is_wall(const struct level *level, struct pos at)
{
    return tile_joins_walls(level_tile(level, at));
}

static void count_sides(const struct level *level, struct pos at, struct walls *walls)
{
    static const enum dir sides[] = {DIR_NORTH, DIR_EAST, DIR_SOUTH, DIR_WEST};

    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        bool is_level = sides[i] == DIR_NORTH || sides[i] == DIR_SOUTH;
        struct pos before = pos_step(at, is_level ? DIR_WEST : DIR_NORTH);
        if (!is_wall(level, pos_step(at, sides[i])))
            continue;
        walls->sides++;
        walls->runs += is_wall(level, before) || !is_wall(level, pos_step(before, sides[i]));
    }
}

/* By area; [0] has the sum of all. */
static void count_walls(const struct level *level, struct walls *walls)
{
    for (size_t i = 0; i < level_cell_count(level); i++) {
        struct pos at = pos_of((int)i % level->width, (int)i / level->width);
        uint16_t area = level->area_of[i];
        if (area != PLACE_NONE && !is_wall(level, at))
            count_sides(level, at, &walls[area]);
    }
    for (uint32_t area = 1; area <= level->places->count; area++) {
        walls[0].sides += walls[area].sides;
        walls[0].runs += walls[area].runs;
    }
}

static bool is_built(const struct place *place, struct walls walls)
{
    return (place->kind != PLACE_ROOM && place->kind != PLACE_CAVE) ||
           is_straight(walls, AREA_RUN_TENTHS);
}

enum err built_mark(struct level *level)
{
    struct walls *walls = calloc(level->places->count + 1, sizeof *walls);

    if (walls == NULL)
        return ERR_MEMORY;
    count_walls(level, walls);
    bool has_built = is_straight(walls[0], LEVEL_RUN_TENTHS);
    for (int i = 0; has_built && i < level->width * level->height; i++) {
        int x = i % level->width;
        uint16_t area = level->area_of[i];
        if (area != PLACE_NONE && is_built(place_of(level, area), walls[area]))
            level->built[i / level->width * level->row_words + x / 64] |= UINT64_C(1) << x % 64;
    }
    free(walls);
    return ERR_OK;
}

/*
 * A wall is as straight as the mean length of its runs: the cells of ground in a row that have rock
 * or a door on the same side. Over 40 seeds of each style, at 100x57, `caves` and `digger` have
 * runs of 1.6 to 1.85 cells, `delve` of 2.4 to 3.2, and the others of 4.2 and more.
 */
#include "world/built.h"

#include <stdlib.h>
#include <string.h>

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

/* Which cells are walls, with a ring more around the level: a byte each. */
struct wall_grid {
    uint8_t *cells; /* owned */
    int stride;
};

static uint8_t *wall_grid_row(const struct wall_grid *grid, int y)
{
    return grid->cells + (y + 1) * grid->stride + 1;
}

static enum err wall_grid_init(struct wall_grid *grid, const struct level *level)
{
    grid->stride = level->width + 2;
    size_t size = (size_t)grid->stride * ((size_t)level->height + 2);
    grid->cells = malloc(size);
    if (grid->cells == NULL)
        return ERR_MEMORY;
    bool joins_walls[TILE_COUNT];
    for (enum tile_id tile = TILE_UNKNOWN; tile < TILE_COUNT; tile++)
        joins_walls[tile] = tile_joins_walls(tile);
    memset(grid->cells, joins_walls[TILE_ROCK], size);
    for (int y = 0; y < level->height; y++) {
        uint8_t *row = wall_grid_row(grid, y);
        for (int x = 0; x < level->width; x++)
            row[x] = joins_walls[level->tiles[y * level->width + x]];
    }
    return ERR_OK;
}

static void count_sides(const struct wall_grid *grid, const uint8_t *cell, struct walls *walls)
{
    const int sides[] = {-grid->stride, 1, grid->stride, -1};
    const int before[] = {-1, -grid->stride, -1, -grid->stride};

    for (int i = 0; i < 4; i++) {
        walls->sides += cell[sides[i]];
        walls->runs += cell[sides[i]] & (cell[before[i]] | !cell[before[i] + sides[i]]);
    }
}

/* Counts the walls by area; [0] has the sum of all. */
static void count_walls(const struct level *level, const struct wall_grid *grid,
                        struct walls *walls)
{
    for (int y = 0; y < level->height; y++) {
        const uint8_t *row = wall_grid_row(grid, y);
        for (int x = 0; x < level->width; x++) {
            uint16_t area = level->area_of[y * level->width + x];
            if ((area != PLACE_NONE) & !row[x])
                count_sides(grid, row + x, &walls[area]);
        }
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
    struct wall_grid grid;

    if (walls == NULL || wall_grid_init(&grid, level) != ERR_OK) {
        free(walls);
        return ERR_MEMORY;
    }
    count_walls(level, &grid, walls);
    free(grid.cells);
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

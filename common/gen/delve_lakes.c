/*
 * Lakes and the bridges over them. Water lies over rock and floor alike, so that one sees across
 * it from room to room; it is let in only where all dry ground stays in one piece.
 */
#include "base/check.h"
#include "gen/delve.h"

enum {
    LAKE_TRIES = 30,     /* places looked at for each lake */
    LAKE_CELLS_MIN = 24, /* smaller ones are puddles */
    LAKE_FLOOR_MIN = 8,  /* of its cells were floor: others are seen by nobody */
    BRIDGE_LENGTH_MIN = 2,
    BRIDGE_LENGTH_MAX = 14,
};

struct lake {
    uint64_t rows[SHAPE_HEIGHT]; /* bit 0 is left dry, as a margin */
    int height;
    int x; /* of bit 0 */
    int y; /* of the first row */
};

struct flooding {
    struct delve *delve;
    struct grid open; /* where one can walk */
    int open_count;
};

static bool is_in_lake(const struct lake *lake, int x, int y)
{
    return lake->rows[y] >> x & 1;
}

static uint64_t widened(uint64_t bits)
{
    return bits << 1 | bits | bits >> 1;
}

/* Floor beside a wall that the blob does not cover stays dry, as a way along the shore. */
static void leave_shores(const struct flooding *flooding, struct lake *lake)
{
    uint64_t walls[SHAPE_HEIGHT + 2]; /* from the row above the lake */

    for (int y = -1; y <= lake->height; y++) {
        uint64_t covered = y >= 0 && y < lake->height ? lake->rows[y] : 0;
        walls[y + 1] = widened(~grid_window(&flooding->open, lake->x, lake->y + y) & ~covered);
    }
    for (int y = 0; y < lake->height; y++) {
        uint64_t beside = walls[y] | walls[y + 1] | walls[y + 2];
        lake->rows[y] &= ~(beside & grid_window(&flooding->open, lake->x, lake->y + y));
    }
}

/* A blob somewhere on the map, without the cells that must stay dry. */
static bool design_lake(const struct flooding *flooding, int size, struct lake *lake)
{
    struct gen_map *map = flooding->delve->map;
    int width = rng_range(&map->rng, size / 2, size);
    int height = rng_range(&map->rng, size / 4, size / 2);

    width = width < map->width - 4 ? width : map->width - 4;
    height = height < map->height - 4 ? height : map->height - 4;
    lake->height = height;
    lake->x = rng_range(&map->rng, 2, map->width - 2 - width) - 1;
    lake->y = rng_range(&map->rng, 2, map->height - 2 - height);
    blob_grow(&map->rng, width, height, lake->rows);
    for (int y = 0; y < height; y++)
        lake->rows[y] <<= 1;
    leave_shores(flooding, lake);
    for (int y = 0; y < height; y++)
        lake->rows[y] &= ~grid_window(&flooding->delve->kept, lake->x, lake->y + y);
    return blob_keep_largest(lake->rows, height) >= LAKE_CELLS_MIN;
}

/* Closes or opens again in survey.open the cells of the lake; returns how many were changed. */
static int set_open(struct gen_map *map, const struct lake *lake, bool is_open)
{
    int changed = 0;

    for (int y = 0; y < lake->height; y++) {
        for (int x = 0; x < SHAPE_WIDTH && lake->rows[y] >> x != 0; x++) {
            if (!is_in_lake(lake, x, y) || !gen_map_is_open(map, lake->x + x, lake->y + y))
                continue;
            map->survey.open[gen_map_cell(map, lake->x + x, lake->y + y)] = is_open;
            changed++;
        }
    }
    return changed;
}

/* Lets the water into an open cell too. False if that must stay dry or lies off the canvas. */
static bool drown(struct flooding *flooding, struct lake *lake, int x, int y)
{
    struct gen_map *map = flooding->delve->map;

    if (y < 0 || y >= lake->height || x < 1 || x >= SHAPE_WIDTH - 1 ||
        (grid_window(&flooding->delve->kept, lake->x + x, lake->y + y) & 1) != 0)
        return false;
    lake->rows[y] |= UINT64_C(1) << x;
    map->survey.open[gen_map_cell(map, lake->x + x, lake->y + y)] = 0;
    return true;
}

/* Drowns cells beside the lake cell (x, y) that the water has made dead ends. False if such an end
 * has to stay. */
static bool drown_ends_at(struct flooding *flooding, struct lake *lake, int x, int y, bool *grew)
{
    static const int step_x[4] = {0, 1, 0, -1};
    static const int step_y[4] = {-1, 0, 1, 0};
    struct gen_map *map = flooding->delve->map;

    for (int i = 0; i < 4; i++) {
        int next_x = x + step_x[i];
        int next_y = y + step_y[i];
        int cell = gen_map_cell(map, lake->x + next_x, lake->y + next_y);
        if (!map->survey.open[cell] || survey_exits(&map->survey, cell) > 1)
            continue;
        if (!drown(flooding, lake, next_x, next_y))
            return false;
        *grew = true;
    }
    return true;
}

static bool drown_ends(struct flooding *flooding, struct lake *lake)
{
    bool grew = true;

    while (grew) {
        grew = false;
        for (int y = 0; y < lake->height; y++) {
            for (int x = 0; x < SHAPE_WIDTH && lake->rows[y] >> x != 0; x++) {
                if (is_in_lake(lake, x, y) && !drown_ends_at(flooding, lake, x, y, &grew))
                    return false;
            }
        }
    }
    return true;
}

static int first_open(const struct survey *survey)
{
    int cell = 0;

    while (cell < survey->cell_count && !survey->open[cell])
        cell++;
    return cell;
}

static void fill_lake(struct flooding *flooding, const struct lake *lake)
{
    struct delve *delve = flooding->delve;

    for (int y = 0; y < lake->height; y++) {
        uint64_t bits = lake->rows[y];
        for (int x = 0; x < SHAPE_WIDTH && bits >> x != 0; x++) {
            if (is_in_lake(lake, x, y))
                gen_map_set(delve->map, lake->x + x, lake->y + y, TILE_WATER_DEEP);
        }
        for (int near = -1; near <= 1; near++)
            grid_add(&delve->blocked, lake->x, lake->y + y + near, widened(bits));
        grid_remove(&flooding->open, lake->x, lake->y + y, bits);
    }
}

/* Floods one place, if it does no harm. */
static bool try_lake(struct flooding *flooding, int size)
{
    struct gen_map *map = flooding->delve->map;
    struct lake lake;

    if (!design_lake(flooding, size, &lake))
        return false;
    bool is_right = set_open(map, &lake, false) >= LAKE_FLOOR_MIN && drown_ends(flooding, &lake);
    int dry = flooding->open_count - set_open(map, &lake, false);
    if (!is_right || dry == 0 || survey_flood(&map->survey, first_open(&map->survey)) != dry) {
        set_open(map, &lake, true);
        return false;
    }
    fill_lake(flooding, &lake);
    flooding->open_count = dry;
    return true;
}

void delve_flood_lakes(struct delve *delve, int lakes_max, int size)
{
    struct survey *survey = &delve->map->survey;
    struct flooding flooding = {.delve = delve};

    survey_load(survey, delve->map->tiles);
    for (int y = 0; y < survey->height; y++) {
        const uint8_t *open = survey->open + y * survey->width;
        for (int x = 0; x < survey->width; x++) {
            grid_add(&flooding.open, x, y, open[x]);
            flooding.open_count += open[x];
        }
    }
    for (int i = 0; i < lakes_max; i++) {
        for (int tries = 0; tries < LAKE_TRIES && !try_lake(&flooding, size); tries++)
            continue;
    }
}

static bool is_water(const struct gen_map *map, struct pos at)
{
    return gen_map_tile(map, at.x, at.y) == TILE_WATER_DEEP;
}

static bool is_floor(const struct gen_map *map, struct pos at)
{
    return gen_map_tile(map, at.x, at.y) == TILE_FLOOR;
}

/* The far end of a straight way over water from the floor cell `from`; false if there is none. */
static bool find_crossing(const struct gen_map *map, struct pos from, enum dir dir, struct pos *to,
                          int *length)
{
    enum dir side = dir == DIR_EAST ? DIR_NORTH : DIR_EAST;

    *to = pos_step(from, dir);
    for (*length = 0; *length <= BRIDGE_LENGTH_MAX && is_water(map, *to); ++*length) {
        if (!is_water(map, pos_step(*to, side)) ||
            !is_water(map, pos_step(*to, dir_opposite(side))))
            return false;
        *to = pos_step(*to, dir);
    }
    return *length >= BRIDGE_LENGTH_MIN && *length <= BRIDGE_LENGTH_MAX && is_floor(map, *to);
}

static int list_crossings(struct gen_map *map, uint32_t *crossings)
{
    static const enum dir dirs[2] = {DIR_EAST, DIR_SOUTH};
    const int step[2] = {1, map->width};
    const uint8_t *tiles = map->tiles;
    struct pos to;
    int length;
    int count = 0;

    for (int cell = 0; cell < map->survey.cell_count; cell++) {
        for (int i = 0; i < 2; i++) {
            bool is_shore = (tiles[cell] == TILE_FLOOR) && tiles[cell + step[i]] == TILE_WATER_DEEP;
            if (is_shore && find_crossing(map, gen_map_pos(map, cell), dirs[i], &to, &length))
                crossings[count++] = (uint32_t)(cell * DIR_COUNT + (int)dirs[i]);
        }
    }
    return count;
}

static bool build_bridge(struct gen_map *map, struct pos from, enum dir dir, int detour)
{
    struct pos to;
    int length;

    if (!find_crossing(map, from, dir, &to, &length))
        return false;
    int from_cell = gen_map_cell(map, from.x, from.y);
    int to_cell = gen_map_cell(map, to.x, to.y);
    if (survey_is_near(&map->survey, from_cell, to_cell, detour + length))
        return false;
    for (struct pos at = pos_step(from, dir); !pos_equal(at, to); at = pos_step(at, dir)) {
        gen_map_set(map, at.x, at.y, TILE_BRIDGE);
        map->survey.open[gen_map_cell(map, at.x, at.y)] = 1;
    }
    return true;
}

void delve_build_bridges(struct delve *delve, int bridges_max, int detour)
{
    struct gen_map *map = delve->map;
    /* The sites take one number a cell at most: the second half of the list is free. A crossing
     * takes two cells of water or more, and a cell of water is part of two crossings at most. */
    uint32_t *crossings = map->survey.order + map->survey.cell_count;
    int built = 0;

    survey_load(&map->survey, map->tiles);
    int count = list_crossings(map, crossings);
    rng_shuffle(&map->rng, crossings, (uint32_t)count);
    for (int i = 0; i < count && built < bridges_max; i++) {
        struct pos from = gen_map_pos(map, (int)(crossings[i] / DIR_COUNT));
        enum dir dir = (enum dir)(crossings[i] % DIR_COUNT);
        built += build_bridge(map, from, dir, detour);
    }
}

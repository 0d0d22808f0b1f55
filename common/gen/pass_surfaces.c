/*
 * Surfaces: shallows, grass, rubble and the like on the floor. Shallows follow deep water; the rest
 * spreads from a few cells as the theme of the depth says. Surfaces do not change where a body can
 * walk.
 */
#include "gen/passes.h"

#include <string.h>

#include "base/check.h"
#include "content/theme.h"

enum {
    /* king's moves from deep water within which floor becomes shallows */
    SHORE = 2,
    FAR_SHORE_PERCENT = 55, /* percent of the farther cells that become shallows */
    SHORE_SHARE = 4,        /* cells of a shore that count as one of the level's share */
    SPREADS_MAX = 200,      /* most spreads of a level; the number fits a byte */
    SPREAD_CELLS_MIN = 30,  /* cells of one surface */
    SPREAD_CELLS_MAX = 90,
    HEART_PERCENT = 95,    /* chance in percent to spread to the next cell, in the first half */
    RIM_PERCENT = 55,      /* and in the second */
    CORE_CELLS = 14,       /* cells in the middle of grass that may be a thicket */
    RUBBLE_HALL_CELLS = 3, /* most cells of a hall that one spread of rubble covers */
    HOLE_SIDES = 3,        /* sides of a surface on which it closes over a cell */
    /* a level draws its share between these percents of the knob's value */
    LEAST_PERCENT = 75,
    MOST_PERCENT = 125,
};

static enum tile_id pick_growth(struct rng *rng, const struct theme_growth *growth)
{
    int roll = rng_range(rng, 1, growth->grass + growth->rubble + growth->puddles);

    if (roll <= growth->grass)
        return TILE_GRASS;
    return roll <= growth->grass + growth->rubble ? TILE_RUBBLE : TILE_SHALLOWS;
}

/* Stores in mask[] the nearness of deep water, as SHORE + 1 minus the king's moves; 0: farther than
   SHORE. */
static void mark_shores(struct gen_map *map)
{
    uint8_t *near = map->survey.mask;

    memset(near, 0, (size_t)map->survey.cell_count);
    for (int cell = 0; cell < map->survey.cell_count; cell++) {
        if (map->tiles[cell] != TILE_WATER_DEEP)
            continue;
        struct pos at = gen_map_pos(map, cell);
        for (int dy = -SHORE; dy <= SHORE; dy++) {
            for (int dx = -SHORE; dx <= SHORE; dx++) {
                struct pos to = pos_of(at.x + dx, at.y + dy);
                int nearness = SHORE + 1 - pos_distance(at, to);
                if (gen_map_is_inner(map, to.x, to.y) &&
                    near[cell + dy * map->width + dx] < nearness)
                    near[cell + dy * map->width + dx] = (uint8_t)nearness;
            }
        }
    }
}

/* Returns the number of cells that became shallows. */
static int wet_shores(struct gen_map *map)
{
    int count = 0;

    if (memchr(map->tiles, TILE_WATER_DEEP, (size_t)map->survey.cell_count) == NULL)
        return 0;
    mark_shores(map);
    for (int cell = 0; cell < map->survey.cell_count; cell++) {
        if ((map->tiles[cell] != TILE_FLOOR) | (map->survey.mask[cell] == 0))
            continue;
        if (map->survey.mask[cell] == SHORE || rng_percent(&map->rng, FAR_SHORE_PERCENT)) {
            map->tiles[cell] = TILE_SHALLOWS;
            count++;
        }
    }
    return count;
}

/* A spread of a surface. */
struct spread {
    enum tile_id kind;
    bool has_thicket; /* in the middle */
    uint8_t number;   /* from 1; marks in mask[] the cells that were asked */
    int cells;        /* that it may have */
    int hall_cells;   /* cells of halls that it has */
};

static bool is_rock(const struct gen_map *map, int cell)
{
    return map->tiles[cell] == TILE_ROCK;
}

/* True for rubble that would go on and on along a hall: it is slow to walk. */
static bool is_long_in_hall(const struct gen_map *map, struct spread *spread, int cell)
{
    int width = map->width;
    bool is_hall = (is_rock(map, cell - 1) && is_rock(map, cell + 1)) ||
                   (is_rock(map, cell - width) && is_rock(map, cell + width));

    if (spread->kind != TILE_RUBBLE || !is_hall)
        return false;
    return ++spread->hall_cells > RUBBLE_HALL_CELLS;
}

static void cover(struct gen_map *map, const struct spread *spread, int cell, int n)
{
    bool is_thicket = spread->has_thicket && n < CORE_CELLS;

    map->tiles[cell] = (uint8_t)(is_thicket ? TILE_THICKET : spread->kind);
}

/* Covers the bare cells beside the first `count` cells of queue[] that have the surface on most
   sides. Returns their number. */
static int close_holes(struct gen_map *map, const struct spread *spread, int count)
{
    struct survey *survey = &map->survey;
    int step[4] = {-map->width, 1, map->width, -1};
    int closed = 0;

    for (int i = 0; i < count * 4; i++) {
        int cell = survey->queue[i / 4] + step[i % 4];
        int sides = 0;
        if (map->tiles[cell] != TILE_FLOOR)
            continue;
        for (int k = 0; k < 4; k++)
            sides += map->tiles[cell + step[k]] == spread->kind ||
                     map->tiles[cell + step[k]] == TILE_THICKET;
        if (sides < HOLE_SIDES)
            continue;
        map->tiles[cell] = (uint8_t)spread->kind;
        closed++;
    }
    return closed;
}

/* Spreads a surface from `from`, densely at first. Cells that were refused are not tried again.
   Returns the number of cells taken. */
static int spread_from(struct gen_map *map, struct spread *spread, int from)
{
    struct survey *survey = &map->survey;
    int step[4] = {-map->width, 1, map->width, -1};
    int count = 0;

    survey->queue[count++] = from;
    survey->mask[from] = spread->number;
    for (int head = 0; head < count; head++) {
        int at = survey->queue[head];
        cover(map, spread, at, head);
        for (int i = 0; i < 4 && count < spread->cells; i++) {
            int next = at + step[i];
            int chance = count * 2 < spread->cells ? HEART_PERCENT : RIM_PERCENT;
            if ((map->tiles[next] != TILE_FLOOR) | (survey->mask[next] == spread->number))
                continue;
            survey->mask[next] = spread->number;
            if (rng_percent(&map->rng, chance) && !is_long_in_hall(map, spread, next))
                survey->queue[count++] = next;
        }
    }
    return count + close_holes(map, spread, count);
}

static bool is_surface(uint8_t tile)
{
    return tile == TILE_SHALLOWS || tile == TILE_GRASS || tile == TILE_RUBBLE ||
           tile == TILE_THICKET;
}

/* Lists the bare floor in order[]; counts the cells that have a surface. */
static int list_floor(struct gen_map *map, int *surfaces)
{
    int count = 0;

    *surfaces = 0;
    for (int cell = 0; cell < map->survey.cell_count; cell++) {
        map->survey.order[count] = (uint32_t)cell;
        count += map->tiles[cell] == TILE_FLOOR;
        *surfaces += is_surface(map->tiles[cell]);
    }
    return count;
}

void pass_grow_surfaces(struct gen_map *map)
{
    int percent = map->furnishing.surfaces_percent;
    const struct theme_growth *growth =
        &theme_of_depth(setpieces_themes(map->furnishing.pieces), map->furnishing.depth)->growth;
    int surfaces;

    if (percent == 0)
        return;
    int shore = wet_shores(map);
    memset(map->survey.mask, 0, (size_t)map->survey.cell_count);
    int count = list_floor(map, &surfaces);
    int share = rng_range(&map->rng, percent * LEAST_PERCENT / 100, percent * MOST_PERCENT / 100);
    int wanted = (count + surfaces) * share / 100;
    surfaces -= shore - shore / SHORE_SHARE;
    for (int i = 0; i < SPREADS_MAX && count > 0 && surfaces < wanted; i++) {
        int cell = (int)map->survey.order[rng_below(&map->rng, (uint32_t)count)];
        struct spread spread = {.kind = pick_growth(&map->rng, growth), .number = (uint8_t)(i + 1)};
        spread.has_thicket = spread.kind == TILE_GRASS && rng_percent(&map->rng, growth->thickets);
        spread.cells = rng_range(&map->rng, SPREAD_CELLS_MIN, SPREAD_CELLS_MAX);
        if (map->tiles[cell] == TILE_FLOOR)
            surfaces += spread_from(map, &spread, cell);
    }
}

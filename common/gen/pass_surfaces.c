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
    SPREADS_MAX = 200,      /* most spreads of a level; the number fits a byte */
    SPREAD_CELLS = 90,      /* most cells of one surface */
    SPREAD_PERCENT = 62,    /* chance in percent to spread to the next cell */
    CORE_CELLS = 14,        /* cells in the middle of grass that may be a thicket */
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

static void wet_shores(struct gen_map *map)
{
    if (memchr(map->tiles, TILE_WATER_DEEP, (size_t)map->survey.cell_count) == NULL)
        return;
    mark_shores(map);
    for (int cell = 0; cell < map->survey.cell_count; cell++) {
        if ((map->tiles[cell] != TILE_FLOOR) | (map->survey.mask[cell] == 0))
            continue;
        if (map->survey.mask[cell] == SHORE || rng_percent(&map->rng, FAR_SHORE_PERCENT))
            map->tiles[cell] = TILE_SHALLOWS;
    }
}

/* Returns the tile of the n-th cell of a spread; grass may have a thicket in its middle. */
static enum tile_id grown(enum tile_id kind, bool has_thicket, int n)
{
    return has_thicket && n < CORE_CELLS ? TILE_THICKET : kind;
}

/* Spreads a surface from `from`. Cells that were refused are marked in mask[] with the number of
   the spread, from 1, and not tried again. Returns the number of cells taken. */
static int spread(struct gen_map *map, int from, enum tile_id kind, bool has_thicket,
                  uint8_t number)
{
    struct survey *survey = &map->survey;
    int step[4] = {-map->width, 1, map->width, -1};
    int count = 0;

    survey->queue[count++] = from;
    survey->mask[from] = number;
    for (int head = 0; head < count; head++) {
        int at = survey->queue[head];
        map->tiles[at] = (uint8_t)grown(kind, has_thicket, head);
        for (int i = 0; i < 4 && count < SPREAD_CELLS; i++) {
            int next = at + step[i];
            if ((map->tiles[next] != TILE_FLOOR) | (survey->mask[next] == number))
                continue;
            survey->mask[next] = number;
            if (rng_percent(&map->rng, SPREAD_PERCENT))
                survey->queue[count++] = next;
        }
    }
    return count;
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
    wet_shores(map);
    memset(map->survey.mask, 0, (size_t)map->survey.cell_count);
    int count = list_floor(map, &surfaces);
    int share = rng_range(&map->rng, percent * LEAST_PERCENT / 100, percent * MOST_PERCENT / 100);
    int wanted = (count + surfaces) * share / 100;
    for (int i = 0; i < SPREADS_MAX && count > 0 && surfaces < wanted; i++) {
        int cell = (int)map->survey.order[rng_below(&map->rng, (uint32_t)count)];
        enum tile_id kind = pick_growth(&map->rng, growth);
        bool has_thicket = kind == TILE_GRASS && rng_percent(&map->rng, growth->thickets);
        if (map->tiles[cell] == TILE_FLOOR)
            surfaces += spread(map, cell, kind, has_thicket, (uint8_t)(i + 1));
    }
}

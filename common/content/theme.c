/*
 * The table of depth bands, and the two draws made from a row of it.
 */
#include "content/theme.h"

#include <string.h>

#include "base/check.h"
#include "base/rng.h"

/* A draw from a level's cosmetic stream; see rng_level_seed(). */
enum theme_draw {
    DRAW_PLAN = 1,
    DRAW_NAME = 2,
};

// clang-format off
static const struct theme_row theme_table[] = {
    {
        .name = "the Cellars", .depth_first = 1, .style = "rooms",
        .width = 84, .height = 40, .tint = THEME_TINT_BRICK,
        .growth = {.grass = 1, .rubble = 4, .puddles = 3, .thickets = 20},
        .plans = {
            {.style = "rooms", .weight = 5,
             .settings = {{"tries", 120}, {"loops_min", 8}, {"landmark", 100}}},
            {.style = "regions", .weight = 3,
             .settings = {{"skip", 0}, {"junctions", 1}, {"exits", 100}, {"loops_min", 4},
                          {"landmark", 100}}},
            {.style = "rooms", .weight = 1,
             .settings = {{"gap", 2}, {"tries_min", 150}, {"side_max", 12}, {"landmark", 100}}},
        },
        .level_names = {"the Wine Cellar", "the Coal Cellar", "the Root Cellar", "the Salt Vaults",
                        "the Cooper's Store", "the Brewer's Vaults"},
    },
    {
        .name = "the Old Fort", .depth_first = 3, .style = "chain",
        .width = 100, .height = 57, .tint = THEME_TINT_STONE,
        .growth = {.grass = 3, .rubble = 6, .puddles = 0, .thickets = 15},
        .plans = {
            {.style = "chain", .weight = 5},
            {.style = "chain", .weight = 2, .settings = {{"galleries", 60}, {"doors", 80}}},
            {.style = "regions", .weight = 3,
             .settings = {{"exits", 80}, {"jitter", 25}, {"doors", 100}, {"width_min", 6},
                          {"height_min", 4}}},
        },
        .level_names = {"the Gatehouse", "the Barracks", "the Armoury", "the Long Gallery",
                        "the Lower Ward", "the Garrison"},
    },
    {
        .name = "the Warrens", .depth_first = 6, .style = "digger",
        .width = 100, .height = 57, .tint = THEME_TINT_EARTH,
        .growth = {.grass = 7, .rubble = 1, .puddles = 1, .thickets = 30},
        .plans = {
            {.style = "digger", .weight = 6,
             .settings = {{"caves", 11}, {"caves_min", 5}, {"landmark", 58}}},
            {.style = "digger", .weight = 2, .width = 120, .height = 57,
             .settings = {{"caves", 8}, {"landmark", 58}}},
            {.style = "caves", .weight = 2, .width = 84, .height = 45,
             .settings = {{"fill", 45}, {"fill_min", 42}, {"pillars", 1}}},
        },
        .level_names = {"the Burrows", "the Gnawed Halls", "the Crawl", "the Tangle",
                        "the Litter", "the Thousand Mouths"},
    },
    {
        .name = "the Flooded Halls", .depth_first = 9, .style = "delve",
        .width = 110, .height = 60, .tint = THEME_TINT_MOSS,
        .growth = {.grass = 3, .rubble = 0, .puddles = 6, .thickets = 20},
        .plans = {
            {.style = "delve", .weight = 6,
             .settings = {{"lakes", 6}, {"lake_size", 30}, {"bridges", 6}}},
            {.style = "delve", .weight = 3},
            {.style = "regions", .weight = 1, .width = 100, .height = 57,
             .settings = {{"skip", 0}, {"width_min", 6}}},
        },
        .level_names = {"the Cisterns", "the Sunken Court", "the Weeping Stair", "the Black Pools",
                        "the Drowned Chapel", "the Sluices"},
    },
    {
        .name = "the Deep Caves", .depth_first = 13, .style = "caves",
        .width = 120, .height = 60, .tint = THEME_TINT_CRYSTAL,
        .growth = {.grass = 0, .rubble = 5, .puddles = 3, .thickets = 0},
        .plans = {
            {.style = "caves", .weight = 5,
             .settings = {{"fill", 47}, {"fill_min", 42}, {"pillars", 1}}},
            {.style = "caves", .weight = 2,
             .settings = {{"fill", 43}, {"fill_min", 42}, {"rounds", 5}}},
            {.style = "digger", .weight = 2,
             .settings = {{"caves", 11}, {"caves_min", 5}}},
            {.style = "delve", .weight = 2, .settings = {{"caves", 80}, {"prefabs", 0}}},
        },
        .level_names = {"the Echoing Dark", "the Glass Grotto", "the Bat Roost",
                        "the Fallen Columns", "the Blind River", "the Hollow"},
    },
    {
        .name = "the Long Maze", .depth_first = 17, .style = "maze",
        .width = 99, .height = 57, .tint = THEME_TINT_STONE,
        .growth = {.grass = 8, .rubble = 1, .puddles = 0, .thickets = 75},
        .plans = {
            {.style = "maze", .weight = 3},
            {.style = "maze", .weight = 1, .width = 81, .height = 45,
             .settings = {{"change", 60}}},
        },
        .level_names = {"the Maze of the Drowned", "the Turning Ways", "the House of Doors",
                        "the Knot", "the Blind Streets", "the Thread"},
    },
    {
        .name = "the Undercroft", .depth_first = 18, .style = "delve",
        .width = 140, .height = 70, .tint = THEME_TINT_BONE,
        .growth = {.grass = 2, .rubble = 5, .puddles = 2, .thickets = 40},
        .plans = {
            {.style = "delve", .weight = 6,
             .settings = {{"attempts_min", 60}, {"attempts", 130}, {"landmark", 80}}},
            {.style = "caves", .weight = 3, .width = 130, .height = 66,
             .settings = {{"fill", 46}, {"fill_min", 42}, {"pillars", 1}, {"landmark", 100}}},
            {.style = "regions", .weight = 2,
             .settings = {{"skip", 0}, {"junctions", 2}, {"width_min", 8}, {"height_min", 4},
                          {"landmark", 100}}},
            {.style = "chain", .weight = 2, .width = 110, .height = 60},
            {.style = "maze", .weight = 1, .width = 99, .height = 57},
        },
        .level_names = {"the Ossuary", "the Crypt of Kings", "the Nameless Vault",
                        "the Pillared Deep", "the Silent Nave", "the Last Lamp"},
    },
};
// clang-format on

enum { THEME_COUNT = sizeof theme_table / sizeof theme_table[0] };

/* Returns the host's theme for the depth. A theme of its own is preferred to one that only adds
   names to a built-in theme. */
static const struct theme_row *host_theme_of(const struct themes *themes, int depth)
{
    const struct theme_row *found = NULL;

    for (size_t i = 0; themes != NULL && i < themes->count; i++) {
        const struct host_theme *theme = &themes->rows[i];
        if (depth >= theme->row.depth_first && depth <= theme->depth_last &&
            (found == NULL || !theme->adds_names))
            found = &theme->row;
    }
    return found;
}

const struct theme_row *theme_of_depth(const struct themes *themes, int depth)
{
    CHECK(depth >= 1 && depth <= DEPTH_MAX);
    const struct theme_row *found = host_theme_of(themes, depth);

    if (found != NULL)
        return found;
    found = &theme_table[0];

    for (size_t i = 1; i < THEME_COUNT; i++) {
        if (theme_table[i].depth_first <= depth)
            found = &theme_table[i];
    }
    return found;
}

const struct theme_row *theme_find(const char *name, int *out_last)
{
    for (size_t i = 0; i < THEME_COUNT; i++) {
        if (strcmp(theme_table[i].name, name) == 0) {
            *out_last = i + 1 < THEME_COUNT ? theme_table[i + 1].depth_first - 1 : DEPTH_MAX;
            return &theme_table[i];
        }
    }
    return NULL;
}

/* Returns a random number below `bound` that depends only on the level and the draw. */
static uint32_t draw_below(uint64_t world_seed, int wing, int depth, uint64_t generation,
                           enum theme_draw draw, uint32_t bound)
{
    uint64_t place = (uint64_t)depth | (uint64_t)wing << 32;
    uint64_t purpose = (uint64_t)RNG_COSMETIC | (uint64_t)draw << 8;
    struct rng rng;

    rng_init(&rng, rng_level_seed(world_seed, place, generation, purpose));
    return rng_below(&rng, bound);
}

static int plan_count(const struct theme_row *theme)
{
    int count = 0;

    while (count < THEME_PLANS_MAX && theme->plans[count].style != NULL)
        count++;
    return count;
}

static uint32_t name_count(const struct theme_row *theme)
{
    uint32_t count = 0;

    while (count < THEME_LEVEL_NAMES && theme->level_names[count] != NULL)
        count++;
    return count;
}

const struct theme_plan *theme_plan_of_level(const struct themes *themes, uint64_t world_seed,
                                             int wing, int depth, uint64_t generation)
{
    const struct theme_row *theme = theme_of_depth(themes, depth);
    int count = plan_count(theme);
    int sum = 0;

    for (int i = 0; i < count; i++)
        sum += theme->plans[i].weight;
    int drawn = (int)draw_below(world_seed, wing, depth, generation, DRAW_PLAN, (uint32_t)sum);
    int chosen = 0;
    while (drawn >= theme->plans[chosen].weight)
        drawn -= theme->plans[chosen++].weight;
    return &theme->plans[chosen];
}

/* Returns a level's name. The band's levels have its names in their order, from a first one drawn
   for the whole band. */
const char *theme_level_name(const struct themes *themes, uint64_t world_seed, int wing, int depth)
{
    const struct theme_row *theme = theme_of_depth(themes, depth);
    uint32_t count = name_count(theme);
    uint32_t first = draw_below(world_seed, wing, theme->depth_first, 0, DRAW_NAME, count);
    uint32_t below = (uint32_t)(depth - theme->depth_first);

    return theme->level_names[(first + below) % count];
}

enum {
    HAVEN_EVERY = 5, /* depths from one haven to the next */
    GATE = 1,        /* depth of the Gate */
};

int haven_depth(int number)
{
    CHECK(number >= 0 && number < HAVEN_COUNT);
    return number == 0 ? GATE : number * HAVEN_EVERY;
}

int haven_number(int depth)
{
    for (int number = 0; number < HAVEN_COUNT; number++) {
        if (haven_depth(number) == depth)
            return number;
    }
    return HAVEN_COUNT;
}

enum { HEARTH_EVERY = 3 };

bool hearth_is_on(int depth)
{
    return depth % HEARTH_EVERY == 0 && haven_number(depth) == HAVEN_COUNT;
}

/*
 * Style `delve`: rooms, caves and hand-drawn places grown one onto another; lakes let in where all
 * ground stays joined, bridges across them; blind halls that end in a shrine; and short cuts
 * wherever the way round is long. After the ideas of Brogue's Architect.c (B. Walker).
 */
#include "gen/delve.h"
#include "gen/registry.h"

enum delve_knob {
    DELVE_ATTEMPTS,
    DELVE_CAVES,
    DELVE_PREFABS,
    DELVE_HALLS,
    DELVE_HALL_LENGTH,
    DELVE_DOORS,
    DELVE_LOOPS,
    DELVE_DETOUR,
    DELVE_LAKES,
    DELVE_LAKE_SIZE,
    DELVE_BRIDGES,
    DELVE_SHRINES,
};

enum {
    SCALE_CELLS = 100 * 57,
    FIRST_TRIES = 20,
    HALL_LENGTH_MIN = 2,
    BRIDGE_DETOUR_DIVISOR = 4, /* a bridge is a sight of its own: it need not save as much */
    LOOP_REACH = 8,            /* cells of rock */
    NICHE_LENGTH_MIN = 2,
    NICHE_LENGTH_MAX = 5,
    NICHE_TRIES = 6, /* shapes tried for each shrine */
};

/* Knobs count the things of a level of 100 by 57; here in proportion, but not none for some. */
static int scaled(const struct gen_map *map, int count)
{
    int cells = map->width * map->height;
    int here = (count * cells + SCALE_CELLS / 2) / SCALE_CELLS;

    return here == 0 && count > 0 ? 1 : here;
}

/* The first shape is large; what does not fit a small map gives way to smaller ones. */
static bool place_first(struct delve *delve, struct shape *shape, const int *knobs)
{
    struct gen_map *map = delve->map;

    for (int i = 0; i < FIRST_TRIES; i++) {
        bool is_cavern = i == 0 && rng_percent(&map->rng, knobs[DELVE_CAVES]);
        int percent_large = i < FIRST_TRIES / 2 ? 100 : 0;
        bool is_right = is_cavern ? shape_design_cavern(shape, map)
                                  : shape_design(shape, map, knobs[DELVE_CAVES], percent_large);
        if (is_right && delve_place_first(delve, shape))
            return true;
    }
    return false;
}

static void maybe_add_hall(struct shape *shape, struct rng *rng, const int *knobs)
{
    int longest = knobs[DELVE_HALL_LENGTH];

    if (rng_percent(rng, knobs[DELVE_HALLS]))
        shape_add_hall(shape, rng, rng_range(rng, HALL_LENGTH_MIN, longest));
}

/* Drawn places first, while there is room for them; then large shapes, fewer and fewer. */
static void grow(struct delve *delve, struct shape *shape, const int *knobs)
{
    struct rng *rng = &delve->map->rng;
    int attempts = scaled(delve->map, knobs[DELVE_ATTEMPTS]);
    int prefabs = scaled(delve->map, knobs[DELVE_PREFABS]);

    for (int i = 0; i < prefabs; i++) {
        uint32_t which = rng_below(rng, (uint32_t)prefab_count());
        shape_draw_prefab(shape, rng, prefab_at(which));
        maybe_add_hall(shape, rng, knobs);
        delve_attach(delve, shape, knobs[DELVE_DOORS]);
    }
    for (int i = 0; i < attempts; i++) {
        int percent_large = 100 - 100 * i / attempts;
        int percent_caves = knobs[DELVE_CAVES] * percent_large / 100;
        if (!shape_design(shape, delve->map, percent_caves, percent_large))
            continue;
        maybe_add_hall(shape, rng, knobs);
        delve_attach(delve, shape, knobs[DELVE_DOORS]);
    }
}

static void add_shrines(struct delve *delve, struct shape *shape, const int *knobs)
{
    struct rng *rng = &delve->map->rng;
    int shrines = scaled(delve->map, knobs[DELVE_SHRINES]);

    for (int i = 0; i < shrines; i++) {
        for (int tries = 0; tries < NICHE_TRIES; tries++) {
            int length = rng_range(rng, NICHE_LENGTH_MIN, NICHE_LENGTH_MAX);
            shape_design_niche(shape, rng, length);
            if (delve_attach(delve, shape, knobs[DELVE_DOORS]))
                break;
        }
    }
}

static bool draw_delve(struct gen_map *map, const int *knobs)
{
    struct delve delve;
    struct shape shape;

    delve_init(&delve, map);
    if (!place_first(&delve, &shape, knobs))
        return false;
    grow(&delve, &shape, knobs);
    delve_flood_lakes(&delve, scaled(map, knobs[DELVE_LAKES]), knobs[DELVE_LAKE_SIZE]);
    delve_build_bridges(&delve, scaled(map, knobs[DELVE_BRIDGES]),
                        knobs[DELVE_DETOUR] / BRIDGE_DETOUR_DIVISOR);
    add_shrines(&delve, &shape, knobs);
    map->finish.loops_max = scaled(map, knobs[DELVE_LOOPS]);
    map->finish.loop_detour = knobs[DELVE_DETOUR];
    map->finish.loop_reach = LOOP_REACH;
    map->finish.loop_door_percent = knobs[DELVE_DOORS];
    return true;
}

// clang-format off
const struct gen_builder gen_builder_delve = {
    .style = {
        .name = "delve",
        .help = "rooms, caves and drawn places grown together, with lakes, bridges and shrines",
        .width_min = 32,
        .height_min = 16,
        .knobs = {
            [DELVE_ATTEMPTS] = {"attempts", 1, 1000, 106, "places designed, fitting or not"},
            [DELVE_CAVES] = {"caves", 0, 100, 25, "places that are caves, percent, fewer later"},
            [DELVE_PREFABS] = {"prefabs", 0, 40, 3, "hand-drawn places tried"},
            [DELVE_HALLS] = {"halls", 0, 100, 60, "places joined by a hall, percent"},
            [DELVE_HALL_LENGTH] = {"hall_length", 2, SHAPE_HALL_MAX, 9, "longest hall, cells"},
            [DELVE_DOORS] = {"doors", 0, 100, 60, "doorways that get a door, percent"},
            [DELVE_LOOPS] = {"loops", 0, 200, 16, "short cuts at most"},
            [DELVE_DETOUR] = {"detour", 4, 200, 40, "steps saved for a short cut to be dug"},
            [DELVE_LAKES] = {"lakes", 0, 20, 3, "lakes at most"},
            [DELVE_LAKE_SIZE] = {"lake_size", 8, 40, 26, "widest lake, cells"},
            [DELVE_BRIDGES] = {"bridges", 0, 20, 4, "bridges over lakes at most"},
            [DELVE_SHRINES] = {"shrines", 0, 40, 4, "blind halls that end in a shrine, at most"},
        },
    },
    .finish = {.piece_min = 4},
    .draw = draw_delve,
};
// clang-format on

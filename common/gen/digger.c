/*
 * Style `digger`: winding maze caves, dug by diggers that wander one step at a time and only where
 * the cell two steps on is still rock, so that thin walls stay between the passages. After the
 * digger of a roguelike tutorial for beginners.
 *
 * A digger that is shut in dies and comes up elsewhere; that takes one of its steps. It never digs
 * the ring. Entrance and exit are placed when everything is joined.
 */
#include "gen/passes.h"
#include "gen/registry.h"

enum digger_knob {
    DIGGER_CAVES,
    DIGGER_STEPS,
    DIGGER_PIECE_MIN,
    DIGGER_PRUNE,
    DIGGER_LOOPS,
    DIGGER_DETOUR,
    DIGGER_REACH,
};

enum {
    START_MARGIN = 2, /* cells from the edge of the level to where a digger may come up */
    AREA_STANDARD = 100 * 57,
    FLOOR_SHARE = 8, /* one in so many steps, or cells if they are fewer, must have dug floor */
    DIRS = 4,
};

/* Rock on the level, the ring included. */
static bool is_rock(const struct gen_map *map, int x, int y)
{
    return x >= 0 && x < map->width && y >= 0 && y < map->height &&
           map->tiles[y * map->width + x] == TILE_ROCK;
}

static struct pos random_start(struct gen_map *map)
{
    int x = rng_range(&map->rng, START_MARGIN, map->width - 1 - START_MARGIN);
    int y = rng_range(&map->rng, START_MARGIN, map->height - 1 - START_MARGIN);

    return pos_of(x, y);
}

/* Where the digger goes next. False: no rock beside it, or none two steps on. */
static bool find_step(struct gen_map *map, struct pos at, struct pos *out)
{
    static const int east[DIRS] = {0, 1, 0, -1};
    static const int south[DIRS] = {-1, 0, 1, 0};
    uint32_t found[DIRS];
    uint32_t count = 0;
    bool has_rock_beside = false;

    for (uint32_t dir = 0; dir < DIRS; dir++) {
        has_rock_beside |= is_rock(map, at.x + east[dir], at.y + south[dir]);
        if (is_rock(map, at.x + 2 * east[dir], at.y + 2 * south[dir]))
            found[count++] = dir;
    }
    if (!has_rock_beside || count == 0)
        return false;
    uint32_t dir = found[rng_below(&map->rng, count)];
    *out = pos_of(at.x + east[dir], at.y + south[dir]);
    return true;
}

/* A digger that has just come up does not dig where it stands. */
static void dig_cave(struct gen_map *map, int steps)
{
    struct pos at = random_start(map);
    bool digs = true;

    for (int i = 0; i < steps; i++) {
        if (digs)
            gen_map_carve(map, at.x, at.y);
        digs = find_step(map, at, &at);
        if (!digs)
            at = random_start(map);
    }
}

static int count_floor(const struct gen_map *map)
{
    int count = 0;

    for (int cell = 0; cell < map->survey.cell_count; cell++)
        count += map->tiles[cell] == TILE_FLOOR;
    return count;
}

/*
 * A digger may pace to and fro to its end in a place that it has dug hollow. Where there are few,
 * that can leave next to nothing, which is no level.
 */
static bool draw_digger(struct gen_map *map, const int *knobs)
{
    int area = map->survey.cell_count;
    int caves = (knobs[DIGGER_CAVES] * area + AREA_STANDARD - 1) / AREA_STANDARD;
    int steps = caves * knobs[DIGGER_STEPS];

    for (int i = 0; i < caves; i++)
        dig_cave(map, knobs[DIGGER_STEPS]);
    map->finish.piece_min = knobs[DIGGER_PIECE_MIN];
    map->finish.prune_length = knobs[DIGGER_PRUNE];
    map->finish.loops_max = knobs[DIGGER_LOOPS];
    map->finish.loop_detour = knobs[DIGGER_DETOUR];
    map->finish.loop_reach = knobs[DIGGER_REACH];
    pass_erase_pieces(map, knobs[DIGGER_PIECE_MIN]);
    return count_floor(map) * FLOOR_SHARE >= (steps < area ? steps : area);
}

// clang-format off
const struct gen_builder gen_builder_digger = {
    .style = {
        .name = "digger",
        .help = "winding caves like a maze, dug by wandering diggers",
        .width_min = LEVEL_WIDTH_MIN,
        .height_min = LEVEL_HEIGHT_MIN,
        .knobs = {
            [DIGGER_CAVES] = {"caves", 4, 60, 17, "diggers on a level of 100x57, in proportion"},
            [DIGGER_STEPS] = {"steps", 200, 5000, 1000, "steps of each digger"},
            [DIGGER_PIECE_MIN] = {"piece_min", 1, 60, 12, "smaller pieces are filled in, cells"},
            [DIGGER_PRUNE] = {"prune", 0, 20, 3, "cells by which a dead end is shortened"},
            [DIGGER_LOOPS] = {"loops", 0, 60, 10, "short cuts at most"},
            [DIGGER_DETOUR] = {"detour", 4, 200, 30, "steps saved for a short cut to be opened"},
            [DIGGER_REACH] = {"reach", 1, 30, 4, "cells of rock a short cut may cross"},
        },
    },
    .draw = draw_digger,
};
// clang-format on

/*
 * The style `digger`: rules that no other style has.
 */
#include "gen/measure.h"
#include "gen/passes.h"
#include "gen/registry.h"
#include "support/gen_bands.h"
#include "support/gen_draft.h"
#include "support/test.h"

enum { WIDTH = 100, HEIGHT = 57, SEED_COUNT = TEST_COUNT(40, 12) };

static void request_of(struct gen_request *request, uint64_t seed, int width, int height)
{
    struct level_key key = {.depth = 1};

    gen_request_init(request, &gen_builder_digger.style, seed, key, width, height);
}

static void set_knob(struct gen_request *request, const char *name, int value)
{
    const struct gen_knob *knob;

    ck_assert_int_eq(gen_request_set(request, name, value, &knob), ERR_OK);
}

/* The draft alone, no pass run. The caller releases the map. */
static void draw(struct gen_map *map, const struct gen_request *request)
{
    struct gen_draft draft = {.builder = &gen_builder_digger, .request = *request};

    ck_assert(gen_draft_draw(&draft, request->world_seed, map));
}

static void measure(const struct gen_request *request, struct gen_measure *out)
{
    struct gen_report report;
    struct level *level;
    unsigned faults = ~0u;

    ck_assert_int_eq(gen_level(request, &level, &report), ERR_OK);
    ck_assert_ptr_eq(report.style, &gen_builder_digger.style);
    ck_assert_int_eq(gen_prove(level, &faults), ERR_OK);
    ck_assert_uint_eq(faults, 0);
    ck_assert_int_eq(gen_measure(level, out), ERR_OK);
    level_free(level);
}

/* Counts the open cells `depth` cells away from each edge: north, east, south, west. */
static void count_sides(const struct gen_map *map, int depth, int sides[4])
{
    for (int cell = 0; cell < map->survey.cell_count; cell++) {
        struct pos at = gen_map_pos(map, cell);
        if (map->tiles[cell] == TILE_ROCK)
            continue;
        sides[0] += at.y == depth;
        sides[1] += at.x == map->width - 1 - depth;
        sides[2] += at.y == map->height - 1 - depth;
        sides[3] += at.x == depth;
    }
}

TEST(diggers_reach_the_edge_on_all_four_sides_and_never_breach_it)
{
    int outer[4] = {0};
    int inner[4] = {0};

    for (uint64_t seed = 0; seed < SEED_COUNT; seed++) {
        struct gen_request request;
        struct gen_map map;
        request_of(&request, seed, WIDTH, HEIGHT);
        set_knob(&request, "caves", 60);
        draw(&map, &request);
        count_sides(&map, 0, outer);
        count_sides(&map, 1, inner);
        gen_map_release(&map);
    }
    for (int side = 0; side < 4; side++) {
        ck_assert_int_eq(outer[side], 0);
        ck_assert_int_gt(inner[side], SEED_COUNT * 10);
    }
}

TEST(caves_that_never_met_are_joined)
{
    int apart = 0;

    for (uint64_t seed = 0; seed < SEED_COUNT; seed++) {
        struct gen_request request;
        struct gen_map map;
        request_of(&request, seed, WIDTH, HEIGHT);
        set_knob(&request, "piece_min", 1);
        draw(&map, &request);
        apart += gen_draft_label_pieces(&map) > 1;
        ck_assert(finish_map(&map));
        ck_assert_int_eq(gen_draft_label_pieces(&map), 1);
        gen_map_release(&map);
    }
    ck_assert_int_gt(apart, SEED_COUNT / 2);
}

/* Steps are taken only where the second cell is rock: a level can be dug full, but not empty. */
TEST(a_level_dug_full_keeps_its_walls)
{
    static const int sizes[][2] = {{LEVEL_WIDTH_MIN, LEVEL_HEIGHT_MIN}, {WIDTH, HEIGHT}};

    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct gen_request request;
        struct gen_measure out;
        int area = (sizes[i][0] - 2) * (sizes[i][1] - 2);
        request_of(&request, 1, sizes[i][0], sizes[i][1]);
        set_knob(&request, "caves", 60);
        set_knob(&request, "steps", 5000);
        measure(&request, &out);
        ck_assert_int_ge(out.walkable * 100 / area, 60);
        ck_assert_int_le(out.walkable * 100 / area, 85);
    }
}

TEST(large_levels_are_dug_as_full_as_small_ones)
{
    static const int sizes[][2] = {{60, 30}, {100, 57}, {256, 128}};

    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct gen_request request;
        struct gen_measure out;
        request_of(&request, 5, sizes[i][0], sizes[i][1]);
        set_knob(&request, "caves_min", 19);
        measure(&request, &out);
        int percent = out.walkable * 100 / (sizes[i][0] * sizes[i][1]);
        ck_assert_int_ge(percent, 42);
        ck_assert_int_le(percent, 68);
    }
}

/* One digger on a small level can be caught pacing to and fro in what little it has dug. */
TEST(a_digger_caught_early_leaves_no_tiny_level)
{
    for (uint64_t seed = 0; seed < 10 * SEED_COUNT; seed++) {
        struct gen_request request;
        struct gen_measure out;
        request_of(&request, seed, LEVEL_WIDTH_MIN, LEVEL_HEIGHT_MIN);
        set_knob(&request, "caves", 4);
        measure(&request, &out);
        ck_assert_int_ge(out.walkable, 30);
    }
}

/* pass_fill_stubs() has run: every dead end counted is longer than a stub. */
TEST(dead_ends_are_shortened_as_told)
{
    static const int lengths[] = {0, 3, 20};
    int dead_ends[3] = {0};

    for (int i = 0; i < 3; i++) {
        for (uint64_t seed = 0; seed < 10; seed++) {
            struct gen_request request;
            struct gen_measure out;
            request_of(&request, seed, WIDTH, HEIGHT);
            set_knob(&request, "prune", lengths[i]);
            measure(&request, &out);
            dead_ends[i] += out.dead_ends;
        }
    }
    ck_assert_int_gt(dead_ends[0], 25);
    ck_assert_int_lt(dead_ends[1], 18);
    ck_assert_int_lt(dead_ends[2], 3);
}

TEST(measures_lie_in_their_bands)
{
    static const struct gen_band bands[GEN_BAND_COUNT] = {
        [GEN_BAND_WALKABLE] = {1800, 3520}, [GEN_BAND_ROOMS] = {18, 62},
        [GEN_BAND_LOOPS] = {90, 335},       [GEN_BAND_LOOPS9] = {20, 58},
        [GEN_BAND_DEAD_ENDS] = {0, 4},      [GEN_BAND_ARTICULATION] = {0, 180},
        [GEN_BAND_PATH] = {100, 165},
    };
    gen_bands_expect("digger", WIDTH, HEIGHT, bands);
}

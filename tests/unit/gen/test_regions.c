/*
 * The style `regions`: rules that no other style has.
 */
#include "gen/regions.h"

#include <stdlib.h>

#include "gen/registry.h"
#include "support/gen_bands.h"
#include "support/gen_draft.h"
#include "support/test.h"

enum {
    WIDTH = 80,
    HEIGHT = 25,
    SEED_COUNT = TEST_COUNT(200, 80),
    NINE = 9,
    GAP_ACROSS = 4,
    GAP_UPRIGHT = 3,
};

static int open_count(const struct regions_graph *graph)
{
    int count = 0;

    for (int i = 0; i < graph->border_count; i++)
        count += graph->borders[i].is_open;
    return count;
}

TEST(every_border_of_neighbours_is_there_once)
{
    struct regions_graph graph;
    struct rng rng;

    rng_init(&rng, 1);
    regions_graph_init(&graph, 3, 3, 0, &rng);
    ck_assert_int_eq(graph.border_count, 12);
    for (int i = 0; i < graph.border_count; i++) {
        const struct regions_border *border = &graph.borders[i];
        bool is_east = border->to == border->from + 1 && border->to % 3 != 0;
        ck_assert(is_east || border->to == border->from + 3);
        ck_assert_int_lt(border->to, 9);
        for (int other = 0; other < i; other++)
            ck_assert(graph.borders[other].from != border->from ||
                      graph.borders[other].to != border->to);
    }
}

/* Chance at 0 never opens a border beyond need, at 100 always; what is open does not depend on
 * which borders come first. */
TEST(a_spanning_tree_comes_first_and_chance_adds_to_it)
{
    struct rng rng;

    rng_init(&rng, 2);
    for (int i = 0; i < SEED_COUNT; i++) {
        struct regions_graph graph;
        regions_graph_init(&graph, 2 + i % 5, 2 + i / 5 % 5, 0, &rng);
        regions_graph_open(&graph, 0, i % 101, &rng);
        ck_assert_int_eq(open_count(&graph), graph.columns * graph.rows - 1);
        ck_assert(regions_graph_is_whole(&graph, -1));
        regions_graph_open(&graph, 100, i % 101, &rng);
        ck_assert_int_eq(open_count(&graph), graph.border_count);
    }
}

static int bridge_count(const struct regions_graph *graph)
{
    int count = 0;

    for (int i = 0; i < graph->border_count; i++)
        count += graph->borders[i].is_open && !regions_graph_is_whole(graph, i);
    return count;
}

TEST(borders_that_lead_round_a_bridge_come_first)
{
    int bridges[2] = {0};
    int opened[2] = {0};
    struct rng rng;

    rng_init(&rng, 3);
    for (int i = 0; i < 2 * SEED_COUNT; i++) {
        struct regions_graph graph;
        regions_graph_init(&graph, 4, 5, 0, &rng);
        regions_graph_open(&graph, 50, i % 2 * 100, &rng);
        bridges[i % 2] += bridge_count(&graph);
        opened[i % 2] += open_count(&graph);
    }
    ck_assert_int_gt(bridges[0] * 10, bridges[1] * 13);
    ck_assert_int_lt(abs(opened[0] - opened[1]), SEED_COUNT / 2);
}

/* About one in ten at 10 percent, and at 100 as many as leave three that hang together. */
TEST(regions_stay_empty_as_long_as_the_rest_can_be_joined)
{
    static const int percents[] = {0, 10, 100};
    int empty[3] = {0};
    struct rng rng;

    rng_init(&rng, 4);
    for (int i = 0; i < 3 * SEED_COUNT; i++) {
        struct regions_graph graph;
        regions_graph_init(&graph, 4, 5, percents[i % 3], &rng);
        regions_graph_open(&graph, 0, 0, &rng);
        ck_assert(regions_graph_is_whole(&graph, -1));
        ck_assert_int_eq(open_count(&graph), graph.region_count - 1);
        ck_assert_int_ge(graph.region_count, REGIONS_LEFT_MIN);
        for (int border = 0; border < graph.border_count; border++) {
            ck_assert(!graph.is_empty[graph.borders[border].from]);
            ck_assert(!graph.is_empty[graph.borders[border].to]);
        }
        empty[i % 3] += 20 - graph.region_count;
    }
    ck_assert_int_eq(empty[0], 0);
    ck_assert_int_gt(empty[1], SEED_COUNT);
    ck_assert_int_lt(empty[1], 3 * SEED_COUNT);
    ck_assert_int_gt(empty[2], 10 * SEED_COUNT);
}

/* The fault of the local search for halls: doors onto nothing, levels in pieces. */
TEST(a_draft_is_whole_before_any_pass)
{
    struct gen_draft draft = gen_draft_of(&gen_builder_regions, WIDTH, HEIGHT);

    for (int i = 0; i < SEED_COUNT; i++) {
        struct gen_map map;
        gen_draft_set(&draft, "exits", i % 3 * 50);
        gen_draft_set(&draft, "round", i / 3 % 3 * 50);
        gen_draft_set(&draft, "merge", i % 5 * 25);
        gen_draft_set(&draft, "skip", i / 5 % 4 * 20);
        gen_draft_set(&draft, "junctions", i % 10);
        gen_draft_set(&draft, "columns", i % 7);
        gen_draft_set(&draft, "rows", i / 7 % 7);
        draft.request.width = 32 + i % 100;
        draft.request.height = 16 + i % 50;
        ck_assert(gen_draft_draw(&draft, (uint64_t)i, &map));
        ck_assert_msg(gen_draft_label_pieces(&map) == 1, "draft %d", i);
        ck_assert_int_ge(map.room_count, 2);
        gen_map_release(&map);
    }
}

TEST(nine_regions_lose_three_rooms_at_most)
{
    struct gen_draft draft = gen_draft_of(&gen_builder_regions, WIDTH, HEIGHT);
    int with_rooms[NINE + 1] = {0};

    gen_draft_set(&draft, "skip", 0);
    for (uint64_t seed = 0; seed < SEED_COUNT; seed++) {
        struct gen_map map;
        ck_assert(gen_draft_draw(&draft, seed, &map));
        ck_assert_int_ge(map.room_count, NINE - 3);
        ck_assert_int_le(map.room_count, NINE);
        with_rooms[map.room_count]++;
        gen_map_release(&map);
    }
    for (int rooms = NINE - 3; rooms <= NINE; rooms++)
        ck_assert_int_gt(with_rooms[rooms], SEED_COUNT / 8);
}

TEST(larger_levels_have_more_regions_and_never_more_than_fit)
{
    static const struct {
        int width;
        int height;
        int asked;
        int rooms;
    } cases[] = {
        {80, 25, 0, 9}, {100, 57, 0, 20}, {140, 70, 0, 36}, {100, 57, 2, 4}, {32, 16, 6, 6},
    };
    struct gen_draft draft = gen_draft_of(&gen_builder_regions, WIDTH, HEIGHT);

    gen_draft_set(&draft, "junctions", 0);
    gen_draft_set(&draft, "skip", 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct gen_map map;
        gen_draft_set(&draft, "columns", cases[i].asked);
        gen_draft_set(&draft, "rows", cases[i].asked);
        draft.request.width = cases[i].width;
        draft.request.height = cases[i].height;
        ck_assert(gen_draft_draw(&draft, i, &map));
        ck_assert_msg(map.room_count == cases[i].rooms, "%dx%d: %d rooms", cases[i].width,
                      cases[i].height, map.room_count);
        gen_map_release(&map);
    }
}

/* Two walls and a hall fit between any two rooms. */
TEST(rooms_leave_space_for_halls_between_them)
{
    struct gen_draft draft = gen_draft_of(&gen_builder_regions, WIDTH, HEIGHT);

    for (uint64_t seed = 0; seed < SEED_COUNT; seed++) {
        struct gen_map map;
        ck_assert(gen_draft_draw(&draft, seed, &map));
        for (int i = 0; i < map.room_count; i++) {
            struct rect a = map.rooms[i];
            for (int j = 0; j < map.room_count; j++) {
                struct rect b = map.rooms[j];
                int across = b.x - a.x - a.width;
                int upright = b.y - a.y - a.height;
                bool is_west = across >= GAP_ACROSS || -across >= a.width + b.width + GAP_ACROSS;
                bool is_north =
                    upright >= GAP_UPRIGHT || -upright >= a.height + b.height + GAP_UPRIGHT;
                ck_assert(i == j || is_west || is_north);
            }
        }
        gen_map_release(&map);
    }
}

/* Told by the room of the middle region: by at most half a cell off, or by more for most. */
TEST(rooms_lie_in_the_middle_only_without_jitter)
{
    struct gen_draft draft = gen_draft_of(&gen_builder_regions, WIDTH, HEIGHT);
    int moved = 0;

    gen_draft_set(&draft, "junctions", 0);
    gen_draft_set(&draft, "skip", 0);
    for (int jitter = 0; jitter <= 100; jitter += 100) {
        gen_draft_set(&draft, "jitter", jitter);
        moved = 0;
        for (uint64_t seed = 0; seed < SEED_COUNT; seed++) {
            struct gen_map map;
            ck_assert(gen_draft_draw(&draft, seed, &map));
            struct rect middle = map.rooms[4];
            /* Columns 27 to 52 are the middle region's; 29 to 50 are for its room. */
            int off = 2 * middle.x + middle.width - (29 + 51);
            moved += off < -1 || off > 1;
            gen_map_release(&map);
        }
        ck_assert_msg(jitter == 0 ? moved == 0 : moved > SEED_COUNT / 2, "jitter %d: %d", jitter,
                      moved);
    }
}

TEST(measures_lie_in_their_bands)
{
    static const struct gen_band bands[GEN_BAND_COUNT] = {
        [GEN_BAND_WALKABLE] = {310, 650}, [GEN_BAND_ROOMS] = {4, 9},
        [GEN_BAND_LOOPS] = {0, 7},        [GEN_BAND_LOOPS9] = {0, 7},
        [GEN_BAND_DEAD_ENDS] = {0, 0},    [GEN_BAND_ARTICULATION] = {0, 85},
        [GEN_BAND_PATH] = {38, 110},
    };
    gen_bands_expect("regions", WIDTH, HEIGHT, bands);
}

TEST(a_large_level_has_many_ways_round)
{
    static const struct gen_band bands[GEN_BAND_COUNT] = {
        [GEN_BAND_WALKABLE] = {1050, 1850}, [GEN_BAND_ROOMS] = {11, 20},
        [GEN_BAND_LOOPS] = {4, 17},         [GEN_BAND_LOOPS9] = {4, 16},
        [GEN_BAND_DEAD_ENDS] = {0, 0},      [GEN_BAND_ARTICULATION] = {0, 95},
        [GEN_BAND_PATH] = {82, 152},
    };
    gen_bands_expect("regions", 100, 57, bands);
}

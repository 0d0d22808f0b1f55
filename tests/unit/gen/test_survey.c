/*
 * Floods, pieces and cut cells on maps small enough to count by hand.
 */
#include "gen/survey.h"

#include <string.h>

#include "support/gen_text.h"
#include "support/test.h"

static const char two_rooms[] = "###########\n"
                                "#...###...#\n"
                                "#.........#\n"
                                "#...###...#\n"
                                "###########\n";

static const char ring[] = "#######\n"
                           "#.....#\n"
                           "#.###.#\n"
                           "#.....#\n"
                           "###.###\n"
                           "###.###\n"
                           "#######\n";

static void load(struct gen_map *map, const char *text)
{
    gen_text_draw(map, text);
    survey_load(&map->survey, map->tiles);
}

TEST(flood_reaches_everything_by_four_directions)
{
    struct gen_map map;

    load(&map, two_rooms);
    ck_assert_int_eq(survey_flood(&map.survey, gen_map_cell(&map, 1, 1)), 21);
    ck_assert_int_eq(map.survey.distance[gen_map_cell(&map, 9, 3)], 10);
    ck_assert_int_eq(map.survey.distance[gen_map_cell(&map, 5, 1)], SURVEY_FAR);
    gen_map_release(&map);
}

TEST(near_stops_at_the_limit)
{
    struct gen_map map;

    load(&map, two_rooms);
    int from = gen_map_cell(&map, 1, 1);
    int to = gen_map_cell(&map, 9, 3);
    ck_assert(survey_is_near(&map.survey, from, to, 10));
    ck_assert(!survey_is_near(&map.survey, from, to, 9));
    gen_map_release(&map);
}

TEST(pieces_by_four_and_by_eight_directions_differ)
{
    struct gen_map map;

    load(&map, "######\n"
               "#..###\n"
               "###..#\n"
               "######\n");
    memcpy(map.survey.mask, map.survey.open, (size_t)map.survey.cell_count);
    ck_assert_int_eq(survey_label(&map.survey, false), 2);
    ck_assert_int_eq(map.survey.size[1], 2);
    ck_assert_int_eq(survey_label(&map.survey, true), 1);
    ck_assert_int_eq(map.survey.size[1], 4);
    gen_map_release(&map);
}

TEST(cut_cells_are_the_hall_and_its_mouths)
{
    struct gen_map map;
    int cuts = 0;

    load(&map, two_rooms);
    survey_cuts(&map.survey, gen_map_cell(&map, 1, 1));
    for (int cell = 0; cell < map.survey.cell_count; cell++)
        cuts += map.survey.is_cut[cell];
    ck_assert_int_eq(cuts, 5);
    for (int x = 3; x <= 7; x++)
        ck_assert(map.survey.is_cut[gen_map_cell(&map, x, 2)]);
    gen_map_release(&map);
}

TEST(a_cut_is_the_same_from_whatever_root)
{
    struct gen_map map;

    load(&map, ring);
    int junction = gen_map_cell(&map, 3, 3);
    survey_cuts(&map.survey, junction);
    ck_assert(map.survey.is_cut[junction]);
    survey_cuts(&map.survey, gen_map_cell(&map, 3, 5));
    ck_assert(map.survey.is_cut[junction]);
    ck_assert(!map.survey.is_cut[gen_map_cell(&map, 3, 5)]);
    ck_assert(!map.survey.is_cut[gen_map_cell(&map, 1, 1)]);
    gen_map_release(&map);
}

TEST(two_ways_lead_round_a_ring_but_not_down_its_tail)
{
    struct gen_map map;

    load(&map, ring);
    survey_cuts(&map.survey, gen_map_cell(&map, 1, 1));
    ck_assert(map.survey.two_ways[gen_map_cell(&map, 5, 3)]);
    ck_assert(map.survey.two_ways[gen_map_cell(&map, 3, 3)]);
    ck_assert(!map.survey.two_ways[gen_map_cell(&map, 3, 4)]);
    ck_assert(!map.survey.two_ways[gen_map_cell(&map, 3, 5)]);
    gen_map_release(&map);
}

/* The definition of two ways, cell by cell: no other cell, blocked, keeps one from the other. */
static void mark_two_ways(struct survey *survey, int root, bool *is_expected)
{
    survey_flood(survey, root);
    for (int cell = 0; cell < survey->cell_count; cell++)
        is_expected[cell] = survey->distance[cell] != SURVEY_FAR;
    for (int blocked = 0; blocked < survey->cell_count; blocked++) {
        if (!survey->open[blocked] || blocked == root)
            continue;
        survey->open[blocked] = 0;
        survey_flood(survey, root);
        for (int cell = 0; cell < survey->cell_count; cell++)
            is_expected[cell] &= cell == blocked || survey->distance[cell] != SURVEY_FAR;
        survey->open[blocked] = 1;
    }
}

/* One search tells them of every root; half of the cells of these levels are rock. */
TEST_EACH(two_ways_from_any_cell_are_those_that_no_single_cell_blocks, 50)
{
    enum { WIDTH = 12, HEIGHT = 9, CELLS = WIDTH * HEIGHT };
    struct survey survey;
    struct rng rng;
    bool is_expected[CELLS];
    uint8_t tiles[CELLS];

    rng_init(&rng, (uint64_t)_i);
    ck_assert_int_eq(survey_init(&survey, WIDTH, HEIGHT), ERR_OK);
    for (int cell = 0; cell < CELLS; cell++)
        tiles[cell] = rng_percent(&rng, 60) ? TILE_FLOOR : TILE_ROCK;
    survey_load(&survey, tiles);
    bool is_cut_up = false;
    for (int root = 0; root < CELLS; root++) {
        if (!survey.open[root])
            continue;
        mark_two_ways(&survey, root, is_expected);
        if (!is_cut_up)
            survey_cuts(&survey, root);
        is_cut_up = true;
        survey_two_ways(&survey, root);
        for (int cell = 0; cell < CELLS; cell++)
            ck_assert_int_eq(survey.two_ways[cell], is_expected[cell]);
    }
    survey_release(&survey);
}

TEST(an_open_border_counts_as_closed)
{
    struct gen_map map;

    load(&map, ".....\n"
               "#...#\n"
               "#####\n");
    ck_assert_int_eq(survey_flood(&map.survey, gen_map_cell(&map, 1, 1)), 3);
    gen_map_release(&map);
}

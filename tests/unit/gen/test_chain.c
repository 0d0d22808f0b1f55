/*
 * The style `chain`: rules that no other style has.
 */
#include <string.h>

#include "gen/registry.h"
#include "support/gen_bands.h"
#include "support/gen_draft.h"
#include "support/test.h"

enum { WIDTH = 80, HEIGHT = 48, SEED_COUNT = TEST_COUNT(60, 20) };

/* Lines of wall between two rooms on the axis that has more; 0 if they touch or overlap. */
static int wall_between(struct rect a, struct rect b)
{
    int gaps[4] = {b.x - a.x - a.width, a.x - b.x - b.width, b.y - a.y - a.height,
                   a.y - b.y - b.height};
    int widest = 0;

    for (int i = 0; i < 4; i++)
        widest = gaps[i] > widest ? gaps[i] : widest;
    return widest;
}

TEST(rooms_may_share_one_line_of_wall_but_never_lose_it)
{
    struct gen_draft draft = gen_draft_of(&gen_builder_chain, WIDTH, HEIGHT);
    int shared = 0;

    gen_draft_set(&draft, "wings", 0);
    for (uint64_t seed = 0; seed < SEED_COUNT; seed++) {
        struct gen_map map;
        ck_assert(gen_draft_draw(&draft, seed, &map));
        for (int a = 0; a < map.room_count; a++) {
            for (int b = 0; b < a; b++) {
                int wall = wall_between(map.rooms[a], map.rooms[b]);
                ck_assert_int_ge(wall, 1);
                shared += wall == 1;
            }
        }
        gen_map_release(&map);
    }
    ck_assert_int_gt(shared, SEED_COUNT / 2);
}

TEST(wings_run_into_the_hall_they_belong_to)
{
    struct gen_draft draft = gen_draft_of(&gen_builder_chain, WIDTH, HEIGHT);
    int overlapping = 0;

    gen_draft_set(&draft, "wings", 100);
    for (uint64_t seed = 0; seed < SEED_COUNT; seed++) {
        struct gen_map map;
        ck_assert(gen_draft_draw(&draft, seed, &map));
        for (int a = 0; a < map.room_count; a++) {
            for (int b = 0; b < a; b++)
                overlapping += wall_between(map.rooms[a], map.rooms[b]) == 0;
        }
        gen_map_release(&map);
    }
    ck_assert_int_gt(overlapping, 4 * SEED_COUNT);
}

/* Looks at drafts: no pass has touched a short cut, door or dead end yet. */
TEST(the_ring_leaves_no_room_apart_and_hardly_one_behind_a_single_way)
{
    struct gen_draft draft = gen_draft_of(&gen_builder_chain, WIDTH, HEIGHT);
    int cut_rooms = 0;
    int rooms = 0;

    for (uint64_t seed = 0; seed < SEED_COUNT; seed++) {
        struct gen_map map;
        ck_assert(gen_draft_draw(&draft, seed, &map));
        struct survey *survey = &map.survey;
        survey_load(survey, map.tiles);
        memcpy(survey->mask, survey->open, (size_t)survey->cell_count);
        ck_assert_int_eq(survey_label(survey, false), 1);
        struct pos first = rect_centre(map.rooms[0]);
        survey_cuts(survey, gen_map_cell(&map, first.x, first.y));
        for (int i = 1; i < map.room_count; i++) {
            struct pos centre = rect_centre(map.rooms[i]);
            cut_rooms += !survey->two_ways[gen_map_cell(&map, centre.x, centre.y)];
            rooms++;
        }
        gen_map_release(&map);
    }
    ck_assert_msg(cut_rooms * 3 < rooms, "%d of %d rooms", cut_rooms, rooms);
}

TEST(doors_are_judged_when_all_is_dug)
{
    struct gen_draft draft = gen_draft_of(&gen_builder_chain, WIDTH, HEIGHT);

    gen_draft_set(&draft, "doors", 100);
    for (uint64_t seed = 0; seed < SEED_COUNT; seed++) {
        struct gen_map map;
        int doors = 0;
        ck_assert(gen_draft_draw(&draft, seed, &map));
        for (int y = 1; y < HEIGHT - 1; y++) {
            for (int x = 1; x < WIDTH - 1; x++) {
                if (gen_map_tile(&map, x, y) != TILE_DOOR_CLOSED)
                    continue;
                doors++;
                ck_assert(gen_map_is_doorway(&map, x, y));
                for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir += 2) {
                    struct pos beside = pos_step(pos_of(x, y), dir);
                    ck_assert(!tile_is_door(gen_map_tile(&map, beside.x, beside.y)));
                }
            }
        }
        ck_assert_int_ge(doors, map.room_count / 2);
        gen_map_release(&map);
    }
}

TEST(there_are_two_rooms_however_much_space_each_is_given)
{
    struct gen_draft draft = gen_draft_of(&gen_builder_chain, WIDTH, HEIGHT);

    gen_draft_set(&draft, "room_area", 2000);
    gen_draft_set(&draft, "area_min", 2000);
    gen_draft_set(&draft, "wings", 0);
    for (uint64_t seed = 0; seed < SEED_COUNT; seed++) {
        struct gen_map map;
        draft.request.width = 40;
        draft.request.height = 20;
        ck_assert(gen_draft_draw(&draft, seed, &map));
        ck_assert_int_eq(map.room_count, 2);
        gen_map_release(&map);
    }
}

TEST(galleries_are_long)
{
    struct gen_draft draft = gen_draft_of(&gen_builder_chain, WIDTH, HEIGHT);

    gen_draft_set(&draft, "galleries", 100);
    gen_draft_set(&draft, "wings", 0);
    for (uint64_t seed = 0; seed < SEED_COUNT; seed++) {
        struct gen_map map;
        ck_assert(gen_draft_draw(&draft, seed, &map));
        for (int i = 0; i < map.room_count; i++) {
            struct rect room = map.rooms[i];
            int longer = room.width > room.height ? room.width : room.height;
            ck_assert_int_eq(room.width + room.height - longer, 4);
            ck_assert_int_ge(longer, 8);
        }
        gen_map_release(&map);
    }
}

TEST(measures_lie_in_their_bands)
{
    static const struct gen_band bands[GEN_BAND_COUNT] = {
        [GEN_BAND_WALKABLE] = {880, 1470}, [GEN_BAND_ROOMS] = {13, 24},
        [GEN_BAND_LOOPS] = {3, 13},        [GEN_BAND_LOOPS9] = {3, 13},
        [GEN_BAND_DEAD_ENDS] = {0, 0},     [GEN_BAND_ARTICULATION] = {0, 63},
        [GEN_BAND_PATH] = {65, 120},
    };
    gen_bands_expect("chain", WIDTH, HEIGHT, bands);
}

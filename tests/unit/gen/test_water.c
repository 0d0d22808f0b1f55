/*
 * Deep water under the shared passes and the proof: blocked like rock, but not rock.
 */
#include "gen/measure.h"
#include "gen/passes.h"
#include "gen/prove.h"
#include "support/gen_text.h"
#include "support/test.h"

static unsigned faults_of(const char *text)
{
    struct gen_map map;

    gen_text_draw(&map, text);
    unsigned faults = prove_tiles(&map.survey, map.tiles, map.up, map.down, NULL, 0);
    gen_map_release(&map);
    return faults;
}

TEST(water_parts_a_level_and_a_bridge_joins_it)
{
    ck_assert_uint_eq(faults_of("############\n"
                                "#...~~~~...#\n"
                                "#.<.~~~~.>.#\n"
                                "#...~~~~...#\n"
                                "############\n"),
                      GEN_FAULT_DISCONNECTED | GEN_FAULT_STAIRS);
    ck_assert_uint_eq(faults_of("############\n"
                                "#...~~~~...#\n"
                                "#.<.====.>.#\n"
                                "#...~~~~...#\n"
                                "############\n"),
                      0);
}

TEST(a_door_with_water_beside_it_is_a_fault)
{
    ck_assert_uint_eq(faults_of("############\n"
                                "#...###....#\n"
                                "#.<..+...>.#\n"
                                "#...#~#....#\n"
                                "############\n"),
                      GEN_FAULT_DOOR);
}

TEST(a_pinch_between_two_waters_is_a_fault_and_is_opened)
{
    struct gen_map map;

    ck_assert_uint_eq(faults_of("########\n"
                                "#<.....#\n"
                                "#..~...#\n"
                                "#...~..#\n"
                                "#.....>#\n"
                                "########\n"),
                      GEN_FAULT_PINCH);
    gen_text_draw(&map, "########\n"
                        "#......#\n"
                        "#..~...#\n"
                        "#...~..#\n"
                        "#......#\n"
                        "########\n");
    pass_open_pinches(&map);
    ck_assert_uint_eq(
        prove_tiles(&map.survey, map.tiles, map.up, map.down, NULL, 0) & GEN_FAULT_PINCH, 0);
    gen_map_release(&map);
}

TEST(short_cuts_are_dug_through_rock_only)
{
    static const char lake[] = "###############\n"
                               "#....~~~~~....#\n"
                               "#.###########.#\n"
                               "#.###########.#\n"
                               "#.###########.#\n"
                               "#.###########.#\n"
                               "#.###########.#\n"
                               "#.###########.#\n"
                               "#.###########.#\n"
                               "#.............#\n"
                               "###############\n";
    struct gen_map map;

    gen_text_draw(&map, lake);
    map.finish.loops_max = 5;
    map.finish.loop_detour = 4;
    map.finish.loop_reach = 5;
    pass_open_loops(&map);
    gen_text_expect(&map, lake);
    gen_map_release(&map);
}

TEST(carving_turns_water_into_floor)
{
    struct gen_map map;

    gen_text_draw(&map, "########\n"
                        "#..~=..#\n"
                        "########\n");
    gen_map_carve_rect(&map, (struct rect){1, 1, 6, 1});
    gen_text_expect(&map, "########\n"
                          "#...=..#\n"
                          "########\n");
    gen_map_release(&map);
}

TEST(a_lake_counts_as_an_island_of_rock)
{
    struct gen_map map;
    struct gen_measure measure;
    struct level *level;

    gen_text_draw(&map, "#############\n"
                        "#<..........#\n"
                        "#...~~~~....#\n"
                        "#...~##~....#\n"
                        "#...~~~~....#\n"
                        "#...........#\n"
                        "#..........>#\n"
                        "#############\n");
    struct level_plan plan = {
        .key = {.depth = 1},
        .width = (int16_t)map.width,
        .height = (int16_t)map.height,
        .up = map.up,
        .down = map.down,
        .tiles = map.tiles,
    };
    ck_assert_int_eq(level_new(&plan, &level), ERR_OK);
    ck_assert_int_eq(gen_measure(level, &measure), ERR_OK);
    ck_assert_int_eq(measure.loops, 1);
    ck_assert_int_eq(measure.loops9, 1);
    ck_assert_int_eq(measure.walkable, 11 * 6 - 12);
    level_free(level);
    gen_map_release(&map);
}

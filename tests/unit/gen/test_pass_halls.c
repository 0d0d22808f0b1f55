/*
 * Niches beside long halls, ponds in solid rock, and rock in ponds.
 */
#include <string.h>

#include "gen/measure.h"
#include "gen/passes.h"
#include "support/gen_text.h"
#include "support/test.h"

static int count_tile(const struct gen_map *map, enum tile_id tile)
{
    int count = 0;

    for (int cell = 0; cell < map->width * map->height; cell++)
        count += map->tiles[cell] == tile;
    return count;
}

static int count_things(const struct gen_map *map)
{
    return count_tile(map, TILE_TORCH) + count_tile(map, TILE_STATUE) +
           count_tile(map, TILE_BOOKCASE);
}

TEST(a_long_hall_gets_niches_with_a_thing_at_the_back)
{
    for (uint64_t salt = 0; salt < 50; salt++) {
        struct gen_map map;
        gen_text_draw(&map, "########################################\n"
                            "#...####################################\n"
                            "#...####################################\n"
                            "#......................................#\n"
                            "#...####################################\n"
                            "########################################\n"
                            "########################################\n");
        int open = count_tile(&map, TILE_FLOOR);
        map.stub_salt = salt;
        pass_break_halls(&map);
        int things = count_things(&map);
        int dug = count_tile(&map, TILE_FLOOR) - open;
        ck_assert_int_ge(things, 2);
        ck_assert_int_ge(dug, 3 * things);
        ck_assert_int_le(dug, 6 * things);
        for (int y = 2; y < 5; y++) {
            for (int x = 5; x < 38; x++)
                ck_assert(y == 3 || !gen_map_is_open(&map, x, y) ||
                          !tile_row(gen_map_tile(&map, x, y))->is_opaque);
        }
        gen_map_release(&map);
    }
}

TEST(a_hall_between_others_gets_torches_and_no_other_way)
{
    struct gen_map map;

    gen_text_draw(&map, "########################################\n"
                        "#......................................#\n"
                        "######################################.#\n"
                        "#......................................#\n"
                        "#.######################################\n"
                        "#......................................#\n"
                        "########################################\n");
    pass_break_halls(&map);
    for (int x = 2; x < 38; x++) {
        ck_assert_int_eq(gen_map_is_open(&map, x, 2), false);
        ck_assert_int_eq(gen_map_is_open(&map, x, 4), false);
    }
    ck_assert_int_ge(count_tile(&map, TILE_TORCH), 4);
    gen_map_release(&map);
}

TEST(a_short_hall_stays_as_it_is)
{
    static const char text[] = "###########################\n"
                               "###########################\n"
                               "###########################\n"
                               "#...###############...#####\n"
                               "#.....................#####\n"
                               "#...###############...#####\n"
                               "###########################\n"
                               "###########################\n"
                               "###########################\n";
    struct gen_map map;

    gen_text_draw(&map, text);
    pass_break_halls(&map);
    gen_text_expect(&map, text);
    gen_map_release(&map);
}

TEST(a_pond_in_solid_rock_is_filled)
{
    struct gen_map map;

    gen_text_draw(&map, "##############\n"
                        "#~~##.#..~~:##\n"
                        "##~###########\n"
                        "####~#8#######\n"
                        "#:###~#####::#\n"
                        "##############\n");
    pass_fill_lone_ponds(&map);
    gen_text_expect(&map, "##############\n"
                          "#####.#..~~:##\n"
                          "##############\n"
                          "######8#######\n"
                          "#####~########\n"
                          "##############\n");
    gen_map_release(&map);
}

TEST(specks_of_rock_in_a_lake_are_flooded_and_islands_stay)
{
    struct gen_map map;

    gen_text_draw(&map, "#################\n"
                        "#.~~~~~~~~~::::.#\n"
                        "#.~#~~~~##~:##:.#\n"
                        "#.~~~##~~#~:##:.#\n"
                        "#.~~~##~~~~::::.#\n"
                        "#.~~####~~##~~#.#\n"
                        "#.~~~~~~~~~~~~~.#\n"
                        "#################\n");
    pass_flood_specks(&map);
    gen_text_expect(&map, "#################\n"
                          "#.~~~~~~~~~::::.#\n"
                          "#.~~~~~~~~~::::.#\n"
                          "#.~~~##~~~~::::.#\n"
                          "#.~~~##~~~~::::.#\n"
                          "#.~~####~~~~~~#.#\n"
                          "#.~~~~~~~~~~~~~.#\n"
                          "#################\n");
    gen_map_release(&map);
}

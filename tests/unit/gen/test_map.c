/*
 * The working grid.
 */
#include "gen/map.h"
#include "support/gen_text.h"
#include "support/test.h"

TEST(the_ring_stays_rock_whatever_is_carved)
{
    struct gen_map map;

    ck_assert_int_eq(gen_map_init(&map, LEVEL_WIDTH_MIN, LEVEL_HEIGHT_MIN), ERR_OK);
    gen_map_carve_rect(&map, (struct rect){-5, -5, 300, 300});
    for (int x = 0; x < map.width; x++) {
        ck_assert(!gen_map_is_open(&map, x, 0));
        ck_assert_int_eq(map.tiles[(map.height - 1) * map.width + x], TILE_ROCK);
    }
    ck_assert(gen_map_is_open(&map, 1, 1));
    ck_assert(gen_map_is_open(&map, map.width - 2, map.height - 2));
    gen_map_release(&map);
}

TEST(carving_leaves_doors_alone)
{
    struct gen_map map;

    gen_text_draw(&map, "#####\n"
                        "#.+##\n"
                        "#####\n");
    gen_map_carve_line(&map, pos_of(1, 1), pos_of(3, 1));
    gen_text_expect(&map, "#####\n"
                          "#.+.#\n"
                          "#####\n");
    gen_map_release(&map);
}

TEST(a_doorway_has_two_opposite_ways_and_two_opposite_walls)
{
    struct gen_map map;

    gen_text_draw(&map, "#######\n"
                        "#.#.###\n"
                        "#...#.#\n"
                        "###...#\n"
                        "#######\n");
    ck_assert(gen_map_is_doorway(&map, 2, 2));
    ck_assert(!gen_map_is_doorway(&map, 1, 2));
    ck_assert(!gen_map_is_doorway(&map, 3, 2));
    ck_assert(gen_map_is_doorway(&map, 4, 3));
    ck_assert(!gen_map_is_doorway(&map, 5, 2));
    gen_map_release(&map);
}

TEST(the_list_of_rooms_has_an_end)
{
    struct gen_map map;

    ck_assert_int_eq(gen_map_init(&map, 40, 20), ERR_OK);
    for (int i = 0; i < GEN_ROOMS_MAX; i++)
        ck_assert(gen_map_add_room(&map, (struct rect){2, 2, 1, 1}));
    ck_assert(!gen_map_add_room(&map, (struct rect){10, 10, 1, 1}));
    ck_assert(!gen_map_is_open(&map, 10, 10));
    gen_map_clear(&map);
    ck_assert_int_eq(map.room_count, 0);
    ck_assert(!gen_map_is_open(&map, 2, 2));
    gen_map_release(&map);
}

/*
 * Hanging and mending doors.
 */
#include "gen/passes.h"
#include "support/gen_text.h"
#include "support/test.h"

TEST(bad_doors_become_floor_and_good_ones_stay)
{
    struct gen_map map;

    gen_text_draw(&map, "################\n"
                        "#...########...#\n"
                        "#..+.+....++...#\n"
                        "#...########...#\n"
                        "#######+########\n"
                        "################\n");
    pass_mend_doors(&map);
    gen_text_expect(&map, "################\n"
                          "#...########...#\n"
                          "#....+.....+...#\n"
                          "#...########...#\n"
                          "#######.########\n"
                          "################\n");
    gen_map_release(&map);
}

TEST(doors_that_face_each_other_across_one_cell_are_thinned_out)
{
    struct gen_map map;

    gen_text_draw(&map, "##################\n"
                        "#...###...####...#\n"
                        "#...+.+...+..+...#\n"
                        "#...###...####...#\n"
                        "##+#####.#########\n"
                        "#...####.#########\n"
                        "##+#####+#########\n"
                        "#................#\n"
                        "##################\n");
    map.finish.thin_percent = 100;
    pass_mend_doors(&map);
    gen_text_expect(&map, "##################\n"
                          "#...###...####...#\n"
                          "#...+.....+......#\n"
                          "#...###...####...#\n"
                          "##.#####.#########\n"
                          "#...####.#########\n"
                          "##+#####+#########\n"
                          "#................#\n"
                          "##################\n");
    gen_map_release(&map);
}

TEST(a_short_straight_hall_has_a_door_at_one_end)
{
    struct gen_map map;

    gen_text_draw(&map, "####################\n"
                        "#...######...#######\n"
                        "#...+....+...#######\n"
                        "#...######...+.....#\n"
                        "##############.....#\n"
                        "#...#######...######\n"
                        "#...+.....+...######\n"
                        "#...#######...######\n"
                        "####################\n");
    pass_mend_doors(&map);
    ck_assert_int_eq(gen_map_tile(&map, 9, 2), TILE_DOOR_CLOSED);
    map.finish.thin_percent = 100;
    pass_mend_doors(&map);
    gen_text_expect(&map, "####################\n"
                          "#...######...#######\n"
                          "#...+........#######\n"
                          "#...######...+.....#\n"
                          "##############.....#\n"
                          "#...#######...######\n"
                          "#...+.....+...######\n"
                          "#...#######...######\n"
                          "####################\n");
    gen_map_release(&map);
}

TEST(a_short_hall_with_a_bend_keeps_its_first_door)
{
    struct gen_map map;

    gen_text_draw(&map, "##############\n"
                        "#...##########\n"
                        "#...+..#######\n"
                        "#...##.##....#\n"
                        "######.+.....#\n"
                        "######.##....#\n"
                        "######.#######\n"
                        "#....+.#######\n"
                        "#....#########\n"
                        "##############\n");
    map.finish.thin_percent = 100;
    pass_mend_doors(&map);
    gen_text_expect(&map, "##############\n"
                          "#...##########\n"
                          "#...+..#######\n"
                          "#...##.##....#\n"
                          "######.......#\n"
                          "######.##....#\n"
                          "######.#######\n"
                          "#....+.#######\n"
                          "#....#########\n"
                          "##############\n");
    gen_map_release(&map);
}

TEST(a_door_that_is_walked_round_in_eight_steps_goes_by_thinning)
{
    struct gen_map map;

    gen_text_draw(&map, "###########\n"
                        "#...#.....#\n"
                        "#...+.....#\n"
                        "#...#.....#\n"
                        "#...#.....#\n"
                        "#.........#\n"
                        "###########\n");
    pass_mend_doors(&map);
    ck_assert_int_eq(gen_map_tile(&map, 4, 2), TILE_DOOR_CLOSED);
    map.finish.thin_percent = 100;
    pass_mend_doors(&map);
    ck_assert_int_eq(gen_map_tile(&map, 4, 2), TILE_FLOOR);
    gen_map_release(&map);
    gen_text_draw(&map, "###########\n"
                        "#...+.....#\n"
                        "#...#.....#\n"
                        "#...#.....#\n"
                        "#...#.....#\n"
                        "#.........#\n"
                        "###########\n");
    map.finish.thin_percent = 100;
    pass_mend_doors(&map);
    ck_assert_int_eq(gen_map_tile(&map, 4, 1), TILE_DOOR_CLOSED);
    gen_map_release(&map);
}

TEST(doors_hang_where_halls_meet_rooms)
{
    struct gen_map map;

    gen_text_draw(&map, "##############\n"
                        "#...######...#\n"
                        "#............#\n"
                        "#...######...#\n"
                        "##############\n");
    ck_assert(gen_map_add_room(&map, (struct rect){1, 1, 3, 3}));
    ck_assert(gen_map_add_room(&map, (struct rect){10, 1, 3, 3}));
    map.finish.door_percent = 100;
    pass_hang_doors(&map);
    gen_text_expect(&map, "##############\n"
                          "#...######...#\n"
                          "#...+....+...#\n"
                          "#...######...#\n"
                          "##############\n");
    gen_map_release(&map);
}

TEST(no_two_doors_hang_side_by_side)
{
    struct gen_map map;

    gen_text_draw(&map, "##########\n"
                        "#...##...#\n"
                        "#........#\n"
                        "#...##...#\n"
                        "##########\n");
    ck_assert(gen_map_add_room(&map, (struct rect){1, 1, 3, 3}));
    ck_assert(gen_map_add_room(&map, (struct rect){6, 1, 3, 3}));
    map.finish.door_percent = 100;
    pass_hang_doors(&map);
    gen_text_expect(&map, "##########\n"
                          "#...##...#\n"
                          "#...+....#\n"
                          "#...##...#\n"
                          "##########\n");
    gen_map_release(&map);
}

/*
 * Erasing small pieces and joining the rest.
 */
#include "gen/passes.h"
#include "support/gen_text.h"
#include "support/test.h"

static const char three_pieces[] = "###############\n"
                                   "#...#######..##\n"
                                   "#...#######..##\n"
                                   "#...###########\n"
                                   "#######.#######\n"
                                   "###############\n";

TEST(small_pieces_are_filled_and_the_rest_kept)
{
    struct gen_map map;

    gen_text_draw(&map, three_pieces);
    pass_erase_pieces(&map, 4);
    gen_text_expect(&map, "###############\n"
                          "#...#######..##\n"
                          "#...#######..##\n"
                          "#...###########\n"
                          "###############\n"
                          "###############\n");
    gen_map_release(&map);
}

TEST(the_largest_piece_stays_however_small)
{
    struct gen_map map;

    gen_text_draw(&map, three_pieces);
    pass_erase_pieces(&map, 1000);
    ck_assert(gen_map_is_open(&map, 1, 1));
    ck_assert(!gen_map_is_open(&map, 11, 1));
    gen_map_release(&map);
}

TEST(a_filled_room_leaves_the_list)
{
    struct gen_map map;

    gen_text_draw(&map, three_pieces);
    ck_assert(gen_map_add_room(&map, (struct rect){11, 1, 2, 2}));
    ck_assert(gen_map_add_room(&map, (struct rect){1, 1, 3, 3}));
    pass_erase_pieces(&map, 5);
    ck_assert_int_eq(map.room_count, 1);
    ck_assert_int_eq(map.rooms[0].width, 3);
    gen_map_release(&map);
}

TEST(joining_leaves_one_piece)
{
    struct gen_map map;

    gen_text_draw(&map, three_pieces);
    pass_join_pieces(&map, 1);
    survey_load(&map.survey, map.tiles);
    int open = 0;
    for (int cell = 0; cell < map.survey.cell_count; cell++)
        open += map.survey.open[cell];
    ck_assert_int_eq(survey_flood(&map.survey, gen_map_cell(&map, 1, 1)), open);
    gen_map_release(&map);
}

TEST(joining_takes_the_shortest_hall)
{
    struct gen_map map;

    gen_text_draw(&map, "############\n"
                        "#...###...##\n"
                        "#...#....###\n"
                        "#...###...##\n"
                        "############\n");
    pass_join_pieces(&map, 1);
    gen_text_expect(&map, "############\n"
                          "#...###...##\n"
                          "#........###\n"
                          "#...###...##\n"
                          "############\n");
    gen_map_release(&map);
}

TEST(a_whole_map_is_left_as_it_is)
{
    struct gen_map map;

    gen_text_draw(&map, "######\n"
                        "#.+..#\n"
                        "######\n");
    pass_join_pieces(&map, 1);
    gen_text_expect(&map, "######\n"
                          "#.+..#\n"
                          "######\n");
    gen_map_release(&map);
}

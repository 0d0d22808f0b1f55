/*
 * Pruning dead ends.
 */
#include "gen/passes.h"
#include "support/gen_text.h"
#include "support/test.h"

static const char stub[] = "###########\n"
                           "#...#######\n"
                           "#...+.....#\n"
                           "#...#####.#\n"
                           "###########\n";

TEST(a_stub_goes_with_its_door)
{
    struct gen_map map;

    gen_text_draw(&map, stub);
    pass_prune_dead_ends(&map, INT16_MAX);
    gen_text_expect(&map, "###########\n"
                          "#...#######\n"
                          "#...#######\n"
                          "#...#######\n"
                          "###########\n");
    gen_map_release(&map);
}

TEST(the_length_is_the_limit)
{
    struct gen_map map;

    gen_text_draw(&map, stub);
    pass_prune_dead_ends(&map, 2);
    gen_text_expect(&map, "###########\n"
                          "#...#######\n"
                          "#...+....##\n"
                          "#...#######\n"
                          "###########\n");
    gen_map_release(&map);
}

TEST(a_room_is_never_pruned)
{
    struct gen_map map;

    gen_text_draw(&map, "#########\n"
                        "#...#####\n"
                        "#.....#.#\n"
                        "#...###.#\n"
                        "#########\n");
    ck_assert(gen_map_add_room(&map, (struct rect){7, 2, 1, 2}));
    pass_prune_dead_ends(&map, INT16_MAX);
    gen_text_expect(&map, "#########\n"
                          "#...#####\n"
                          "#...###.#\n"
                          "#...###.#\n"
                          "#########\n");
    gen_map_release(&map);
}

TEST(short_stubs_are_filled_wherever_they_are)
{
    struct gen_map map;

    gen_text_draw(&map, "################\n"
                        "##.#######.#####\n"
                        "##+#######.#####\n"
                        "#............#.#\n"
                        "#...####.###...#\n"
                        "####.###.#######\n"
                        "#######..#######\n"
                        "################\n");
    ck_assert(gen_map_add_room(&map, (struct rect){1, 3, 3, 2}));
    gen_map_set(&map, 4, 4, TILE_FLOOR);
    pass_fill_stubs(&map);
    gen_text_expect(&map, "################\n"
                          "################\n"
                          "################\n"
                          "#............#.#\n"
                          "#....###.###...#\n"
                          "########.#######\n"
                          "#######..#######\n"
                          "################\n");
    gen_map_release(&map);
}

TEST(a_stub_that_ends_in_something_stays)
{
    struct gen_map map;

    gen_text_draw(&map, "#########\n"
                        "#...#####\n"
                        "#....._##\n"
                        "#...#####\n"
                        "#._######\n"
                        "#########\n");
    pass_fill_stubs(&map);
    gen_text_expect(&map, "#########\n"
                          "#...#####\n"
                          "#....._##\n"
                          "#...#####\n"
                          "#._######\n"
                          "#########\n");
    gen_map_release(&map);
}

/* One of the two stubs at a fork is filled; then the other is a way of its own length. */
TEST(filling_leaves_no_new_stub)
{
    struct gen_map map;

    gen_text_draw(&map, "###########\n"
                        "#...#.#####\n"
                        "#........##\n"
                        "#...#######\n"
                        "###########\n");
    pass_fill_stubs(&map);
    gen_text_expect(&map, "###########\n"
                          "#...#######\n"
                          "#........##\n"
                          "#...#######\n"
                          "###########\n");
    gen_map_release(&map);
}

/*
 * Pruning dead ends.
 */
#include "gen/passes.h"
#include "support/gen_text.h"
#include "support/suite.h"

static const char stub[] = "###########\n"
                           "#...#######\n"
                           "#...+.....#\n"
                           "#...#####.#\n"
                           "###########\n";

START_TEST(a_stub_goes_with_its_door)
{
    struct gen_map map;

    gen_text_draw(&map, stub);
    pass_prune_dead_ends(&map, FINISH_PRUNE_ALL);
    gen_text_expect(&map, "###########\n"
                          "#...#######\n"
                          "#...#######\n"
                          "#...#######\n"
                          "###########\n");
    gen_map_release(&map);
}
END_TEST

START_TEST(the_length_is_the_limit)
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
END_TEST

START_TEST(a_room_is_never_pruned)
{
    struct gen_map map;

    gen_text_draw(&map, "#########\n"
                        "#...#####\n"
                        "#.....#.#\n"
                        "#...###.#\n"
                        "#########\n");
    ck_assert(gen_map_add_room(&map, (struct rect){7, 2, 1, 2}));
    pass_prune_dead_ends(&map, FINISH_PRUNE_ALL);
    gen_text_expect(&map, "#########\n"
                          "#...#####\n"
                          "#...###.#\n"
                          "#...###.#\n"
                          "#########\n");
    gen_map_release(&map);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("dead ends");

    tcase_add_test(tcase, a_stub_goes_with_its_door);
    tcase_add_test(tcase, the_length_is_the_limit);
    tcase_add_test(tcase, a_room_is_never_pruned);
    return suite_run("dead ends", tcase);
}

/*
 * Clearing islands of rock.
 */
#include "gen/passes.h"
#include "support/gen_text.h"
#include "support/test.h"

static const char hall[] = "############\n"
                           "#..........#\n"
                           "#.#.##..#..#\n"
                           "#......#...#\n"
                           "#.##...##..#\n"
                           "#.##.......#\n"
                           "#.......~..#\n"
                           "############\n";

TEST(islands_of_fewer_cells_are_opened)
{
    struct gen_map map;

    gen_text_draw(&map, hall);
    pass_clear_islands(&map, 4);
    gen_text_expect(&map, "############\n"
                          "#..........#\n"
                          "#.......#..#\n"
                          "#......#...#\n"
                          "#.##...##..#\n"
                          "#.##.......#\n"
                          "#.......~..#\n"
                          "############\n");
    gen_map_release(&map);
}

TEST(none_are_opened_unless_asked_for)
{
    struct gen_map map;

    gen_text_draw(&map, hall);
    pass_clear_islands(&map, 0);
    gen_text_expect(&map, hall);
    gen_map_release(&map);
}

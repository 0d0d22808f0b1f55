/*
 * Short cuts where the way round is long.
 */
#include "gen/passes.h"
#include "support/gen_text.h"
#include "support/test.h"

/* Two rooms side by side, joined by a long way round along the bottom: 22 steps for 5 cells. */
static const char horseshoe[] = "############\n"
                                "#...####...#\n"
                                "#...####...#\n"
                                "#.########.#\n"
                                "#.########.#\n"
                                "#.########.#\n"
                                "#..........#\n"
                                "############\n";

static void open_loops(struct gen_map *map, int max, int detour, int reach, int door_percent)
{
    gen_text_draw(map, horseshoe);
    map->finish.loops_max = max;
    map->finish.loop_detour = detour;
    map->finish.loop_reach = reach;
    map->finish.door_percent = door_percent;
    pass_open_loops(map);
}

TEST(a_short_cut_joins_the_arms)
{
    struct gen_map map;

    open_loops(&map, 9, 12, 4, 0);
    survey_load(&map.survey, map.tiles);
    ck_assert(survey_is_near(&map.survey, gen_map_cell(&map, 3, 1), gen_map_cell(&map, 8, 1), 7));
    gen_map_release(&map);
}

TEST(nothing_opens_where_the_detour_is_short)
{
    struct gen_map map;

    open_loops(&map, 9, 40, 4, 0);
    gen_text_expect(&map, horseshoe);
    gen_map_release(&map);
}

TEST(nothing_opens_through_rock_thicker_than_the_reach)
{
    struct gen_map map;

    open_loops(&map, 9, 12, 3, 0);
    gen_text_expect(&map, horseshoe);
    gen_map_release(&map);
}

TEST(the_cap_is_kept)
{
    struct gen_map map;

    open_loops(&map, 0, 4, 8, 0);
    gen_text_expect(&map, horseshoe);
    gen_map_release(&map);
}

TEST(mouths_in_the_wall_of_a_wide_place_get_doors)
{
    struct gen_map map;
    int doors = 0;

    open_loops(&map, 1, 12, 4, 100);
    for (int cell = 0; cell < map.survey.cell_count; cell++)
        doors += map.tiles[cell] == TILE_DOOR_CLOSED;
    ck_assert_int_eq(doors, 2);
    gen_map_release(&map);
}

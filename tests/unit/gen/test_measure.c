/*
 * The measures, counted by hand.
 */
#include "gen/measure.h"
#include "support/gen_text.h"
#include "support/test.h"

static struct level *level_of(const char *text)
{
    struct gen_map map;
    struct level *level;

    gen_text_draw(&map, text);
    struct level_plan plan = {
        .key = {.depth = 1},
        .width = (int16_t)map.width,
        .height = (int16_t)map.height,
        .up = map.up,
        .down = map.down,
        .tiles = map.tiles,
    };
    ck_assert_int_eq(level_new(&plan, &level), ERR_OK);
    gen_map_release(&map);
    return level;
}

TEST(two_rooms_and_a_ring)
{
    struct level *level = level_of("###########\n"
                                   "#...###...#\n"
                                   "#<........#\n"
                                   "#...###...#\n"
                                   "#.#####.#.#\n"
                                   "#.........#\n"
                                   "#.#######>#\n"
                                   "#.#########\n"
                                   "###########\n");
    struct gen_measure measure;

    ck_assert_int_eq(gen_measure(level, &measure), ERR_OK);
    ck_assert_int_eq(measure.rooms, 2);
    ck_assert_int_eq(measure.loops, 2);
    ck_assert_int_eq(measure.loops9, 0);
    ck_assert_int_eq(measure.dead_ends, 1);
    ck_assert_int_eq(measure.walkable, 36);
    ck_assert_int_eq(measure.articulation, 3);
    ck_assert_int_eq(measure.path, 12); /* four directions: 8 to the east and 4 down */
    level_free(level);
}

TEST(a_closed_door_is_walkable_and_islands_of_nine_are_large)
{
    struct level *level = level_of("#########\n"
                                   "#<......#\n"
                                   "#.#####.#\n"
                                   "#.#####.#\n"
                                   "#.......#\n"
                                   "#.###.#.#\n"
                                   "#.###...#\n"
                                   "#.###.#.#\n"
                                   "#...+..>#\n"
                                   "#########\n");
    struct gen_measure measure;

    ck_assert_int_eq(gen_measure(level, &measure), ERR_OK);
    ck_assert_int_eq(measure.loops, 4);
    ck_assert_int_eq(measure.loops9, 2);
    ck_assert_int_eq(measure.articulation, 0);
    ck_assert_int_eq(measure.dead_ends, 0);
    ck_assert_int_eq(measure.rooms, 0);
    level_free(level);
}

TEST(a_hall_of_thirty_cells_without_a_sight_is_long)
{
    static const char *const texts[] = {
        "####################################\n"
        "#<..#########################......#\n"
        "#.............................######\n"
        "#..>################################\n"
        "####################################\n",
        "####################################\n"
        "#<..##########.##############......#\n"
        "#.............................######\n"
        "#..>################################\n"
        "####################################\n",
        "####################################\n"
        "#<..#########################......#\n"
        "#.............................######\n"
        "#..>###########*####################\n"
        "####################################\n",
        "####################################\n"
        "#<..#########################......#\n"
        "#...........+.................######\n"
        "#..>################################\n"
        "####################################\n",
    };

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct level *level = level_of(texts[i]);
        struct gen_measure measure;
        ck_assert_int_eq(gen_measure(level, &measure), ERR_OK);
        ck_assert_int_eq(measure.long_halls, i == 0);
        level_free(level);
    }
}

TEST(a_pond_in_rock_is_lone_and_two_doors_at_a_short_hall_are_a_pair)
{
    struct level *level = level_of("##################\n"
                                   "#<..#####...###~~#\n"
                                   "#...+....+..###~##\n"
                                   "#...#####...######\n"
                                   "####.####...+...>#\n"
                                   "#~~#######+#######\n"
                                   "###~.#####.#######\n"
                                   "##########+#######\n"
                                   "##########..######\n"
                                   "##################\n");
    struct gen_measure measure;

    ck_assert_int_eq(gen_measure(level, &measure), ERR_OK);
    ck_assert_int_eq(measure.lone_ponds, 2); /* by four directions three, of which one is touched */
    ck_assert_int_eq(measure.door_pairs, 2);
    level_free(level);
}

TEST(the_prover_reads_levels_too)
{
    struct level *level = level_of("##############\n"
                                   "#<...####....#\n"
                                   "#....+..+....#\n"
                                   "#....####...>#\n"
                                   "##############\n");
    unsigned faults = ~0u;

    ck_assert_int_eq(gen_prove(level, &faults), ERR_OK);
    ck_assert_uint_eq(faults, 0);
    level_set_tile(level, pos_of(6, 2), TILE_ROCK);
    ck_assert_int_eq(gen_prove(level, &faults), ERR_OK);
    ck_assert(faults & GEN_FAULT_DISCONNECTED);
    level_free(level);
}

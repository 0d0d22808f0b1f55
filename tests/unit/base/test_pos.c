/*
 * Places and directions.
 */
#include "base/pos.h"

#include "support/test.h"

TEST(a_step_and_its_opposite_cancel_out)
{
    struct pos start = pos_of(10, 20);

    for (enum dir dir = DIR_NONE; dir < DIR_COUNT; dir++) {
        struct pos there = pos_step(start, dir);
        ck_assert_int_eq(pos_distance(start, there), dir == DIR_NONE ? 0 : 1);
        ck_assert_msg(pos_equal(pos_step(there, dir_opposite(dir)), start), "%s and back",
                      dir_name(dir));
    }
}

TEST(north_is_up_and_east_is_right)
{
    ck_assert(pos_equal(pos_step(pos_of(5, 5), DIR_NORTH), pos_of(5, 4)));
    ck_assert(pos_equal(pos_step(pos_of(5, 5), DIR_SOUTHEAST), pos_of(6, 6)));
    ck_assert(pos_equal(pos_step(pos_of(5, 5), DIR_WEST), pos_of(4, 5)));
    ck_assert_str_eq(dir_name(DIR_NORTHEAST), "northeast");
    ck_assert_str_eq(dir_name(DIR_NONE), "here");
}

TEST(distance_counts_kings_moves)
{
    ck_assert_int_eq(pos_distance(pos_of(0, 0), pos_of(3, -7)), 7);
    ck_assert_int_eq(pos_distance(pos_of(-4, 1), pos_of(5, 2)), 9);
    ck_assert_int_eq(pos_distance(pos_of(INT16_MIN, 0), pos_of(INT16_MAX, 0)), 65535);
}

TEST(a_rectangle_holds_its_edges_but_not_its_size)
{
    struct rect rect = {.x = 2, .y = 3, .width = 4, .height = 5};

    ck_assert(rect_contains(rect, pos_of(2, 3)));
    ck_assert(rect_contains(rect, pos_of(5, 7)));
    ck_assert(!rect_contains(rect, pos_of(6, 7)));
    ck_assert(!rect_contains(rect, pos_of(5, 8)));
    ck_assert(!rect_contains(rect, pos_of(1, 3)));
    ck_assert(rect_contains(rect, rect_centre(rect)));
}

TEST(towards_names_the_octant)
{
    struct pos from = pos_of(0, 0);

    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        struct pos to = from;
        for (int i = 0; i < 9; i++)
            to = pos_step(to, dir);
        ck_assert_int_eq(dir_towards(from, to), dir);
        ck_assert_int_eq(dir_towards(to, from), dir_opposite(dir));
    }
    ck_assert_int_eq(dir_towards(from, from), DIR_NONE);
    ck_assert_int_eq(dir_towards(from, pos_of(100, 41)), DIR_EAST);
    ck_assert_int_eq(dir_towards(from, pos_of(100, 42)), DIR_SOUTHEAST);
    ck_assert_int_eq(dir_towards(from, pos_of(-4, -10)), DIR_NORTH);
    ck_assert_int_eq(dir_towards(from, pos_of(-5, -10)), DIR_NORTHWEST);
}

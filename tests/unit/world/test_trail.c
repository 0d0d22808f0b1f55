/*
 * Trails: how they go on from each place, over stairs, and where they end or begin again.
 */
#include "world/delver.h"

#include "content/tile.h"
#include "support/test.h"

enum { WIDTH = 40 };

static const struct level_key first = {.depth = 1};
static const struct level_key second = {.depth = 2};
static struct trail trail;

static void set_up(void)
{
    trail = (struct trail){.count = 0};
}

static void walk(struct level_key key, int x, int y)
{
    trail_add_cell(&trail, key, (size_t)(y * WIDTH + x));
}

static void expect_cell(struct level_key key, struct pos at, struct pos next)
{
    struct trail_step step = trail_next(&trail, key, WIDTH, NULL, at);

    ck_assert_int_eq(step.kind, TRAIL_CELL);
    ck_assert_msg(pos_equal(step.cell, next), "on to %d,%d", step.cell.x, step.cell.y);
}

static void expect_kind(struct level_key key, struct pos at, enum trail_kind kind)
{
    ck_assert_int_eq(trail_next(&trail, key, WIDTH, NULL, at).kind, kind);
}

TEST_FIXTURE(set_up, NULL);

TEST(a_trail_leads_from_each_of_its_cells_to_the_next)
{
    expect_kind(first, pos_of(1, 1), TRAIL_NONE);
    for (int x = 1; x <= 5; x++)
        walk(first, x, 1);
    expect_cell(first, pos_of(1, 1), pos_of(2, 1));
    expect_cell(first, pos_of(3, 1), pos_of(4, 1));
    expect_kind(first, pos_of(5, 1), TRAIL_ENDS);
}

TEST(one_who_stands_beside_a_trail_comes_to_its_newest_cell_there)
{
    for (int x = 1; x <= 9; x++)
        walk(first, x, 1);
    for (int x = 8; x >= 1; x--)
        walk(first, x, 3);
    expect_cell(first, pos_of(4, 2), pos_of(3, 3));
    /* From afar the way leads to the newest of all. */
    expect_cell(first, pos_of(20, 20), pos_of(1, 3));
}

TEST(from_afar_the_newest_cell_that_is_known_is_the_way_to_the_trail)
{
    static uint8_t known[WIDTH * WIDTH];

    for (int x = 1; x <= 9; x++)
        walk(first, x, 1);
    known[WIDTH + 4] = known[WIDTH + 2] = TILE_FLOOR;
    struct trail_step step = trail_next(&trail, first, WIDTH, known, pos_of(20, 20));
    ck_assert_msg(pos_equal(step.cell, pos_of(4, 1)), "%d,%d", step.cell.x, step.cell.y);
    /* If no cell is known, the newest. */
    known[WIDTH + 4] = known[WIDTH + 2] = TILE_UNKNOWN;
    step = trail_next(&trail, first, WIDTH, known, pos_of(20, 20));
    ck_assert_msg(pos_equal(step.cell, pos_of(9, 1)), "%d,%d", step.cell.x, step.cell.y);
}

TEST(a_loop_is_left_out)
{
    walk(first, 1, 1);
    walk(first, 2, 1);
    walk(first, 3, 2);
    walk(first, 2, 2);
    walk(first, 2, 1);
    walk(first, 2, 0);
    expect_cell(first, pos_of(2, 1), pos_of(2, 0));
    ck_assert_uint_eq(trail.count, 3);
    /* The same cell before the stairs is another visit. */
    trail_add_stairs(&trail, 1);
    walk(second, 5, 5);
    trail_add_stairs(&trail, -1);
    walk(first, 2, 0);
    ck_assert_uint_eq(trail.count, 7);
}

TEST(a_trail_goes_on_over_stairs_down_and_up)
{
    walk(first, 1, 1);
    walk(first, 2, 1);
    trail_add_stairs(&trail, 1);
    /* Between the two levels it ends with the stairs. */
    expect_cell(first, pos_of(1, 1), pos_of(2, 1));
    expect_kind(first, pos_of(2, 1), TRAIL_DOWN);
    walk(second, 7, 7);
    walk(second, 8, 7);
    expect_kind(first, pos_of(2, 1), TRAIL_DOWN);
    expect_cell(second, pos_of(7, 7), pos_of(8, 7));
    trail_add_stairs(&trail, -1);
    walk(first, 3, 1);
    expect_kind(second, pos_of(8, 7), TRAIL_UP);
    expect_kind(first, pos_of(3, 1), TRAIL_ENDS);
}

TEST(a_level_that_no_stairs_lead_to_begins_the_trail_again)
{
    static const struct level_key other_wing = {.wing = 1, .depth = 2};

    walk(first, 1, 1);
    walk(second, 7, 7);
    expect_kind(first, pos_of(1, 1), TRAIL_NONE);
    expect_kind(second, pos_of(7, 7), TRAIL_ENDS);
    trail_add_stairs(&trail, 1);
    walk(second, 9, 9);
    ck_assert_int_eq(trail.count, 1);
    trail_add_stairs(&trail, -1);
    walk(other_wing, 1, 1);
    ck_assert_int_eq(trail.count, 1);
    expect_kind(second, pos_of(1, 1), TRAIL_NONE);
}

TEST(the_oldest_places_go_first)
{
    for (int x = 0; x < TRAIL_LENGTH + 3; x++)
        walk(first, x % WIDTH, x / WIDTH * 2); /* rows that do not touch */
    ck_assert_int_eq(trail.count, TRAIL_LENGTH);
    /* 0, 1 and 2 are gone: the oldest that is left is 3, a step from 2. */
    expect_cell(first, pos_of(2, 0), pos_of(3, 0));
    expect_cell(first, pos_of(3, 0), pos_of(4, 0));
}

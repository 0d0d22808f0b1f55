/*
 * One step, and what stands in its way.
 */
#include "support/stage.h"
#include "support/test.h"

/* The body at `at`, by the grid. */
static body_id body_at(const struct stage *stage, struct pos at)
{
    const struct level *level = stage_level(stage);
    return level->bodies[level_index(level, at)];
}

TEST(all_eight_directions_lead_where_they_say)
{
    const char *text = "#####\n"
                       "#...#\n"
                       "#.a.#\n"
                       "#...#\n"
                       "#####\n";
    struct stage stage;

    stage_init(&stage, text);
    body_id id = stage_join(&stage, 1, draw_level_find(text, 'a'));
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        stage_act(&stage, id, ACTION_MOVE, dir);
        stage_tick(&stage);
        ck_assert(pos_equal(stage_place(&stage, id), pos_step(pos_of(2, 2), dir)));
        const struct event *event = stage_event(&stage, EVENT_MOVED, id);
        ck_assert_ptr_nonnull(event);
        ck_assert(pos_equal(event->from, pos_of(2, 2)));
        ck_assert(pos_equal(event->at, stage_place(&stage, id)));
        ck_assert_uint_eq(body_at(&stage, pos_of(2, 2)), 0);
        ck_assert_uint_eq(body_at(&stage, stage_place(&stage, id)), id);
        stage_act(&stage, id, ACTION_MOVE, dir_opposite(dir));
        stage_ticks(&stage, 10);
    }
    ck_assert_uint_eq(stage_delver(&stage, id)->steps, 16);
    stage_release(&stage);
}

/* Tries to go northeast in a two by two drawing whose lower left cell is 'a'. */
static enum refusal try_corner(const char *text)
{
    struct stage stage;
    enum refusal refusal = REFUSAL_NONE;

    stage_init(&stage, text);
    body_id id = stage_join(&stage, 1, draw_level_find(text, 'a'));
    stage_act(&stage, id, ACTION_MOVE, DIR_NORTHEAST);
    stage_tick(&stage);
    const struct event *event = stage_event(&stage, EVENT_REFUSED, id);
    if (event != NULL)
        refusal = event->refusal;
    ck_assert_int_eq(pos_equal(stage_place(&stage, id), draw_level_find(text, 'a')),
                     refusal != REFUSAL_NONE);
    stage_release(&stage);
    return refusal;
}

TEST(a_diagonal_needs_one_of_its_corners)
{
    ck_assert_int_eq(try_corner("#.\na#\n"), REFUSAL_CORNER);
    ck_assert_int_eq(try_corner("+.\na#\n"), REFUSAL_CORNER);
    ck_assert_int_eq(try_corner("+.\na+\n"), REFUSAL_CORNER);
    ck_assert_int_eq(try_corner("'.\na#\n"), REFUSAL_NONE);
    ck_assert_int_eq(try_corner("..\na#\n"), REFUSAL_NONE);
    ck_assert_int_eq(try_corner("#.\na.\n"), REFUSAL_NONE);
    ck_assert_int_eq(try_corner("..\na.\n"), REFUSAL_NONE);
    ck_assert_int_eq(try_corner("##\na#\n"), REFUSAL_WALL);
    ck_assert_int_eq(try_corner(".~\na.\n"), REFUSAL_WATER);
    ck_assert_int_eq(try_corner(".#\na.\n"), REFUSAL_WALL);
}

TEST(nobody_is_swapped_through_a_blocked_corner)
{
    struct stage stage;

    stage_init(&stage, "#b\na#\n");
    body_id a = stage_join(&stage, 1, pos_of(0, 1));
    body_id b = stage_join(&stage, 2, pos_of(1, 0));
    stage_act(&stage, a, ACTION_MOVE, DIR_NORTHEAST);
    stage_tick(&stage);
    stage_expect_refusal(&stage, a, REFUSAL_CORNER);
    ck_assert(pos_equal(stage_place(&stage, b), pos_of(1, 0)));
    stage_release(&stage);
}

TEST(walking_into_a_delver_swaps_places_and_costs_only_the_walker)
{
    const char *text = "######\n"
                       "#ab..#\n"
                       "######\n";
    struct stage stage;

    stage_init(&stage, text);
    body_id a = stage_join(&stage, 1, draw_level_find(text, 'a'));
    body_id b = stage_join(&stage, 2, draw_level_find(text, 'b'));
    stage_act(&stage, a, ACTION_MOVE, DIR_EAST);
    stage_tick(&stage);
    ck_assert(pos_equal(stage_place(&stage, a), pos_of(2, 1)));
    ck_assert(pos_equal(stage_place(&stage, b), pos_of(1, 1)));
    ck_assert_uint_eq(body_at(&stage, pos_of(2, 1)), a);
    ck_assert_uint_eq(body_at(&stage, pos_of(1, 1)), b);
    const struct event *event = stage_event(&stage, EVENT_SWAPPED, a);
    ck_assert_ptr_nonnull(event);
    ck_assert_uint_eq(event->other, b);
    ck_assert(pos_equal(event->from, pos_of(1, 1)));
    ck_assert(pos_equal(event->at, pos_of(2, 1)));
    ck_assert_uint_eq(stage_delver(&stage, a)->steps, 1);
    ck_assert_uint_eq(stage_delver(&stage, b)->steps, 0);

    stage_act(&stage, b, ACTION_WAIT, DIR_NONE);
    stage_tick(&stage);
    ck_assert_msg(stage_event(&stage, EVENT_WAITED, b) != NULL, "b may act at once");
    stage_release(&stage);
}

/* The order of their turns does not matter. */
TEST(who_walk_one_behind_the_other_both_step)
{
    const char *text = "######\n"
                       "#ab..#\n"
                       "######\n";

    for (uint64_t seed = 0; seed < 8; seed++) {
        struct stage stage;
        stage_init(&stage, text);
        stage.world->seed = seed;
        body_id a = stage_join(&stage, 1, draw_level_find(text, 'a'));
        body_id b = stage_join(&stage, 2, draw_level_find(text, 'b'));
        stage_act(&stage, seed % 2 == 0 ? a : b, ACTION_MOVE, DIR_EAST);
        stage_act(&stage, seed % 2 == 0 ? b : a, ACTION_MOVE, DIR_EAST);
        stage_tick(&stage);
        ck_assert_ptr_nonnull(stage_event(&stage, EVENT_MOVED, a));
        ck_assert_ptr_nonnull(stage_event(&stage, EVENT_MOVED, b));
        ck_assert(pos_equal(stage_place(&stage, a), pos_of(2, 1)));
        ck_assert(pos_equal(stage_place(&stage, b), pos_of(3, 1)));
        stage_release(&stage);
    }
}

TEST(two_who_walk_at_each_other_pass)
{
    const char *text = "######\n"
                       "#.ab.#\n"
                       "######\n";
    struct stage stage;

    stage_init(&stage, text);
    body_id a = stage_join(&stage, 1, draw_level_find(text, 'a'));
    body_id b = stage_join(&stage, 2, draw_level_find(text, 'b'));
    stage_act(&stage, a, ACTION_MOVE, DIR_EAST);
    stage_act(&stage, b, ACTION_MOVE, DIR_WEST);
    stage_tick(&stage);
    ck_assert_msg(stage_place(&stage, b).x < stage_place(&stage, a).x, "both got past");
    ck_assert_uint_eq(body_at(&stage, stage_place(&stage, a)), a);
    ck_assert_uint_eq(body_at(&stage, stage_place(&stage, b)), b);
    stage_release(&stage);
}

TEST(two_who_want_one_cell_never_share_it)
{
    const char *text = "#####\n"
                       "#a.b#\n"
                       "#####\n";
    struct stage stage;

    stage_init(&stage, text);
    body_id a = stage_join(&stage, 1, draw_level_find(text, 'a'));
    body_id b = stage_join(&stage, 2, draw_level_find(text, 'b'));
    stage_act(&stage, a, ACTION_MOVE, DIR_EAST);
    stage_act(&stage, b, ACTION_MOVE, DIR_WEST);
    stage_tick(&stage);
    /* The first is there; the second walked into them. */
    ck_assert(pos_equal(stage_place(&stage, b), pos_of(2, 1)));
    ck_assert(pos_equal(stage_place(&stage, a), pos_of(3, 1)));
    ck_assert_uint_eq(stage_event(&stage, EVENT_SWAPPED, b)->other, a);
    stage_release(&stage);
}

TEST(the_edge_of_the_level_is_a_wall)
{
    struct stage stage;

    stage_init(&stage, "..\n..\n");
    body_id id = stage_join(&stage, 1, pos_of(0, 0));
    const enum dir dirs[] = {DIR_NORTH, DIR_WEST, DIR_NORTHWEST, DIR_NORTHEAST, DIR_SOUTHWEST};
    for (size_t i = 0; i < sizeof dirs / sizeof dirs[0]; i++) {
        stage_act(&stage, id, ACTION_MOVE, dirs[i]);
        stage_tick(&stage);
        stage_expect_refusal(&stage, id, REFUSAL_WALL);
    }
    stage_release(&stage);
}

/*
 * Doors.
 */
#include "support/stage.h"
#include "support/suite.h"

START_TEST(walking_into_a_closed_door_opens_it_and_moves_nobody)
{
    const char *text = "#####\n"
                       "#a+.#\n"
                       "#####\n";
    struct stage stage;

    stage_init(&stage, text);
    body_id id = stage_join(&stage, 1, draw_level_find(text, 'a'));
    stage_act(&stage, id, ACTION_MOVE, DIR_EAST);
    stage_tick(&stage);
    ck_assert(pos_equal(stage_place(&stage, id), pos_of(1, 1)));
    ck_assert_int_eq(level_tile(stage_level(&stage), pos_of(2, 1)), TILE_DOOR_OPEN);
    const struct event *event = stage_event(&stage, EVENT_DOOR_OPENED, id);
    ck_assert_ptr_nonnull(event);
    ck_assert(pos_equal(event->at, pos_of(2, 1)));
    ck_assert_int_eq(event->dir, DIR_EAST);
    ck_assert(level_key_equal(event->level, stage.key));
    ck_assert(stage_level(&stage)->is_dirty);
    ck_assert_uint_eq(stage_delver(&stage, id)->steps, 0);
    stage_release(&stage);
}
END_TEST

START_TEST(open_and_close_find_the_only_door_there_is)
{
    const char *text = "#####\n"
                       "#a+.#\n"
                       "#####\n";
    struct stage stage;

    stage_init(&stage, text);
    body_id id = stage_join(&stage, 1, draw_level_find(text, 'a'));
    stage_act(&stage, id, ACTION_OPEN, DIR_NONE);
    stage_tick(&stage);
    ck_assert_int_eq(stage_event(&stage, EVENT_DOOR_OPENED, id)->dir, DIR_EAST);
    stage_act(&stage, id, ACTION_CLOSE, DIR_NONE);
    stage_ticks(&stage, 5);
    ck_assert_int_eq(stage_event(&stage, EVENT_DOOR_CLOSED, id)->dir, DIR_EAST);
    ck_assert_int_eq(level_tile(stage_level(&stage), pos_of(2, 1)), TILE_DOOR_CLOSED);
    stage_release(&stage);
}
END_TEST

START_TEST(with_no_door_or_two_the_answer_says_which)
{
    const char *text = "#####\n"
                       "#-+##\n"
                       "#a+##\n"
                       "#-.b#\n"
                       "#####\n";
    struct stage stage;
    enum dir dir;

    stage_init(&stage, text);
    body_id id = stage_join(&stage, 1, draw_level_find(text, 'a'));
    body_id other = stage_join(&stage, 2, draw_level_find(text, 'b'));

    ck_assert_int_eq(action_door_candidates(&stage_delver(&stage, id)->body, ACTION_CLOSE, &dir),
                     2);
    ck_assert_int_eq(dir, DIR_NORTH);
    ck_assert_int_eq(action_door_candidates(&stage_delver(&stage, id)->body, ACTION_OPEN, &dir), 2);
    ck_assert_int_eq(dir, DIR_NORTHEAST);
    ck_assert_int_eq(action_door_candidates(&stage_delver(&stage, other)->body, ACTION_CLOSE, &dir),
                     0);
    ck_assert_int_eq(dir, DIR_NONE);

    stage_act(&stage, id, ACTION_CLOSE, DIR_NONE);
    stage_act(&stage, other, ACTION_CLOSE, DIR_NONE);
    stage_tick(&stage);
    stage_expect_refusal(&stage, id, REFUSAL_WHICH_DOOR);
    stage_expect_refusal(&stage, other, REFUSAL_NO_DOOR);
    stage_act(&stage, id, ACTION_CLOSE, DIR_SOUTH);
    stage_tick(&stage);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_DOOR_CLOSED, id));
    ck_assert_int_eq(action_door_candidates(&stage_delver(&stage, id)->body, ACTION_CLOSE, &dir),
                     1);
    ck_assert_int_eq(dir, DIR_NORTH);
    stage_release(&stage);
}
END_TEST

START_TEST(a_direction_with_the_wrong_door_or_none_is_refused_for_its_own_reason)
{
    const char *text = "#-###\n"
                       "+a..#\n"
                       "#####\n";
    struct stage stage;

    stage_init(&stage, text);
    body_id id = stage_join(&stage, 1, draw_level_find(text, 'a'));
    const struct {
        struct action action;
        enum refusal refusal;
    } cases[] = {
        {{.verb = ACTION_OPEN, .dir = DIR_NORTH}, REFUSAL_DOOR_OPEN},
        {{.verb = ACTION_OPEN, .dir = DIR_EAST}, REFUSAL_NO_DOOR},
        {{.verb = ACTION_CLOSE, .dir = DIR_WEST}, REFUSAL_DOOR_CLOSED},
        {{.verb = ACTION_CLOSE, .dir = DIR_SOUTH}, REFUSAL_NO_DOOR},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        stage_act(&stage, id, cases[i].action.verb, cases[i].action.dir);
        stage_tick(&stage);
        stage_expect_refusal(&stage, id, cases[i].refusal);
    }
    draw_level_expect(stage_level(&stage), text);
    stage_release(&stage);
}
END_TEST

START_TEST(doors_at_the_edge_of_the_level_are_looked_for_inside_only)
{
    struct stage stage;
    enum dir dir;

    stage_init(&stage, ".-\n##\n");
    body_id id = stage_join(&stage, 1, pos_of(0, 0));
    ck_assert_int_eq(action_door_candidates(&stage_delver(&stage, id)->body, ACTION_CLOSE, &dir),
                     1);
    stage_act(&stage, id, ACTION_CLOSE, DIR_NORTHWEST);
    stage_tick(&stage);
    stage_expect_refusal(&stage, id, REFUSAL_NO_DOOR);
    stage_act(&stage, id, ACTION_MOVE, DIR_NORTHWEST);
    stage_tick(&stage);
    stage_expect_refusal(&stage, id, REFUSAL_WALL);
    stage_release(&stage);
}
END_TEST

START_TEST(nobody_is_shut_into_a_doorway)
{
    const char *text = "#####\n"
                       "#a-b#\n"
                       "#####\n";
    struct stage stage;

    stage_init(&stage, text);
    body_id closer = stage_join(&stage, 1, draw_level_find(text, 'a'));
    body_id walker = stage_join(&stage, 2, draw_level_find(text, 'b'));

    /* In one tick: the walker steps in first, then the other tries to close. */
    stage_act(&stage, walker, ACTION_MOVE, DIR_WEST);
    stage_act(&stage, closer, ACTION_CLOSE, DIR_EAST);
    stage_tick(&stage);
    ck_assert(pos_equal(stage_place(&stage, walker), pos_of(2, 1)));
    stage_expect_refusal(&stage, closer, REFUSAL_DOORWAY_TAKEN);
    ck_assert_int_eq(level_tile(stage_level(&stage), pos_of(2, 1)), TILE_DOOR_OPEN);

    /* The other way round: the door closes, the step becomes the opening of it. */
    stage_act(&stage, walker, ACTION_MOVE, DIR_EAST);
    stage_ticks(&stage, 10);
    stage_act(&stage, closer, ACTION_CLOSE, DIR_EAST);
    stage_act(&stage, walker, ACTION_MOVE, DIR_WEST);
    stage_tick(&stage);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_DOOR_CLOSED, closer));
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_DOOR_OPENED, walker));
    ck_assert(pos_equal(stage_place(&stage, walker), pos_of(3, 1)));
    stage_release(&stage);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("door");

    tcase_add_test(tcase, walking_into_a_closed_door_opens_it_and_moves_nobody);
    tcase_add_test(tcase, open_and_close_find_the_only_door_there_is);
    tcase_add_test(tcase, with_no_door_or_two_the_answer_says_which);
    tcase_add_test(tcase, a_direction_with_the_wrong_door_or_none_is_refused_for_its_own_reason);
    tcase_add_test(tcase, doors_at_the_edge_of_the_level_are_looked_for_inside_only);
    tcase_add_test(tcase, nobody_is_shut_into_a_doorway);
    return suite_run("door", tcase);
}

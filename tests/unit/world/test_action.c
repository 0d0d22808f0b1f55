/*
 * The queue of what a delver is about to do, what it costs, and who comes first.
 */
#include "support/stage.h"
#include "support/test.h"

static const char hall[] = "############\n"
                           "#a........b#\n"
                           "#..........#\n"
                           "############\n";

TEST(every_verb_has_a_name_and_costs_five_ticks_but_dressing_and_sneaking)
{
    for (enum action_verb verb = ACTION_MOVE; verb < ACTION_COUNT; verb++) {
        ck_assert_ptr_nonnull(action_name(verb));
        bool dresses = verb == ACTION_WEAR || verb == ACTION_REMOVE;
        ck_assert_int_eq(action_cost(verb), dresses ? 30 : verb == ACTION_SNEAK ? 0 : 5);
    }
    ck_assert_int_eq(action_cost(ACTION_NONE), 0);
}

TEST(a_step_is_taken_at_once_and_the_next_five_ticks_later)
{
    struct stage stage;

    stage_init(&stage, hall);
    body_id id = stage_join(&stage, 1, draw_level_find(hall, 'a'));
    stage_act(&stage, id, ACTION_MOVE, DIR_EAST);
    stage_act(&stage, id, ACTION_MOVE, DIR_EAST);
    for (int tick = 0; tick < 5; tick++) {
        stage_tick(&stage);
        ck_assert_int_eq(stage_place(&stage, id).x, 2);
    }
    stage_tick(&stage);
    ck_assert_int_eq(stage_place(&stage, id).x, 3);
    ck_assert(world_is_quiet(stage.world));
    stage_release(&stage);
}

TEST(every_verb_that_succeeds_makes_the_next_action_wait)
{
    const struct action actions[] = {{.verb = ACTION_OPEN, .dir = DIR_NORTH},
                                     {.verb = ACTION_CLOSE, .dir = DIR_NORTH},
                                     {.verb = ACTION_WAIT, .dir = DIR_NONE},
                                     {.verb = ACTION_MOVE, .dir = DIR_NORTH},
                                     {.verb = ACTION_MOVE, .dir = DIR_EAST}};
    struct stage stage;

    stage_init(&stage, "#+##\n#..#\n####\n");
    body_id id = stage_join(&stage, 1, pos_of(1, 1));
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        stage_act(&stage, id, actions[i].verb, actions[i].dir);
        stage_tick(&stage);
        ck_assert_ptr_null(stage_event(&stage, EVENT_REFUSED, id));
        stage_act(&stage, id, ACTION_ASCEND, DIR_NONE);
        for (int tick = 0; tick < 4; tick++) {
            stage_tick(&stage);
            ck_assert_ptr_null(stage_event(&stage, EVENT_REFUSED, id));
        }
        stage_tick(&stage);
        stage_expect_refusal(&stage, id, REFUSAL_NO_STAIRS_UP);
    }
    stage_release(&stage);
}

TEST(a_refused_action_costs_a_tick_and_no_more)
{
    struct stage stage;

    stage_init(&stage, hall);
    body_id id = stage_join(&stage, 1, draw_level_find(hall, 'a'));
    stage_act(&stage, id, ACTION_MOVE, DIR_WEST);
    stage_act(&stage, id, ACTION_MOVE, DIR_NORTH);
    stage_act(&stage, id, ACTION_MOVE, DIR_EAST);
    stage_tick(&stage);
    ck_assert_int_eq(stage_event_count(&stage), 1);
    stage_expect_refusal(&stage, id, REFUSAL_WALL);
    ck_assert_int_eq(stage_event(&stage, EVENT_REFUSED, id)->dir, DIR_WEST);
    stage_tick(&stage);
    ck_assert_int_eq(stage_event(&stage, EVENT_REFUSED, id)->dir, DIR_NORTH);
    stage_tick(&stage);
    ck_assert_int_eq(stage_place(&stage, id).x, 2);
    stage_release(&stage);
}

TEST(four_actions_wait_and_the_fifth_is_refused)
{
    const enum dir dirs[] = {DIR_EAST, DIR_WEST, DIR_EAST, DIR_WEST, DIR_EAST};
    struct stage stage;

    stage_init(&stage, hall);
    body_id id = stage_join(&stage, 1, draw_level_find(hall, 'a'));
    stage_act(&stage, id, ACTION_WAIT, DIR_NONE);
    stage_tick(&stage);
    for (size_t i = 0; i < 5; i++)
        stage_act(&stage, id, ACTION_MOVE, dirs[i]);
    stage_tick(&stage);
    ck_assert_int_eq(stage_delver(&stage, id)->body.queue_length, BODY_QUEUE_MAX);
    stage_expect_refusal(&stage, id, REFUSAL_QUEUE_FULL);
    stage_release(&stage);
}

TEST(repeated_steps_collapse_to_two_without_a_word)
{
    struct stage stage;

    stage_init(&stage, hall);
    body_id id = stage_join(&stage, 1, draw_level_find(hall, 'a'));
    stage_act(&stage, id, ACTION_WAIT, DIR_NONE);
    stage_tick(&stage);
    for (int i = 0; i < 30; i++)
        stage_act(&stage, id, ACTION_MOVE, DIR_EAST);
    stage_tick(&stage);
    ck_assert_int_eq(stage_delver(&stage, id)->body.queue_length, BODY_REPEAT_MAX);
    ck_assert_int_eq(stage_event_count(&stage), 0);
    stage_act(&stage, id, ACTION_MOVE, DIR_SOUTH);
    stage_act(&stage, id, ACTION_MOVE, DIR_EAST);
    stage_tick(&stage);
    ck_assert_msg(stage_delver(&stage, id)->body.queue_length == 4, "a turn is no repetition");
    stage_release(&stage);
}

TEST(cancel_drops_the_queue_and_says_how_much)
{
    struct stage stage;

    stage_init(&stage, hall);
    body_id id = stage_join(&stage, 1, draw_level_find(hall, 'a'));
    stage_act(&stage, id, ACTION_MOVE, DIR_EAST);
    stage_tick(&stage);
    stage_act(&stage, id, ACTION_MOVE, DIR_EAST);
    stage_act(&stage, id, ACTION_MOVE, DIR_SOUTH);
    stage_tick(&stage);
    stage_input(&stage, INPUT_CANCEL, id);
    stage_tick(&stage);
    ck_assert_int_eq(stage_event(&stage, EVENT_CANCELLED, id)->count, 2);
    stage_ticks(&stage, 20);
    ck_assert(pos_equal(stage_place(&stage, id), pos_of(2, 1)));
    stage_input(&stage, INPUT_CANCEL, id);
    stage_tick(&stage);
    ck_assert_int_eq(stage_event(&stage, EVENT_CANCELLED, id)->count, 0);
    stage_act(&stage, id, ACTION_MOVE, DIR_EAST);
    stage_tick(&stage);
    ck_assert_msg(stage_place(&stage, id).x == 3, "after a cancel new actions are taken");
    stage_release(&stage);
}

TEST(at_most_one_action_a_tick)
{
    struct stage stage;

    stage_init(&stage, hall);
    body_id id = stage_join(&stage, 1, draw_level_find(hall, 'a'));
    for (int i = 0; i < 4; i++)
        stage_act(&stage, id, ACTION_ASCEND, DIR_NONE);
    for (int left = 3; left >= 0; left--) {
        stage_tick(&stage);
        ck_assert_int_eq(stage_event_count(&stage), 1);
        ck_assert_int_eq(stage_delver(&stage, id)->body.queue_length, left);
    }
    stage_release(&stage);
}

TEST(actions_that_make_no_sense_are_dropped)
{
    const struct action senseless[] = {
        {.verb = ACTION_NONE, .dir = DIR_NONE}, {.verb = ACTION_COUNT, .dir = DIR_NONE},
        {.verb = ACTION_MOVE, .dir = DIR_NONE}, {.verb = ACTION_MOVE, .dir = DIR_COUNT},
        {.verb = ACTION_MOVE, .target = 1},     {.verb = ACTION_DROP},
        {.verb = ACTION_THROW, .object = 1},    {.verb = ACTION_THROW, .dir = DIR_EAST}};
    struct stage stage;

    stage_init(&stage, hall);
    body_id id = stage_join(&stage, 1, draw_level_find(hall, 'a'));
    for (size_t i = 0; i < sizeof senseless / sizeof senseless[0]; i++)
        stage_act(&stage, id, senseless[i].verb, senseless[i].dir);
    stage_tick(&stage);
    ck_assert_int_eq(stage_event_count(&stage), 0);
    ck_assert(world_is_quiet(stage.world));
    stage_release(&stage);
}

TEST(keys_of_one_tick_are_served_in_the_order_they_came)
{
    struct stage stage;

    stage_init(&stage, hall);
    body_id first = stage_join(&stage, 1, pos_of(4, 1));
    body_id second = stage_join(&stage, 2, pos_of(6, 1));
    for (int round = 0; round < 12; round++) {
        body_id early = round % 3 == 0 ? first : second;
        body_id late = early == first ? second : first;
        stage_act(&stage, early, ACTION_WAIT, DIR_NONE);
        stage_act(&stage, late, ACTION_WAIT, DIR_NONE);
        stage_tick(&stage);
        ck_assert_int_eq(stage_event_count(&stage), 2);
        struct event_cursor cursor = {0};
        ck_assert_uint_eq(world_next_event(stage.world, &cursor)->actor, early);
        ck_assert_uint_eq(world_next_event(stage.world, &cursor)->actor, late);
        stage_ticks(&stage, 4 + round % 2);
    }
    stage_release(&stage);
}

/* `count` delvers who always have a step waiting; how often each of them came first. */
static void count_wins(int count, int rounds, int *wins)
{
    body_id ids[STAGE_DELVERS_MAX];
    struct stage stage;

    stage_init(&stage, hall);
    for (int i = 0; i < count; i++)
        ids[i] = stage_join(&stage, i + 1, pos_of(1 + i, 1));
    for (int tick = 0; tick < 5 * rounds; tick++) {
        for (int i = 0; i < count; i++) {
            if (stage_delver(&stage, ids[i])->body.queue_length < 2)
                stage_act(&stage, ids[i], ACTION_WAIT, DIR_NONE);
        }
        stage_tick(&stage);
        struct event_cursor cursor = {0};
        const struct event *first = world_next_event(stage.world, &cursor);
        for (int i = 0; first != NULL && i < count; i++)
            wins[i] += first->actor == ids[i];
    }
    stage_release(&stage);
}

TEST(ties_favour_no_seat_however_many_compete)
{
    enum { ROUNDS = 2000 };

    /* Five and ten resonate with the cost of an action if the order merely rotates. */
    for (int count = 2; count <= 10; count++) {
        int wins[STAGE_DELVERS_MAX] = {0};
        count_wins(count, ROUNDS, wins);
        for (int i = 0; i < count; i++) {
            ck_assert_msg(wins[i] > ROUNDS / count / 2 && wins[i] < ROUNDS / count * 2,
                          "of %d, number %d came first %d times in %d", count, i, wins[i], ROUNDS);
        }
    }
}

/*
 * Names and costs of verbs, senseless actions, and which of several comes first.
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

TEST(ties_favour_no_slot_however_many_compete)
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

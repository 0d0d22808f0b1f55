/*
 * Time in danger: when it waits, when it runs, and what an action lets the foes do.
 */
#include "support/stage.h"
#include "support/test.h"
#include "world/blow.h"
#include "world/fighter.h"
#include "world/level_time.h"
#include "world/mind.h"

static const char hall[] = "##############################\n"
                           "#............................#\n"
                           "#............................#\n"
                           "#............................#\n"
                           "##############################\n";

/* Two halls without a way between them. */
static const char apart[] = "##########                              ##########\n"
                            "#........#                              #........#\n"
                            "#........#                              #........#\n"
                            "##########                              ##########\n";

static struct stage stage;
static body_id ada;

static void tear_down(void)
{
    stage_release(&stage);
}

/* Ada is at `at` of that level. */
static void begin(const char *text, struct pos at)
{
    stage_init(&stage, text);
    ada = stage_join(&stage, 1, at);
}

static enum company_state time_of(body_id id)
{
    return stage_delver(&stage, id)->peril.time;
}

/* Until the next search for companies has surely run. */
static void look(void)
{
    stage_ticks(&stage, 6);
}

TEST_FIXTURE(NULL, tear_down);

TEST(time_waits_for_one_in_danger)
{
    begin(hall, pos_of(2, 2));
    body_id rat = stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(11, 2));
    look();
    ck_assert_int_eq(time_of(ada), COMPANY_WAITING);
    struct pos before = stage_place(&stage, rat);
    uint64_t clock = stage_level(&stage)->clock;
    stage_ticks(&stage, 500);
    ck_assert(pos_equal(stage_place(&stage, rat), before));
    ck_assert_uint_eq(stage_level(&stage)->clock, clock);
}

TEST(an_action_lets_the_foes_of_a_lone_delver_live_a_beat_at_once)
{
    begin(hall, pos_of(2, 2));
    body_id rat = stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(11, 2));
    look();
    uint64_t lived = body_lived(world_body(stage.world, rat));
    stage_act(&stage, ada, ACTION_WAIT, DIR_NONE);
    stage_tick(&stage);
    ck_assert_uint_eq(body_lived(world_body(stage.world, rat)), lived + BEAT_TICKS);
    ck_assert(body_is_ready(&stage_delver(&stage, ada)->body));
}

TEST(a_rat_comes_nearer_a_step_a_beat_and_bites)
{
    bool is_bitten = false;

    begin(hall, pos_of(2, 2));
    body_id rat = stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(7, 2));
    stage_delver(&stage, ada)->peril.safe_until = 0;
    look();
    for (int i = 0; i < 10; i++) {
        int distance = pos_distance(stage_place(&stage, rat), stage_place(&stage, ada));
        stage_act(&stage, ada, ACTION_WAIT, DIR_NONE);
        stage_tick(&stage);
        int now = pos_distance(stage_place(&stage, rat), stage_place(&stage, ada));
        ck_assert_int_ge(now, distance - 1);
        is_bitten = is_bitten || stage_event(&stage, EVENT_BLOW, rat) != NULL;
    }
    ck_assert(is_bitten);
}

TEST(queued_steps_are_dropped_when_a_foe_comes_into_view)
{
    begin(hall, pos_of(2, 2));
    for (int i = 0; i < 4; i++)
        stage_act(&stage, ada, ACTION_MOVE, i % 2 == 0 ? DIR_EAST : DIR_WEST);
    (void)stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(11, 2));
    for (int i = 0; i < 6 && stage_event(&stage, EVENT_NOTICED, ada) == NULL; i++)
        stage_tick(&stage);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_NOTICED, ada));
    ck_assert_int_eq(stage_delver(&stage, ada)->body.queue_length, 0);
}

TEST(what_else_was_queued_is_kept_in_its_order_when_a_foe_comes_into_view)
{
    begin(hall, pos_of(2, 2));
    struct body *body = &stage_delver(&stage, ada)->body;
    stage_delver(&stage, ada)->life.pack.carried[1] = stack_of(ITEM_STONE_SKIN, 1);
    /* No queued action happens before the foe is seen. */
    body->ready_at = body_lived(body) + 20;
    stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
    stage_use(&stage, ada, (struct action){.verb = ACTION_USE, .object = OBJECT_CARRIED + 1});
    stage_act(&stage, ada, ACTION_MOVE, DIR_WEST);
    stage_act(&stage, ada, ACTION_ATTACK, DIR_WEST);
    (void)stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(11, 2));
    for (int i = 0; i < 6 && stage_event(&stage, EVENT_NOTICED, ada) == NULL; i++)
        stage_tick(&stage);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_NOTICED, ada));
    /* From now on time passes only with Ada's actions: the first one is done at once. */
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_ITEM_USED, ada));
    ck_assert_int_eq(body->queue_length, 1);
    ck_assert_int_eq(body->queue[0].verb, ACTION_ATTACK);
    ck_assert(pos_equal(body->at, pos_of(2, 2)));
}

TEST(an_action_that_danger_cut_off_does_not_hold_up_the_next)
{
    begin(hall, pos_of(2, 2));
    /* The step takes longer than it is until the next look for dangers. */
    while (stage.world->tick % 5 != 3)
        stage_tick(&stage);
    stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
    stage_tick(&stage);
    (void)stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(11, 2));
    stage_tick(&stage);
    ck_assert_int_eq(time_of(ada), COMPANY_WAITING);
    ck_assert(!body_is_ready(&stage_delver(&stage, ada)->body));
    stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
    stage_tick(&stage);
    ck_assert(pos_equal(stage_place(&stage, ada), pos_of(4, 2)));
}

TEST(a_foe_is_told_of_once)
{
    int count = 0;

    begin(hall, pos_of(2, 2));
    (void)stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(11, 2));
    for (int i = 0; i < 300; i++) {
        if (i % 10 == 0)
            stage_act(&stage, ada, ACTION_WAIT, DIR_NONE);
        stage_tick(&stage);
        count += stage_event(&stage, EVENT_NOTICED, ada) != NULL;
    }
    ck_assert_int_eq(count, 1);
}

TEST(others_far_away_live_on_while_time_waits_for_one)
{
    begin(apart, pos_of(2, 2));
    body_id brom = stage_join(&stage, 2, pos_of(47, 1));
    body_id rat = stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(7, 2));
    look();
    ck_assert_int_eq(time_of(ada), COMPANY_WAITING);
    ck_assert_int_eq(time_of(brom), COMPANY_CALM);
    uint64_t lived = body_lived(world_body(stage.world, rat));
    uint64_t of_brom = body_lived(&stage_delver(&stage, brom)->body);
    stage_act(&stage, brom, ACTION_MOVE, DIR_SOUTH);
    stage_ticks(&stage, 100);
    ck_assert(pos_equal(stage_place(&stage, brom), pos_of(47, 2)));
    ck_assert_uint_eq(body_lived(&stage_delver(&stage, brom)->body), of_brom + 100);
    ck_assert_uint_eq(body_lived(world_body(stage.world, rat)), lived);
    /* Ada acts, and her foe lives a beat while Brom's time goes on. */
    stage_act(&stage, ada, ACTION_WAIT, DIR_NONE);
    stage_tick(&stage);
    ck_assert_uint_eq(body_lived(world_body(stage.world, rat)), lived + BEAT_TICKS);
    ck_assert_uint_eq(body_lived(&stage_delver(&stage, brom)->body), of_brom + 101);
}

/* Puts both into one party. */
static void befriend(body_id first, body_id second)
{
    stage_input(&stage, INPUT_PARTY, first)->action.count = 7;
    stage_input(&stage, INPUT_PARTY, second)->action.count = 7;
}

TEST(a_stranger_who_passes_leaves_anothers_waiting_alone)
{
    static const enum dir ways[] = {DIR_EAST, DIR_EAST, DIR_EAST, DIR_EAST, DIR_WEST, DIR_WEST};

    begin(hall, pos_of(5, 2));
    body_id rat = stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(11, 2));
    mind_wake(body_foe(world_body(stage.world, rat)), stage_delver(&stage, ada));
    look();
    stage_act(&stage, ada, ACTION_WAIT, DIR_NONE);
    look();
    ck_assert_int_eq(time_of(ada), COMPANY_WAITING);
    uint64_t lived = body_lived(world_body(stage.world, rat));
    body_id brom = stage_join(&stage, 2, pos_of(3, 3));
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        stage_act(&stage, brom, ACTION_MOVE, ways[i]);
        for (int tick = 0; tick < 60; tick++) {
            stage_tick(&stage);
            ck_assert_int_eq(time_of(ada), COMPANY_WAITING);
        }
    }
    ck_assert_int_eq(pos_distance(stage_place(&stage, brom), stage_place(&stage, ada)), 1);
    ck_assert_uint_eq(body_lived(world_body(stage.world, rat)), lived);
    /* Both delvers stand there for longer than a step takes. */
    stage_act(&stage, brom, ACTION_WAIT, DIR_NONE);
    look();
    ck_assert_int_eq(time_of(ada), COMPANY_RUNNING);
    ck_assert_int_eq(time_of(brom), COMPANY_RUNNING);
}

TEST(members_of_a_party_share_time_and_who_leaves_it_does_not)
{
    begin(hall, pos_of(2, 2));
    body_id brom = stage_join(&stage, 2, pos_of(18, 2));
    body_id rat = stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(9, 2));
    mind_wake(body_foe(world_body(stage.world, rat)), stage_delver(&stage, ada));
    look();
    ck_assert_int_eq(time_of(ada), COMPANY_WAITING);
    befriend(ada, brom);
    look();
    ck_assert_int_eq(time_of(ada), COMPANY_RUNNING);
    stage_input(&stage, INPUT_PARTY, brom)->action.count = 0;
    stage_ticks(&stage, 5 * BEAT_TICKS + 200);
    ck_assert_int_ne(time_of(ada), COMPANY_RUNNING);
}

TEST(who_strikes_the_foe_of_another_shares_its_time)
{
    begin(hall, pos_of(2, 2));
    body_id brom = stage_join(&stage, 2, pos_of(8, 2));
    body_id rat = stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(5, 2));
    struct foe *foe = body_foe(world_body(stage.world, rat));
    mind_wake(foe, stage_delver(&stage, ada));
    look();
    ck_assert_int_eq(time_of(ada), COMPANY_WAITING);
    ck_assert_int_eq(time_of(brom), COMPANY_WAITING);
    mind_note_fighter(foe, brom);
    look();
    ck_assert_int_eq(time_of(ada), COMPANY_RUNNING);
    ck_assert_int_eq(time_of(brom), COMPANY_RUNNING);
}

TEST(two_delvers_meeting_in_danger_stand_still_for_three_seconds_then_time_runs)
{
    begin(apart, pos_of(2, 2));
    body_id rat = stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(7, 2));
    look();
    ck_assert_int_eq(time_of(ada), COMPANY_WAITING);
    body_id brom = stage_join(&stage, 2, pos_of(4, 2));
    befriend(ada, brom);
    while (time_of(ada) != COMPANY_RUNNING)
        stage_tick(&stage);
    ck_assert_int_eq(stage_event(&stage, EVENT_TIME, ada)->time, COMPANY_RUNNING);
    ck_assert_uint_eq(stage_event(&stage, EVENT_TIME, ada)->other, brom);
    ck_assert_int_eq(stage_event(&stage, EVENT_TIME, ada)->count, 3);
    uint64_t lived = body_lived(world_body(stage.world, rat));
    uint64_t halt = world_ms(stage.world, PERIL_NOTICE_MS);
    look();
    stage_act(&stage, brom, ACTION_MOVE, DIR_NORTH);
    stage_ticks(&stage, (int)halt - 7);
    ck_assert(pos_equal(stage_place(&stage, brom), pos_of(4, 2)));
    ck_assert_uint_eq(body_lived(world_body(stage.world, rat)), lived);
    stage_ticks(&stage, 100);
    ck_assert_uint_ge(body_lived(world_body(stage.world, rat)), lived + 98);
}

/* The time that the foe lives in 600 ticks while time runs. */
static uint64_t lived_at(int wish, int other_wish, bool is_idle)
{
    begin(hall, pos_of(2, 2));
    body_id brom = stage_join(&stage, 2, pos_of(4, 2));
    body_id mould = stage_foe(&stage, SPECIES_GREY_MOULD, pos_of(5, 3));
    mind_wake(body_foe(world_body(stage.world, mould)), stage_delver(&stage, brom));
    befriend(ada, brom);
    stage_input(&stage, INPUT_PACE, ada)->action.count = (uint32_t)wish;
    stage_input(&stage, INPUT_PACE, brom)->action.count = (uint32_t)other_wish;
    look();
    stage_delver(&stage, ada)->body.health = stage_delver(&stage, brom)->body.health = 30000;
    ck_assert_int_eq(time_of(ada), COMPANY_RUNNING);
    stage_delver(&stage, ada)->peril.acted_at -= is_idle ? 20 * 50 : 0;
    look();
    uint64_t lived = body_lived(world_body(stage.world, mould));
    for (int i = 0; i < 600; i++) {
        stage_delver(&stage, ada)->peril.acted_at += !is_idle;
        stage_delver(&stage, brom)->peril.acted_at++;
        stage_tick(&stage);
    }
    lived = body_lived(world_body(stage.world, mould)) - lived;
    stage_release(&stage);
    return lived;
}

TEST(time_that_runs_goes_as_slowly_as_the_slowest_of_a_company_wishes)
{
    ck_assert_uint_eq(lived_at(100, 100, false), 600);
    ck_assert_uint_eq(lived_at(150, 100, false), 400);
    ck_assert_uint_eq(lived_at(150, 200, false), 300);
    ck_assert_uint_eq(lived_at(7, 100, false), 600);
    /* A player who asks for nothing for twenty seconds slows nobody. */
    ck_assert_uint_eq(lived_at(200, 100, true), 600);
    begin(hall, pos_of(2, 2));
}

TEST(one_alone_has_no_pace)
{
    begin(hall, pos_of(2, 2));
    (void)stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(11, 2));
    stage_input(&stage, INPUT_PACE, ada)->action.count = 200;
    look();
    ck_assert_int_eq(time_of(ada), COMPANY_WAITING);
    ck_assert_uint_eq(stage_delver(&stage, ada)->peril.pace, 100);
}

TEST(calm_returns_with_the_death_of_the_last_foe)
{
    begin(hall, pos_of(2, 2));
    body_id rat = stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(3, 2));
    look();
    for (int i = 0; i < 100 && world_body(stage.world, rat) != NULL; i++) {
        stage_delver(&stage, ada)->body.health = 10;
        stage_act(&stage, ada, ACTION_MOVE,
                  dir_towards(stage_place(&stage, ada), stage_place(&stage, rat)));
        stage_tick(&stage);
    }
    ck_assert_ptr_null(world_body(stage.world, rat));
    look();
    ck_assert_int_eq(time_of(ada), COMPANY_CALM);
}

TEST(a_rooted_foe_out_of_reach_is_no_danger)
{
    begin(hall, pos_of(2, 2));
    (void)stage_foe(&stage, SPECIES_GREY_MOULD, pos_of(5, 2));
    look();
    ck_assert_int_eq(time_of(ada), COMPANY_CALM);
    for (int i = 0; i < 2; i++) {
        stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
        look();
    }
    look();
    ck_assert_int_eq(time_of(ada), COMPANY_WAITING);
}

TEST(a_rooted_foe_that_aims_out_of_reach_is_no_danger)
{
    begin(hall, pos_of(2, 2));
    body_id id = stage_foe(&stage, SPECIES_GREY_MOULD, pos_of(5, 2));
    mind_wake(body_foe(world_body(stage.world, id)), stage_delver(&stage, ada));
    look();
    ck_assert_int_eq(time_of(ada), COMPANY_CALM);
}

TEST(a_foe_that_sleeps_has_no_time_and_is_no_danger)
{
    begin(hall, pos_of(2, 2));
    struct foe *rat =
        foe_add(stage.world, SPECIES_CELLAR_RAT, stage_level(&stage), pos_of(11, 2), MOOD_ASLEEP);
    look();
    ck_assert_int_eq(time_of(ada), COMPANY_CALM);
    ck_assert_uint_eq(rat->mind.keeper, 0);
    ck_assert(!rat->body.is_active);
}

static int count_notices(enum notice notice)
{
    struct event_cursor cursor = {0};
    const struct event *event;
    int count = 0;

    while ((event = world_next_event(stage.world, &cursor)) != NULL)
        count += event->kind == EVENT_NOTICED && event->notice == notice;
    return count;
}

/* The number of such notices in `ticks` ticks. */
static int count_told(enum notice notice, int ticks)
{
    int count = 0;

    for (int i = 0; i < ticks; i++) {
        stage_tick(&stage);
        count += count_notices(notice);
    }
    return count;
}

TEST(a_sleeper_that_comes_into_view_is_told_of_once_as_asleep)
{
    begin(hall, pos_of(2, 2));
    (void)foe_add(stage.world, SPECIES_CELLAR_RAT, stage_level(&stage), pos_of(10, 2), MOOD_ASLEEP);
    stage_level(&stage)->is_stirred = true;
    ck_assert_int_eq(count_told(NOTICE_ASLEEP, 50), 1);
    ck_assert_int_eq(time_of(ada), COMPANY_CALM);
}

/* Acts as if the foes told of so far had been out of view for some time, and as if the fight had
   gone on for `fight_ticks`. */
static void lose_view(uint32_t fight_ticks)
{
    struct peril *peril = &stage_delver(&stage, ada)->peril;

    for (int i = 0; i < PERIL_NOTED_MAX; i++)
        peril->noted_at[i] -= 10 * BEAT_TICKS;
    peril->fight_at -= fight_ticks;
    stage_level(&stage)->is_stirred = true;
}

TEST(a_foe_is_told_of_once_in_a_fight_however_often_it_comes_into_view)
{
    begin(hall, pos_of(2, 2));
    (void)stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(11, 2));
    ck_assert_int_eq(count_told(NOTICE_AWAKE, 50), 1);
    for (int i = 0; i < 3; i++) {
        lose_view(20 * BEAT_TICKS);
        ck_assert_int_eq(count_told(NOTICE_BACK, 50), 0);
    }
    /* A fight that began since is another one. */
    stage_delver(&stage, ada)->peril.time = COMPANY_CALM;
    lose_view(0);
    ck_assert_int_eq(count_told(NOTICE_BACK, 50), 1);
}

TEST(a_foe_that_comes_back_into_view_is_told_of_again_if_it_is_awake)
{
    begin(hall, pos_of(2, 2));
    struct foe *rat =
        body_foe(world_body(stage.world, stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(11, 2))));
    ck_assert_int_eq(count_told(NOTICE_AWAKE, 50), 1);
    ck_assert_int_eq(count_told(NOTICE_BACK, 50), 0);
    lose_view(0);
    ck_assert_int_eq(count_told(NOTICE_BACK, 50), 1);
    rat->mind.mood = MOOD_ASLEEP;
    lose_view(0);
    ck_assert_int_eq(count_told(NOTICE_BACK, 50), 0);
}

/* In calm no search for foes is made while nobody moves. */
TEST(a_foe_that_stays_in_view_is_not_back_however_long_nobody_moves)
{
    begin(hall, pos_of(2, 2));
    (void)stage_foe(&stage, SPECIES_GREY_MOULD, pos_of(8, 2));
    ck_assert_int_eq(count_told(NOTICE_AWAKE, 50), 1);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(count_told(NOTICE_BACK, 10 * BEAT_TICKS), 0);
        stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
        ck_assert_int_eq(count_told(NOTICE_BACK, 50), 0);
    }
}

TEST(a_foe_behind_a_door_is_told_of_when_the_door_opens)
{
    static const char rooms[] = "############\n"
                                "#....+.....#\n"
                                "############\n";

    begin(rooms, pos_of(4, 1));
    (void)foe_add(stage.world, SPECIES_CELLAR_RAT, stage_level(&stage), pos_of(8, 1), MOOD_ASLEEP);
    ck_assert_int_eq(count_told(NOTICE_ASLEEP, 50), 0);
    stage_act(&stage, ada, ACTION_OPEN, DIR_EAST);
    ck_assert_int_eq(count_told(NOTICE_ASLEEP, 50), 1);
}

TEST(a_foe_is_told_of_before_its_first_blow)
{
    struct event_cursor cursor = {0};
    const struct event *event;

    begin(hall, pos_of(2, 2));
    body_id id = stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(3, 2));
    struct body *rat = world_body(stage.world, id);
    const struct fighter fighter = fighter_of(stage.world, rat);
    stage_level(&stage)->events.count = 0;
    (void)blow_strike(stage.world, rat, &stage_delver(&stage, ada)->body, &fighter, DAMAGE_BLOW);
    do {
        event = world_next_event(stage.world, &cursor);
        ck_assert_ptr_nonnull(event);
        ck_assert_int_ne(event->kind, EVENT_BLOW);
    } while (event->kind != EVENT_NOTICED);
}

/* Each around a corner from the other. */
static const char bend[] = "############\n"
                           "#......#...#\n"
                           "######...#.#\n"
                           "##########.#\n"
                           "##########.#\n"
                           "############\n";

TEST(a_foe_that_hunts_out_of_view_is_told_of_once_a_hunt_and_not_by_its_name)
{
    begin(bend, pos_of(1, 1));
    struct foe *rat =
        body_foe(world_body(stage.world, stage_foe(&stage, SPECIES_CELLAR_RAT, pos_of(10, 4))));
    ck_assert(!delver_sees(stage_delver(&stage, ada), rat->body.at));
    mind_wake(rat, stage_delver(&stage, ada));
    ck_assert_int_eq(count_told(NOTICE_UNSEEN, 50), 1);
    ck_assert_int_eq(time_of(ada), COMPANY_WAITING);
}

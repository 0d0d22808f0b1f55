/*
 * The pace of time, and how often foes are told of.
 */
#include "support/stage.h"
#include "support/test.h"
#include "world/mind.h"

static const char hall[] = "##############################\n"
                           "#............................#\n"
                           "#............................#\n"
                           "#............................#\n"
                           "##############################\n";

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
    return stage_delver(&stage, id)->time.state;
}

/* Until the next search for companies has surely run. */
static void look(void)
{
    stage_ticks(&stage, 6);
}

TEST_FIXTURE(NULL, tear_down);

/* Puts both into one party. */
static void befriend(body_id first, body_id second)
{
    stage_input(&stage, INPUT_PARTY, first)->action.count = 7;
    stage_input(&stage, INPUT_PARTY, second)->action.count = 7;
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
    stage_delver(&stage, ada)->time.acted_at -= is_idle ? 20 * 50 : 0;
    look();
    uint64_t lived = body_lived(world_body(stage.world, mould));
    for (int i = 0; i < 600; i++) {
        stage_delver(&stage, ada)->time.acted_at += !is_idle;
        stage_delver(&stage, brom)->time.acted_at++;
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

/* Acts as if the foes told of so far had been out of view for some time, and as if the fight had
   gone on for `fight_ticks`. */
static void lose_view(uint32_t fight_ticks)
{
    struct delver *delver = stage_delver(&stage, ada);

    for (int i = 0; i < FOES_NOTED_MAX; i++)
        delver->sightings.noted_at[i] -= 10 * BEAT_TICKS;
    delver->time.fight_at -= fight_ticks;
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
    stage_delver(&stage, ada)->time.state = COMPANY_CALM;
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

TEST(a_delver_that_comes_beside_a_foe_is_in_danger_at_any_tick)
{
    for (int tick = 0; tick < 6; tick++) {
        if (tick > 0)
            stage_release(&stage);
        begin(hall, pos_of(28, 1));
        body_id mould = stage_foe(&stage, SPECIES_GREY_MOULD, pos_of(3, 3));
        mind_wake(body_foe(world_body(stage.world, mould)), stage_delver(&stage, ada));
        look();
        stage_ticks(&stage, tick);
        body_id brom = stage_join(&stage, 2, pos_of(2, 2));
        look();
        ck_assert_msg(time_of(brom) == COMPANY_WAITING, "came %d ticks later", tick);
    }
}

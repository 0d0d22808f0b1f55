/*
 * Foes that flee are not called back.
 */
#include "support/stage.h"
#include "support/test.h"
#include "world/mind.h"

/* A way round a pillar and a corridor that leads out of sight. */
static const char cellar[] = "##############################\n"
                             "#.............################\n"
                             "#.............################\n"
                             "#.....................########\n"
                             "#.............#######.########\n"
                             "#.............#######.########\n"
                             "#####################.########\n"
                             "#####################.......##\n"
                             "##############################\n";

static struct stage stage;
static body_id ada;
static struct foe *drudge;

static void set_scene(const char *drawing, struct pos at, struct pos foe_at)
{
    stage_init(&stage, drawing);
    ada = stage_join(&stage, 1, at);
    struct delver *delver = stage_delver(&stage, ada);
    delver->danger.safe_until = 0;
    delver->body.health = delver->body.health_max = 10000;
    drudge = foe_add(stage.world, SPECIES_DRUDGE, stage_level(&stage), foe_at, MOOD_POSTED);
    drudge->body.health_max = 100;
    drudge->body.health = 20;
    mind_wake(drudge, delver);
}

static void tear_down(void)
{
    stage_release(&stage);
}

static void wait_beats(int beats)
{
    for (int i = 0; i < beats; i++) {
        stage_ticks(&stage, 5);
        stage_act(&stage, ada, ACTION_WAIT, DIR_NONE);
        stage_tick(&stage);
        stage_ticks(&stage, stage_delver(&stage, ada)->time.state == COMPANY_CALM ? 30 : 0);
    }
}

TEST_FIXTURE(NULL, tear_down);

/* Noise and the shout of a mate call others; this one stays where it is, and comes by itself. */
TEST_EACH(until_it_is_whole_nothing_calls_it_back, 2)
{
    static const enum mood moods[] = {MOOD_HOMING, MOOD_ROAMING};

    set_scene(cellar, pos_of(8, 3), pos_of(21, 7));
    drudge->mind.home = pos_of(27, 7);
    wait_beats(2);
    ck_assert_int_eq(drudge->mind.fear, FEAR_FLEEING);
    drudge->mind.mood = moods[_i];
    mind_forget(drudge);
    for (int i = 0; i < 10; i++) {
        mind_hear(drudge, stage_delver(&stage, ada));
        mind_go(drudge, pos_of(8, 3));
        noise_make(stage.world, &stage_delver(&stage, ada)->body, 20);
        wait_beats(1);
        ck_assert_uint_eq(drudge->mind.target, 0);
        ck_assert_int_ge(drudge->body.at.x, 21);
        ck_assert_int_eq(drudge->mind.fear, FEAR_FLEEING);
    }
    ck_assert_int_gt(drudge->body.health, 20);
    drudge->body.health = drudge->body.health_max;
    drudge->mind.mood = MOOD_ROAMING;
    wait_beats(1);
    ck_assert_int_eq(drudge->mind.fear, FEAR_NONE);
    mind_hear(drudge, stage_delver(&stage, ada));
    ck_assert_uint_eq(drudge->mind.target, ada);
}

/*
 * Deeds of foes beside blows: attacks that are told a beat before and can be avoided by a step,
 * calls, splits, and the parts that change a blow.
 */
#include "support/stage.h"
#include "support/test.h"
#include "world/blow.h"
#include "world/fighter.h"
#include "world/mind.h"
#include "world/stairs.h"
#include "world/stock.h"
#include "world/world.h"

static const char hall[] = "##############################\n"
                           "#............................#\n"
                           "#............................#\n"
                           "#............................#\n"
                           "##############################\n";

/* A hall, and a room that cannot be seen from it. */
static const char corner[] = "####################\n"
                             "#..................#\n"
                             "#########.##########\n"
                             "#########.....######\n"
                             "#########.....######\n"
                             "####################\n";

/* Rock between two halls, and a long way round. */
static const char wall[] = "##############################\n"
                           "#.......####################.#\n"
                           "#.......##....##############.#\n"
                           "#.......##....##############.#\n"
                           "#.####################.......#\n"
                           "#............................#\n"
                           "##############################\n";

static struct stage stage;
static body_id ada;

static void set_scene(const char *drawing, int x, int y)
{
    stage_init(&stage, drawing);
    ada = stage_join(&stage, 1, pos_of(x, y));
    stage_delver(&stage, ada)->peril.safe_until = 0;
    stage_delver(&stage, ada)->body.health = stage_delver(&stage, ada)->body.health_max = 10000;
}

static void tear_down(void)
{
    stage_release(&stage);
}

static struct foe *put(enum species_id species, int x, int y, enum mood mood)
{
    struct foe *foe = foe_add(stage.world, species, stage_level(&stage), pos_of(x, y), mood);

    ck_assert_ptr_nonnull(foe);
    return foe;
}

/* Ada acts until a foe tells of a deed; false: it does not within so many beats. */
static bool wait_for(enum event_kind kind, body_id actor, int beats)
{
    for (int i = 0; i < beats; i++) {
        stage_ticks(&stage, 5);
        stage_act(&stage, ada, ACTION_WAIT, DIR_NONE);
        stage_tick(&stage);
        if (stage_event(&stage, kind, actor) != NULL)
            return true;
        for (int k = 0; stage_delver(&stage, ada)->peril.time == COMPANY_CALM && k < 30; k++) {
            stage_tick(&stage);
            if (stage_event(&stage, kind, actor) != NULL)
                return true;
        }
    }
    return false;
}

static void act(enum action_verb verb, enum dir dir)
{
    stage_ticks(&stage, 5);
    stage_act(&stage, ada, verb, dir);
    stage_tick(&stage);
}

TEST_FIXTURE(NULL, tear_down);

TEST(a_pot_is_told_and_bursts_where_it_was_aimed_a_beat_later)
{
    set_scene(hall, 5, 2);
    const struct foe *sapper = put(SPECIES_GNAWER_SAPPER, 9, 2, MOOD_POSTED);
    ck_assert(wait_for(EVENT_WIND_UP, sapper->body.id, 5));
    ck_assert(pos_equal(stage_event(&stage, EVENT_WIND_UP, sapper->body.id)->at, pos_of(5, 2)));
    ck_assert_int_eq(stage_delver(&stage, ada)->body.health, 10000);
    ck_assert(wait_for(EVENT_DEED, sapper->body.id, 2));
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_STRUCK, sapper->body.id));
}

TEST(steps_aside_avoid_a_pot)
{
    set_scene(hall, 5, 2);
    const struct foe *sapper = put(SPECIES_GNAWER_SAPPER, 9, 2, MOOD_POSTED);
    ck_assert(wait_for(EVENT_WIND_UP, sapper->body.id, 5));
    body_move(&stage_delver(&stage, ada)->body, pos_of(3, 2));
    ck_assert(wait_for(EVENT_DEED, sapper->body.id, 2));
    ck_assert_ptr_null(stage_event(&stage, EVENT_STRUCK, sapper->body.id));
}

TEST(a_charge_ends_before_its_aim_and_strikes_what_still_stands_there)
{
    for (int aside = 0; aside < 2; aside++) {
        set_scene(hall, 5, 2);
        struct foe *runner = put(SPECIES_TUNNEL_RUNNER, 10, 2, MOOD_POSTED);
        mind_wake(runner, stage_delver(&stage, ada));
        ck_assert(wait_for(EVENT_WIND_UP, runner->body.id, 3));
        if (aside == 1)
            body_move(&stage_delver(&stage, ada)->body, pos_of(5, 1));
        ck_assert(wait_for(EVENT_DEED, runner->body.id, 3));
        ck_assert_int_eq(stage_event(&stage, EVENT_DEED, runner->body.id)->at.x, 5);
        ck_assert_int_eq(stage_event(&stage, EVENT_MOVED, runner->body.id)->at.x, 6);
        const struct event *blow = stage_event(&stage, EVENT_BLOW, runner->body.id);
        ck_assert(aside == 1 ? blow == NULL : blow != NULL);
        if (aside == 0)
            stage_release(&stage);
    }
}

TEST(what_is_called_comes_from_out_of_sight_and_hunts)
{
    set_scene(corner, 12, 1);
    const struct foe *cooper = put(SPECIES_COOPER, 9, 1, MOOD_POSTED);
    ck_assert(wait_for(EVENT_DEED, cooper->body.id, 4));
    ck_assert_uint_eq(stage_level(&stage)->foe_count, 3);
    const struct foe *drudge = body_foe(world_body(stage.world, stage_level(&stage)->first_foe));
    ck_assert_int_eq(drudge->body.species, SPECIES_DRUDGE);
    ck_assert_uint_eq(drudge->mind.target, ada);
    ck_assert_uint_eq(drudge->mind.caller, cooper->body.id);
    for (const struct body *body = &drudge->body; body != &cooper->body;
         body = world_body(stage.world, body->next))
        ck_assert(!delver_sees(stage_delver(&stage, ada), body->at));
}

TEST(a_boss_calls_twice_in_a_fight_and_a_used_up_pool_gives_nothing)
{
    int calls = 0;

    set_scene(corner, 12, 1);
    struct foe *cooper = put(SPECIES_COOPER, 9, 1, MOOD_POSTED);
    for (uint32_t i = 1; i < STAGE_FOES_MAX - 1; i++)
        put(SPECIES_GREY_MOULD, 1 + (int)i, 1, MOOD_ASLEEP);
    for (int i = 0; i < 12; i++) {
        calls += wait_for(EVENT_DEED, cooper->body.id, 1);
        cooper->mind.deed_again_at = 0;
    }
    ck_assert_int_eq(calls, 2);
    ck_assert_uint_eq(stage_level(&stage)->foe_count, STAGE_FOES_MAX);
}

TEST(a_hurt_slug_becomes_two_that_share_its_health)
{
    set_scene(hall, 2, 2);
    struct foe *slug = put(SPECIES_SPLIT_SLUG, 8, 2, MOOD_POSTED);
    blow_harm(stage.world, &slug->body, 10, &stage_delver(&stage, ada)->body);
    spawn_grant(stage.world, stage_level(&stage));
    const struct body *half = world_body(stage.world, stage_level(&stage)->first_foe);
    ck_assert_uint_eq(stage_level(&stage)->foe_count, 2);
    ck_assert_int_eq(half->health, 15);
    ck_assert_int_eq(slug->body.health, 15);
    blow_harm(stage.world, &slug->body, 9, &stage_delver(&stage, ada)->body);
    spawn_grant(stage.world, stage_level(&stage));
    ck_assert_uint_eq(stage_level(&stage)->foe_count, 2);
}

TEST(a_thief_takes_a_tenth_of_the_gold_once_runs_and_its_death_gives_it_back)
{
    const struct action west = {.verb = ACTION_ATTACK, .dir = DIR_WEST};

    set_scene(hall, 5, 2);
    struct delver *delver = stage_delver(&stage, ada);
    struct foe *imp = put(SPECIES_BOTTLE_IMP, 6, 2, MOOD_POSTED);
    delver->life.gold = 200;
    for (int i = 0; i < 30; i++)
        action_apply(stage.world, &imp->body, &west);
    ck_assert_int_eq(delver->life.gold, 180);
    ck_assert_int_eq(imp->mind.gold, 20);
    (void)wait_for(EVENT_COUNT, ada, 4);
    ck_assert_int_gt(pos_distance(imp->body.at, delver->body.at), 2);
    blow_harm(stage.world, &imp->body, 100, &delver->body);
    ck_assert_int_eq(delver->life.gold, 200);
}

TEST(a_thief_of_a_rich_delver_takes_fifty_at_most)
{
    const struct action west = {.verb = ACTION_ATTACK, .dir = DIR_WEST};

    set_scene(hall, 5, 2);
    struct foe *imp = put(SPECIES_BOTTLE_IMP, 6, 2, MOOD_POSTED);
    stage_delver(&stage, ada)->life.gold = 9000;
    for (int i = 0; i < 30; i++)
        action_apply(stage.world, &imp->body, &west);
    ck_assert_int_eq(imp->mind.gold, 50);
}

TEST(a_sergeant_in_the_fight_and_the_pack_beside_it_strengthen_a_foe)
{
    set_scene(hall, 5, 2);
    const struct foe *hound = put(SPECIES_GATE_HOUND, 10, 2, MOOD_POSTED);
    ck_assert_int_eq(fighter_gains(stage.world, &hound->body), 0);
    struct foe *sergeant = put(SPECIES_SERGEANT, 13, 2, MOOD_POSTED);
    ck_assert_int_eq(fighter_gains(stage.world, &hound->body), 0);
    mind_wake(sergeant, stage_delver(&stage, ada));
    ck_assert_int_eq(fighter_gains(stage.world, &hound->body), 1);
    put(SPECIES_GATE_HOUND, 10, 1, MOOD_POSTED);
    ck_assert_int_eq(fighter_gains(stage.world, &hound->body), 2);
}

TEST(a_tongue_pulls_its_prey_beside_it)
{
    set_scene(hall, 5, 2);
    struct foe *toad = put(SPECIES_BELL_TOAD, 8, 2, MOOD_POSTED);
    mind_wake(toad, stage_delver(&stage, ada));
    ck_assert(wait_for(EVENT_DEED, toad->body.id, 3));
    ck_assert_int_eq(pos_distance(stage_place(&stage, ada), toad->body.at), 1);
}

TEST(a_chanter_mends_a_quarter_of_a_hurt_mate)
{
    set_scene(hall, 5, 2);
    put(SPECIES_GREY_MOULD, 14, 1, MOOD_ASLEEP);
    struct foe *chanter = put(SPECIES_GNAWER_CHANTER, 10, 2, MOOD_POSTED);
    struct foe *mate = put(SPECIES_GREY_MOULD, 12, 2, MOOD_ASLEEP);
    mate->body.health = 4;
    ck_assert(wait_for(EVENT_DEED, chanter->body.id, 4));
    ck_assert_int_eq(mate->body.health, 9); /* 18 / 4, rounded up */
}

TEST(under_half_its_health_a_frenzied_foe_strikes_faster)
{
    set_scene(hall, 5, 2);
    struct foe *pilgrim = put(SPECIES_BLIND_PILGRIM, 10, 2, MOOD_POSTED);
    ck_assert_int_eq(blow_cost_percent(&pilgrim->body, ACTION_ATTACK), 100);
    pilgrim->body.health = (int16_t)(pilgrim->body.health_max / 2 - 1);
    ck_assert_int_eq(blow_cost_percent(&pilgrim->body, ACTION_ATTACK), 60);
}

TEST(half_of_all_shots_come_back_from_crystal)
{
    int reflected = 0;

    set_scene(hall, 5, 2);
    struct foe *crystal = put(SPECIES_QUARTZBACK, 10, 2, MOOD_POSTED);
    struct delver *delver = stage_delver(&stage, ada);
    for (int i = 0; i < 100; i++) {
        struct fighter fighter = fighter_of(stage.world, &delver->body);
        stage_level(&stage)->events.count = 0;
        crystal->body.health = crystal->body.health_max;
        blow_strike(stage.world, &delver->body, &crystal->body, &fighter, DAMAGE_MISSILE);
        bool comes_back = stage_event(&stage, EVENT_REFLECTED, crystal->body.id) != NULL;
        ck_assert_uint_eq(
            stage_event(&stage, EVENT_SHOT, comes_back ? crystal->body.id : ada)->other,
            comes_back ? ada : crystal->body.id);
        reflected += comes_back;
    }
    ck_assert_int_ge(reflected, 30);
    ck_assert_int_le(reflected, 70);
}

TEST(a_digger_goes_through_rock_unseen_and_untouched)
{
    const struct action east = {.verb = ACTION_ATTACK, .dir = DIR_EAST};
    bool was_buried = false;

    set_scene(wall, 7, 2);
    struct foe *bear = put(SPECIES_MOLE_BEAR, 12, 2, MOOD_POSTED);
    mind_wake(bear, stage_delver(&stage, ada));
    for (int i = 0; i < 20 && pos_distance(bear->body.at, pos_of(7, 2)) > 1; i++) {
        (void)wait_for(EVENT_COUNT, ada, 1);
        bear->mind.seen_at = body_lived(&bear->body);
        bear->mind.goal = pos_of(7, 2);
        bear->mind.has_goal = true;
        was_buried = was_buried || body_is_buried(&bear->body);
        ck_assert(!body_is_buried(&bear->body) || !body_is_shown(&bear->body));
    }
    ck_assert(was_buried);
    ck_assert_int_le(pos_distance(bear->body.at, pos_of(7, 2)), 1);
    body_remove(stage.world, &bear->body);
    body_place(stage.world, &bear->body, stage_level(&stage), pos_of(8, 2));
    stage_level(&stage)->events.count = 0;
    action_apply(stage.world, &stage_delver(&stage, ada)->body, &east);
    stage_expect_refusal(&stage, ada, REFUSAL_NO_FOE);
    /* The bear comes out before it strikes. */
    ck_assert(wait_for(EVENT_BLOW, bear->body.id, 6));
    ck_assert(!body_is_buried(&bear->body));
}

TEST(a_blind_foe_goes_after_what_it_hears)
{
    set_scene(hall, 5, 2);
    stage_delver(&stage, ada)->life.experience = 1000;
    const struct foe *bear = put(SPECIES_MOLE_BEAR, 5 + NOISE_FIGHT, 2, MOOD_POSTED);
    (void)wait_for(EVENT_COUNT, ada, 3);
    ck_assert_uint_eq(bear->mind.target, 0);
    noise_make(stage.world, &stage_delver(&stage, ada)->body, NOISE_FIGHT);
    ck_assert_uint_eq(bear->mind.target, ada);
    (void)wait_for(EVENT_COUNT, ada, 4);
    ck_assert_int_lt(bear->body.at.x, 5 + NOISE_FIGHT);
}

TEST(a_boss_that_met_nobody_for_a_while_is_whole_again)
{
    set_scene(hall, 2, 2);
    struct foe *cooper = put(SPECIES_COOPER, 25, 2, MOOD_POSTED);
    cooper->body.health = 5;
    cooper->mind.calls = 2;
    cooper->mind.seen_at = 1;
    stage_level(&stage)->clock += world_ms(stage.world, 29000);
    (void)wait_for(EVENT_COUNT, ada, 1);
    ck_assert_int_eq(cooper->body.health, 5);
    (void)wait_for(EVENT_COUNT, ada, 4);
    ck_assert_int_eq(cooper->body.health, cooper->body.health_max);
    ck_assert_uint_eq(cooper->mind.calls, 0);
}

TEST(no_foe_stops_beside_stairs_and_the_blind_are_no_exception)
{
    static const enum species_id kinds[] = {SPECIES_DRUDGE, SPECIES_MOLE_BEAR, SPECIES_GATE_HOUND};
    static const char drawing[] = "######################\n"
                                  "#.>..................#\n"
                                  "#....................#\n"
                                  "######################\n";

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        set_scene(drawing, 19, 1);
        struct foe *foe = put(kinds[i], 3, 2, MOOD_POSTED);
        ck_assert(stairs_are_near(stage_level(&stage), foe->body.at));
        (void)wait_for(EVENT_COUNT, ada, 3);
        ck_assert(!stairs_are_near(stage_level(&stage), foe->body.at));
        stage_release(&stage);
    }
    set_scene(drawing, 2, 1);
    const struct foe *drudge = put(SPECIES_DRUDGE, 3, 2, MOOD_POSTED);
    act(ACTION_WAIT, DIR_NONE);
    ck_assert(wait_for(EVENT_BLOW, drudge->body.id, 4));
}

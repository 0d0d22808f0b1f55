/*
 * Foes' turns: their targets, how far they go, and the effect of their parts.
 */
#include "narrate/things.h"
#include "support/draw_rooms.h"
#include "support/stage.h"
#include "support/test.h"
#include "world/blow.h"
#include "world/mind.h"

static const char hall[] = "##################################################\n"
                           "#................................................#\n"
                           "#................................................#\n"
                           "#................................................#\n"
                           "##################################################\n";

/* A door between two rooms, and no way round. */
static const char rooms[] = "#####################\n"
                            "#.........#.........#\n"
                            "#.........+.........#\n"
                            "#.........#.........#\n"
                            "#####################\n";

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

/* Ada waits, a beat at a time, so that foes live too. */
static void wait_beats(int beats)
{
    for (int i = 0; i < beats; i++) {
        stage_ticks(&stage, 5);
        stage_act(&stage, ada, ACTION_WAIT, DIR_NONE);
        stage_tick(&stage);
        stage_ticks(&stage, stage_delver(&stage, ada)->peril.time == COMPANY_CALM ? BEAT_TICKS : 0);
    }
}

static int distance_of(const struct foe *foe)
{
    return pos_distance(foe->body.at, stage_place(&stage, ada));
}

TEST_FIXTURE(NULL, tear_down);

TEST(a_foe_hunts_what_it_sees_and_strikes_beside_it)
{
    set_scene(hall, 2, 2);
    const struct foe *drudge = put(SPECIES_DRUDGE, 8, 2, MOOD_POSTED);
    wait_beats(12);
    ck_assert_uint_eq(drudge->mind.target, ada);
    ck_assert_int_eq(distance_of(drudge), 1);
    ck_assert_int_lt(stage_delver(&stage, ada)->body.health, 10000);
}

TEST(a_foe_does_not_notice_what_is_farther_than_it_sees)
{
    set_scene(hall, 2, 2);
    const struct foe *drudge = put(SPECIES_DRUDGE, 11, 2, MOOD_POSTED);
    wait_beats(10);
    ck_assert_uint_eq(drudge->mind.target, 0);
    ck_assert(pos_equal(drudge->body.at, pos_of(11, 2)));
}

TEST(a_foe_gives_up_too_far_from_its_home_and_goes_back)
{
    set_scene(hall, 32, 2);
    struct foe *drudge = put(SPECIES_DRUDGE, 28, 2, MOOD_POSTED);
    drudge->mind.home = pos_of(2, 2);
    wait_beats(3);
    ck_assert_int_eq(drudge->mind.mood, MOOD_HOMING);
    wait_beats(60);
    ck_assert_int_le(pos_distance(drudge->body.at, pos_of(2, 2)), 12);
    ck_assert_uint_eq(drudge->mind.target, 0);
}

TEST(a_guard_has_a_short_leash)
{
    set_scene(hall, 14, 2);
    const struct foe *sentry = put(SPECIES_BONE_SENTRY, 8, 2, MOOD_POSTED);
    stage_delver(&stage, ada)->body.at = stage_place(&stage, ada);
    wait_beats(4);
    ck_assert_uint_eq(sentry->mind.target, ada);
    struct foe *far = put(SPECIES_BONE_SENTRY, 20, 2, MOOD_POSTED);
    far->mind.home = pos_of(30, 2);
    wait_beats(2);
    ck_assert_int_eq(far->mind.mood, MOOD_HOMING);
}

TEST(a_door_stops_those_that_never_open_one)
{
    set_scene(rooms, 5, 2);
    struct foe *rat = put(SPECIES_CELLAR_RAT, 15, 2, MOOD_POSTED);
    struct foe *drudge = put(SPECIES_DRUDGE, 15, 1, MOOD_POSTED);
    mind_wake(rat, stage_delver(&stage, ada));
    mind_wake(drudge, stage_delver(&stage, ada));
    wait_beats(8);
    ck_assert_int_gt(rat->body.at.x, 10);
    ck_assert_int_le(drudge->body.at.x, 10);
}

TEST(a_badly_hurt_foe_flees_and_a_fearless_one_does_not)
{
    set_scene(hall, 5, 2);
    struct foe *drudge = put(SPECIES_DRUDGE, 7, 2, MOOD_POSTED);
    struct foe *sentry = put(SPECIES_BONE_SENTRY, 5, 3, MOOD_POSTED);
    drudge->body.health = 2;
    sentry->body.health = 1;
    wait_beats(6);
    ck_assert_int_gt(distance_of(drudge), 4);
    ck_assert_int_eq(distance_of(sentry), 1);
}

TEST(a_hound_alone_keeps_its_distance_and_two_close_in)
{
    set_scene(hall, 5, 2);
    const struct foe *first = put(SPECIES_GATE_HOUND, 12, 2, MOOD_POSTED);
    wait_beats(12);
    ck_assert_int_ge(distance_of(first), 3);
    const struct foe *second = put(SPECIES_GATE_HOUND, 12, 1, MOOD_POSTED);
    wait_beats(12);
    ck_assert_int_eq(distance_of(first), 1);
    ck_assert_int_eq(distance_of(second), 1);
}

TEST(a_hound_whose_pack_does_not_come_strikes_at_last)
{
    set_scene(hall, 5, 2);
    const struct foe *last = put(SPECIES_GATE_HOUND, 12, 2, MOOD_POSTED);
    wait_beats(24);
    ck_assert_int_eq(distance_of(last), 1);
}

TEST(a_slinger_shoots_from_afar_and_steps_back)
{
    int shots = 0;

    set_scene(hall, 5, 2);
    const struct foe *slinger = put(SPECIES_DRUDGE_SLINGER, 10, 2, MOOD_POSTED);
    for (int i = 0; i < 10; i++) {
        stage_act(&stage, ada, ACTION_WAIT, DIR_NONE);
        stage_ticks(&stage, 5);
        stage_act(&stage, ada, ACTION_WAIT, DIR_NONE);
        stage_tick(&stage);
        shots += stage_event(&stage, EVENT_SHOT, slinger->body.id) != NULL;
    }
    ck_assert_int_gt(shots, 1);
    ck_assert_int_ge(distance_of(slinger), 3);
}

/* The hall is long enough to step back from her for all of these beats. */
TEST(a_slinger_that_is_followed_turns_round_at_last)
{
    int nearest = 3;

    set_scene(hall, 2, 2);
    const struct foe *slinger = put(SPECIES_DRUDGE_SLINGER, 5, 2, MOOD_POSTED);
    for (int i = 0; i < 24; i++) {
        stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
        stage_ticks(&stage, 6);
        if (distance_of(slinger) < nearest)
            nearest = distance_of(slinger);
    }
    ck_assert_int_eq(nearest, 1);
}

TEST(an_ambusher_is_not_shown_until_it_strikes)
{
    const struct things_wish wish = {.kinds = THINGS_OF_ALL, .seen_only = true, .max = THINGS_MAX};
    struct things things;

    set_scene(hall, 5, 2);
    const struct foe *spider = put(SPECIES_BARREL_SPIDER, 9, 2, MOOD_POSTED);
    wait_beats(4);
    things_collect(stage.world, stage_delver(&stage, ada), &wish, &things);
    ck_assert_int_eq(things.count, 0);
    ck_assert_int_eq(stage_delver(&stage, ada)->peril.time, COMPANY_CALM);
    for (int i = 0; i < 3; i++) {
        stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
        wait_beats(1);
    }
    wait_beats(3);
    ck_assert(!spider->mind.is_hidden);
    things_collect(stage.world, stage_delver(&stage, ada), &wish, &things);
    ck_assert_int_eq(things.count, 1);
}

TEST(a_fight_goes_on_with_another_target_as_the_same_fight)
{
    set_scene(hall, 4, 2);
    body_id brom = stage_join(&stage, 2, pos_of(4, 1));
    struct foe *foe = put(SPECIES_DESERTER, 8, 2, MOOD_ROAMING);

    stage_delver(&stage, brom)->peril.safe_until = 0;
    mind_wake(foe, stage_delver(&stage, ada));
    foe->mind.calls = 2;
    foe->mind.has_shouted = true;
    stage_delver(&stage, ada)->peril.is_fallen = true;
    stage_delver(&stage, ada)->peril.fallen_until = UINT64_MAX;
    for (int i = 0; i < 300 && foe->mind.target != brom; i++) {
        stage_act(&stage, brom, ACTION_WAIT, DIR_NONE);
        stage_tick(&stage);
    }
    ck_assert_uint_eq(foe->mind.target, brom);
    ck_assert_int_eq(foe->mind.calls, 2);
    ck_assert(foe->mind.has_shouted);
}

TEST(noise_wakes_the_near_and_not_the_far)
{
    int woken = 0;

    set_scene(hall, 5, 2);
    stage_delver(&stage, ada)->life.experience = 1000;
    for (int i = 0; i < 100; i++) {
        struct foe *near = put(SPECIES_DRUDGE, 7, 2, MOOD_ASLEEP);
        struct foe *far = put(SPECIES_DRUDGE, 14, 2, MOOD_ASLEEP);
        noise_make(stage.world, &stage_delver(&stage, ada)->body, NOISE_FIGHT);
        ck_assert(!foe_is_awake(far));
        ck_assert(!foe_is_awake(near) || near->mind.target == ada);
        woken += foe_is_awake(near);
        foe_free(stage.world, near);
        foe_free(stage.world, far);
    }
    ck_assert_int_ge(woken, 20); /* 40 in 100 */
    ck_assert_int_le(woken, 60);
}

TEST(a_new_delver_is_heard_at_half_the_distance)
{
    set_scene(hall, 5, 2);
    for (int i = 0; i < 100; i++) {
        struct foe *foe = put(SPECIES_DRUDGE, 10, 2, MOOD_ASLEEP);
        noise_make(stage.world, &stage_delver(&stage, ada)->body, NOISE_FIGHT);
        ck_assert(!foe_is_awake(foe));
        foe_free(stage.world, foe);
    }
}

/* The number of 100 sleepers, three cells off, that Ada wakes by acting once. Sets a new scene. */
static int count_woken(enum action_verb verb, enum dir dir, bool is_sneaking)
{
    int woken = 0;

    for (int i = 0; i < 100; i++) {
        set_scene(hall, 5, 2);
        rng_init(&stage_level(&stage)->rng, (uint64_t)i);
        stage_delver(&stage, ada)->life.experience = 1000;
        stage_delver(&stage, ada)->is_sneaking = is_sneaking;
        level_set_tile(stage_level(&stage), pos_of(5, 1), TILE_DOOR_CLOSED);
        struct foe *foe = put(SPECIES_GREY_MOULD, 8, 2, MOOD_ASLEEP);
        stage_act(&stage, ada, verb, dir);
        stage_tick(&stage);
        woken += foe_is_awake(foe);
        tear_down();
    }
    set_scene(hall, 5, 2);
    return woken;
}

TEST(a_step_is_heard_and_one_that_sneaks_is_not)
{
    ck_assert_int_gt(count_woken(ACTION_MOVE, DIR_WEST, false), 0);
    tear_down();
    ck_assert_int_eq(count_woken(ACTION_MOVE, DIR_WEST, true), 0);
}

TEST(a_door_that_is_opened_is_heard)
{
    ck_assert_int_gt(count_woken(ACTION_OPEN, DIR_NORTH, false), 0);
}

TEST(sneaking_costs_nothing_and_its_steps_half_more)
{
    set_scene(hall, 5, 2);
    stage_act(&stage, ada, ACTION_SNEAK, DIR_NONE);
    stage_tick(&stage);
    ck_assert_int_eq(stage_event(&stage, EVENT_SNEAKING, ada)->count, 1);
    ck_assert(body_is_ready(&stage_delver(&stage, ada)->body));
    stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
    stage_tick(&stage);
    const struct body *body = &stage_delver(&stage, ada)->body;
    ck_assert_int_eq(body->at.x, 6);
    ck_assert_uint_eq(body->ready_at - body_lived(body), 7 - 1);
    stage_act(&stage, ada, ACTION_SNEAK, DIR_NONE);
    stage_ticks(&stage, 8);
    ck_assert(!stage_delver(&stage, ada)->is_sneaking);
}

TEST(a_door_is_broken_open_with_three_blows)
{
    int blows = 0;

    set_scene(rooms, 5, 2);
    struct foe *sentry = put(SPECIES_BONE_SENTRY, 11, 2, MOOD_POSTED);
    sentry->mind.home = pos_of(9, 2);
    mind_wake(sentry, stage_delver(&stage, ada));
    for (int i = 0; i < 400 && level_tile(stage_level(&stage), pos_of(10, 2)) != TILE_DOOR_OPEN;
         i++) {
        if (i % 5 == 0)
            stage_act(&stage, ada, ACTION_WAIT, DIR_NONE);
        stage_tick(&stage);
        blows += stage_event(&stage, EVENT_BASHED, sentry->body.id) != NULL;
    }
    ck_assert_int_eq(level_tile(stage_level(&stage), pos_of(10, 2)), TILE_DOOR_OPEN);
    ck_assert_int_eq(blows, 2);
}

TEST(nobody_takes_aim_at_a_newcomer_until_that_delver_acts)
{
    set_scene(hall, 5, 2);
    struct delver *delver = stage_delver(&stage, ada);
    delver->peril.safe_until = body_lived(&delver->body) + 100;
    const struct foe *drudge = put(SPECIES_DRUDGE, 9, 2, MOOD_POSTED);
    stage_ticks(&stage, 40);
    ck_assert_uint_eq(drudge->mind.target, 0);
    wait_beats(2);
    ck_assert_uint_eq(drudge->mind.target, ada);
}

TEST(no_foe_enters_a_haven_or_takes_aim_at_one_inside)
{
    static const char drawing[] = "###############\n"
                                  "#<...'........#\n"
                                  "#....#........#\n"
                                  "###############\n";
    static const struct rect list[] = {{1, 1, 4, 2}, {6, 1, 8, 2}};
    const struct level_key key = {.wing = 0, .depth = 5, .generation = 1};

    stage_init(&stage, hall);
    stage_input(&stage, INPUT_LEVEL_ADD, 0)->level = draw_rooms(drawing, key, list, 2);
    stage_tick(&stage);
    stage_ask_join(&stage, 1, key, pos_of(4, 1));
    stage_tick(&stage);
    ada = world_find_delver(stage.world, 1)->body.id;
    struct level *level = world_level(stage.world, key);
    struct foe *drudge = foe_add(stage.world, SPECIES_DRUDGE, level, pos_of(7, 1), MOOD_ROAMING);
    for (int i = 0; i < 40; i++) {
        stage_delver(&stage, ada)->peril.safe_until = 0;
        mind_wake(drudge, stage_delver(&stage, ada));
        wait_beats(1);
        ck_assert_int_ge(drudge->body.at.x, 5);
        ck_assert_int_eq(stage_delver(&stage, ada)->peril.time, COMPANY_CALM);
    }
    ck_assert_int_eq(stage_delver(&stage, ada)->body.health, 10);
}

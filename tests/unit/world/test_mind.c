/*
 * Foes that hide or hear, and havens.
 */
#include "narrate/things.h"
#include "support/draw_rooms.h"
#include "support/stage.h"
#include "support/test.h"
#include "world/mind.h"

static const char hall[] = "##################################################\n"
                           "#................................................#\n"
                           "#................................................#\n"
                           "#................................................#\n"
                           "##################################################\n";

static struct stage stage;
static body_id ada;

static void set_scene(const char *drawing, int x, int y)
{
    stage_init(&stage, drawing);
    ada = stage_join(&stage, 1, pos_of(x, y));
    stage_delver(&stage, ada)->danger.safe_until = 0;
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
        stage_ticks(&stage, stage_delver(&stage, ada)->time.state == COMPANY_CALM ? BEAT_TICKS : 0);
    }
}

TEST_FIXTURE(NULL, tear_down);

TEST(an_ambusher_is_not_shown_until_it_strikes)
{
    const struct things_wish wish = {.kinds = THINGS_OF_ALL, .seen_only = true, .max = THINGS_MAX};
    struct things things;

    set_scene(hall, 5, 2);
    const struct foe *spider = put(SPECIES_BARREL_SPIDER, 9, 2, MOOD_POSTED);
    wait_beats(4);
    things_collect(stage.world, stage_delver(&stage, ada), &wish, &things);
    ck_assert_int_eq(things.count, 0);
    ck_assert_int_eq(stage_delver(&stage, ada)->time.state, COMPANY_CALM);
    for (int i = 0; i < 3; i++) {
        stage_act(&stage, ada, ACTION_MOVE, DIR_EAST);
        wait_beats(1);
    }
    wait_beats(3);
    ck_assert(!spider->mind.is_hidden);
    things_collect(stage.world, stage_delver(&stage, ada), &wish, &things);
    ck_assert_int_eq(things.count, 1);
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
        stage_delver(&stage, ada)->danger.safe_until = 0;
        mind_wake(drudge, stage_delver(&stage, ada));
        wait_beats(1);
        ck_assert_int_ge(drudge->body.at.x, 5);
        ck_assert_int_eq(stage_delver(&stage, ada)->time.state, COMPANY_CALM);
    }
    ck_assert_int_eq(stage_delver(&stage, ada)->body.health, 10);
}

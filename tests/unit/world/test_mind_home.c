/*
 * A foe that lost its target turns round in the time of another.
 */
#include "support/stage.h"
#include "support/test.h"
#include "world/mind.h"

/* A hall, and a niche without a view of either end. */
static const char upper[] = "##################################################\n"
                            "####################.#############################\n"
                            "####################.#############################\n"
                            "####################.#############################\n"
                            "#................................................#\n"
                            "#.>.........................................<....#\n"
                            "#................................................#\n"
                            "##################################################\n";
static const char lower[] = "########\n"
                            "#.<...>#\n"
                            "########\n";
static const struct level_key lower_key = {.wing = 0, .depth = 3, .generation = 1};
static const struct level_key upper_key = {.wing = 0, .depth = 2, .generation = 1};

static struct stage stage;
static struct level *level;
static body_id ada;

/* On depth 2, which is no haven: the level that was drawn first is not used. */
static void set_up(void)
{
    stage_init(&stage, lower);
    stage_add_level(&stage, upper, upper_key);
    stage_add_level(&stage, lower, lower_key);
    stage_tick(&stage);
    stage_ask_join(&stage, 1, upper_key, draw_level_find(upper, '>'));
    stage_tick(&stage);
    level = world_level(stage.world, upper_key);
    ada = world_find_delver(stage.world, 1)->body.id;
    stage_delver(&stage, ada)->danger.safe_until = 0;
    stage_delver(&stage, ada)->body.health = stage_delver(&stage, ada)->body.health_max = 10000;
}

static void tear_down(void)
{
    stage_release(&stage);
}

/* Its home is the end of the niche, and it followed Ada to the stairs. */
static struct foe *put_hunter(enum species_id species)
{
    struct foe *foe = foe_add(stage.world, species, level, pos_of(4, 5), MOOD_ROAMING);

    ck_assert_ptr_nonnull(foe);
    foe->mind.home = pos_of(20, 1);
    mind_wake(foe, stage_delver(&stage, ada));
    stage_ticks(&stage, 5);
    ck_assert_uint_eq(foe->mind.target, ada);
    return foe;
}

static void take_stairs(enum action_verb verb, struct level_key to)
{
    for (int i = 0; i < 100 && stage_delver(&stage, ada)->body.state == BODY_PRESENT; i++) {
        stage_act(&stage, ada, verb, DIR_NONE);
        stage_ticks(&stage, 5);
    }
    ck_assert_int_eq(stage_delver(&stage, ada)->body.state, BODY_TRANSIT);
    stage_arrive(&stage, ada, to);
    stage_tick(&stage);
    ck_assert_int_eq(stage_delver(&stage, ada)->body.state, BODY_PRESENT);
}

TEST_FIXTURE(set_up, tear_down);

TEST(in_the_time_of_another_it_turns_round_when_its_target_has_left)
{
    stage_ask_join(&stage, 2, upper_key, pos_of(18, 6));
    stage_tick(&stage);
    struct delver *brom = world_find_delver(stage.world, 2);
    const struct foe *drudge = put_hunter(SPECIES_DRUDGE);
    take_stairs(ACTION_DESCEND, lower_key);
    /* Nobody aims at Brom, or is near enough to notice. */
    for (int i = 0; i < 600 && drudge->body.at.x < 9; i++) {
        brom->danger.safe_until = body_lived(&brom->body) + 100;
        stage_act(&stage, brom->body.id, ACTION_WAIT, DIR_NONE);
        stage_tick(&stage);
        ck_assert_int_gt(pos_distance(drudge->body.at, draw_level_find(upper, '>')), 0);
    }
    ck_assert_int_ge(drudge->body.at.x, 9);
    ck_assert_int_eq(drudge->mind.mood, MOOD_HOMING);
}

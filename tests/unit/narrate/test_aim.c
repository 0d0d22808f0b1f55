/*
 * Aiming: which foe is marked first and next, what the line says, and what is gone.
 */
#include "narrate/aim.h"

#include <stdio.h>

#include "support/stage.h"
#include "support/test.h"
#include "world/blow.h"
#include "world/world.h"

static const char hall[] = "####################\n"
                           "#..................#\n"
                           "#..................#\n"
                           "####################\n";

static struct stage stage;
static body_id ada;

static void set_up(void)
{
    stage_init(&stage, hall);
    ada = stage_join(&stage, 1, pos_of(2, 1));
    delver_look(stage_delver(&stage, ada));
}

static void tear_down(void)
{
    stage_release(&stage);
}

static struct delver *delver(void)
{
    return stage_delver(&stage, ada);
}

static struct foe *put(int x, enum mood mood)
{
    return foe_add(stage.world, SPECIES_DESERTER, stage_level(&stage), pos_of(x, 1), mood);
}

/* The foe that is marked to begin with for a throw of such a thing. */
static body_id first_with(enum item_kind kind, body_id last)
{
    const struct aim aim = {.id = COMMAND_THROW, .object = pack_find(&delver()->life.pack, kind)};

    return aim_first(stage.world, delver(), &aim, last);
}

TEST_FIXTURE(set_up, tear_down);

TEST(the_last_target_comes_first_then_the_nearest_awake_then_the_nearest)
{
    ck_assert_uint_eq(first_with(ITEM_DART, 0), 0);
    body_id near = put(4, MOOD_ASLEEP)->body.id;
    ck_assert_uint_eq(first_with(ITEM_DART, 0), near);
    body_id awake = put(6, MOOD_ROAMING)->body.id;
    body_id far = put(8, MOOD_ROAMING)->body.id;
    ck_assert_uint_eq(first_with(ITEM_DART, 0), awake);
    ck_assert_uint_eq(first_with(ITEM_DART, far), far);
    ck_assert_uint_eq(first_with(ITEM_DART, 99999), awake);
}

TEST(one_within_reach_comes_before_a_last_target_that_is_too_far)
{
    body_id asleep = put(5, MOOD_ASLEEP)->body.id;
    body_id far = put(12, MOOD_ROAMING)->body.id;

    ck_assert_uint_eq(first_with(ITEM_DART, far), asleep);
    body_id awake = put(7, MOOD_ROAMING)->body.id;
    ck_assert_uint_eq(first_with(ITEM_DART, far), awake);
    ck_assert_uint_eq(first_with(ITEM_DART, asleep), asleep);
}

TEST(the_next_goes_round_and_back)
{
    body_id near = put(4, MOOD_ASLEEP)->body.id;
    body_id middle = put(6, MOOD_ROAMING)->body.id;
    body_id far = put(8, MOOD_ROAMING)->body.id;

    ck_assert_uint_eq(aim_next(stage.world, delver(), near, false), middle);
    ck_assert_uint_eq(aim_next(stage.world, delver(), far, false), near);
    ck_assert_uint_eq(aim_next(stage.world, delver(), near, true), far);
}

TEST(the_line_tells_who_where_and_how_likely)
{
    struct foe *foe = put(7, MOOD_ROAMING);
    struct aim aim = {.id = COMMAND_THROW, .foe = foe->body.id};
    char text[AIM_WORDS_MAX];
    char wanted[AIM_WORDS_MAX];

    aim.object = pack_find(&delver()->life.pack, ITEM_DART);
    foe->mind.target = ada;
    const struct fighter thrown =
        fighter_with(stage.world, &delver()->body, pack_peek(&delver()->life.pack, aim.object));
    const struct fighter other = fighter_of(stage.world, &foe->body);
    snprintf(wanted, sizeof wanted, "deserter, 5 east, %d in 100. Enter throws, Tab next, Esc",
             fight_chance(thrown.attack, other.defence));
    aim_words(stage.world, delver(), &aim, text, sizeof text);
    ck_assert_str_eq(text, wanted);
    foe->mind.target = 0;
    aim_words(stage.world, delver(), &aim, text, sizeof text);
    ck_assert_str_eq(text, "deserter, 5 east, 100 in 100. Enter throws, Tab next, Esc");
}

TEST(what_is_out_of_reach_is_told_to_be_too_far)
{
    struct foe *foe = put(11, MOOD_ROAMING);
    struct aim aim = {.id = COMMAND_THROW, .foe = foe->body.id};
    char text[AIM_WORDS_MAX];

    aim.object = pack_find(&delver()->life.pack, ITEM_DART);
    aim_words(stage.world, delver(), &aim, text, sizeof text);
    ck_assert_str_eq(text, "deserter, 9 east: out of range (7). Tab next, Esc");
}

TEST(what_cannot_miss_has_no_chance)
{
    struct foe *foe = put(7, MOOD_ROAMING);
    struct aim aim = {.id = COMMAND_ZAP, .foe = foe->body.id};
    char text[AIM_WORDS_MAX];

    aim.object = pack_put(&delver()->life.pack, stack_of(ITEM_WAND_SLUMBER, 1));
    aim_words(stage.world, delver(), &aim, text, sizeof text);
    ck_assert_str_eq(text, "deserter, 5 east. Enter zaps, Tab next, Esc");
}

TEST(one_that_is_gone_is_held_no_more)
{
    struct foe *foe = put(7, MOOD_ROAMING);
    const struct aim aim = {.id = COMMAND_FIRE, .foe = foe->body.id};
    char text[AIM_WORDS_MAX];

    ck_assert(aim_holds(stage.world, delver(), aim.foe));
    delver_lose_sight(delver());
    ck_assert(!aim_holds(stage.world, delver(), aim.foe));
    aim_words(stage.world, delver(), &aim, text, sizeof text);
    ck_assert_str_eq(text, "It is not in view any more. Tab next, Esc");
}

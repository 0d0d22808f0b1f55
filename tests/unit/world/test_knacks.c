/*
 * Knacks: when one is due, what is offered, and what each does.
 */

#include <string.h>

#include "support/stage.h"
#include "support/test.h"
#include "world/blow.h"
#include "world/life.h"
#include "world/sense.h"
#include "world/statuses.h"

static const char hall[] = "##############################\n"
                           "#<...........................#\n"
                           "#............................#\n"
                           "#...........................>#\n"
                           "##############################\n";

static struct stage stage;
static body_id ada;

static struct delver *delver(void)
{
    return stage_delver(&stage, ada);
}

static void set_up(void)
{
    stage_init(&stage, hall);
    ada = stage_join(&stage, 1, pos_of(9, 2));
    delver()->danger.safe_until = 0;
}

static void tear_down(void)
{
    stage_release(&stage);
}

static void learn(uint32_t number)
{
    stage_ticks(&stage, 10);
    stage_use(&stage, ada, (struct action){.verb = ACTION_LEARN, .object = number});
    stage_tick(&stage);
}

static void have(enum knack id)
{
    delver()->life.honours.knacks = knacks_with(0, id);
}

TEST_FIXTURE(set_up, tear_down);

TEST(every_row_of_the_knacks_is_whole)
{
    uint16_t bits = 0;

    for (enum knack id = 0; id < KNACK_COUNT; id++) {
        const struct knack_row *row = knack_row(id);
        size_t length = strlen(row->says);
        ck_assert(length > 0 && length <= KNACK_TEXT_MAX && row->says[length - 1] == '.');
        ck_assert_uint_lt(row->save_bit, 16);
        ck_assert_uint_eq(bits >> row->save_bit & 1, 0);
        bits = (uint16_t)(bits | 1U << row->save_bit);
    }
    /* The last offer is still full after all the choices before it. */
    ck_assert_int_ge(KNACK_COUNT, KNACKS_LAST / KNACKS_EVERY + KNACKS_OFFERED - 1);
}

TEST(every_fourth_level_gives_one_of_three)
{
    enum knack offer[KNACKS_OFFERED];
    enum knack again[KNACKS_OFFERED];

    learn(1);
    stage_expect_refusal(&stage, ada, REFUSAL_NO_KNACK);
    for (int level = 1; level <= LESSON_LEVEL_MAX; level++) {
        delver()->life.experience = lesson_threshold(level);
        bool is_due = level % KNACKS_EVERY == 0 && level <= KNACKS_LAST;
        ck_assert_int_eq(knacks_due(delver()), is_due);
        ck_assert_int_eq(knacks_offer(stage.world, delver(), offer), is_due ? 3 : 0);
        if (!is_due)
            continue;
        (void)knacks_offer(stage.world, delver(), again);
        ck_assert_mem_eq(offer, again, sizeof offer);
        for (int i = 0; i < 3; i++) {
            ck_assert(!life_has_knack(&delver()->life, offer[i]));
            ck_assert(offer[i] != offer[(i + 1) % 3]);
        }
        learn(4);
        stage_expect_refusal(&stage, ada, REFUSAL_WHICH_KNACK);
        learn(2);
        ck_assert_int_eq(stage_event(&stage, EVENT_KNACK, ada)->count, (int)offer[1]);
        ck_assert(life_has_knack(&delver()->life, offer[1]));
    }
    ck_assert_int_eq(knacks_count(delver()->life.honours.knacks), 7);
}

TEST(knacks_and_embers_are_kept_with_what_is_carried)
{
    uint8_t bytes[BELONGINGS_SIZE];
    struct life life = life_new();
    struct life read = life_new();

    life.honours =
        (struct honours){.kindled = 3, .kindled_in = 77, .may_begin_again = true, .knacks = 0x0801};
    size_t length = belongings_pack(&life, bytes);
    ck_assert_int_eq(belongings_unpack(bytes, length, &read), ERR_OK);
    ck_assert_mem_eq(&read.honours, &life.honours, sizeof life.honours);
    for (size_t cut = 1; cut < length - 40; cut++)
        (void)!belongings_unpack(bytes, cut, &read);
    life.honours = (struct honours){0};
    ck_assert_int_eq(belongings_unpack(bytes, belongings_pack(&life, bytes), &read), ERR_OK);
    ck_assert_uint_eq(read.honours.kindled, 0);
}

TEST(an_oath_and_finds_of_vaults_are_kept_with_what_is_carried)
{
    uint8_t bytes[BELONGINGS_SIZE];
    struct life life = life_new();
    struct life read = life_new();

    life.honours.oath = OATH_OVER;
    life.honours.vaults[0] = 8;
    life.honours.vaults[1] = UINT64_MAX;
    life.honours.twins[1] = 5;
    size_t length = belongings_pack(&life, bytes);
    ck_assert_int_eq(belongings_unpack(bytes, length, &read), ERR_OK);
    ck_assert_int_eq(read.honours.oath, OATH_OVER);
    ck_assert_uint_eq(read.honours.vaults[0], 8);
    ck_assert_uint_eq(read.honours.vaults[1], UINT64_MAX);
    ck_assert_uint_eq(read.honours.twins[1], 5);
    bytes[1 + 2 + 8 + 1 + 2] = OATH_COUNT;
    ck_assert_int_eq(belongings_unpack(bytes, length, &read), ERR_FORMAT);
    life.honours = (struct honours){0};
    ck_assert_int_eq(belongings_unpack(bytes, belongings_pack(&life, bytes), &read), ERR_OK);
    ck_assert_int_eq(read.honours.oath, OATH_NONE);
    ck_assert_uint_eq(read.honours.vaults[0], 0);
}

TEST(numbers_of_knacks_are_added)
{
    int light = light_radius(delver());
    const struct fighter plain = fighter_of(stage.world, &delver()->body);
    const struct stack dart = stack_of(ITEM_DART, 1);
    const struct fighter thrown = fighter_with(stage.world, &delver()->body, &dart);

    have(KNACK_OLD_LAMP);
    ck_assert_int_eq(light_radius(delver()), light + 2);
    have(KNACK_HEAVY_HAND);
    ck_assert_int_eq(fighter_of(stage.world, &delver()->body).temper, plain.temper + 2);
    ck_assert_int_eq(fighter_with(stage.world, &delver()->body, &dart).temper, thrown.temper);
    have(KNACK_DEADEYE);
    ck_assert_int_eq(fighter_of(stage.world, &delver()->body).attack, plain.attack);
    ck_assert_int_eq(fighter_with(stage.world, &delver()->body, &dart).attack, thrown.attack + 2);
    ck_assert_int_eq(knacks_gain(knacks_with(0, KNACK_LIGHT_FOOT), KNACK_NOISE), -3);
}

TEST(a_wrestler_is_held_for_a_beat_and_the_hardy_ail_half_as_long)
{
    struct statuses *statuses = &delver()->body.statuses;

    have(KNACK_WRESTLER);
    (void)status_add(stage.world, &delver()->body, STATUS_HELD, 3);
    ck_assert_uint_eq(statuses->left[STATUS_HELD], 1);
    have(KNACK_HARDY);
    (void)status_add(stage.world, &delver()->body, STATUS_POISONED, 7);
    (void)status_add(stage.world, &delver()->body, STATUS_STONE, 8);
    (void)status_add(stage.world, &delver()->body, STATUS_WITHERED, 1);
    ck_assert_uint_eq(statuses->left[STATUS_POISONED], 4);
    ck_assert_uint_eq(statuses->left[STATUS_STONE], 8);
    ck_assert_uint_eq(statuses->left[STATUS_WITHERED], 1);
}

TEST(the_stubborn_outlast_one_blow_a_level)
{
    struct foe *foe =
        foe_add(stage.world, SPECIES_HEWER, stage_level(&stage), pos_of(10, 2), MOOD_POSTED);

    have(KNACK_STUBBORN);
    blow_harm(stage.world, &delver()->body, 500, &foe->body);
    ck_assert_int_eq(delver()->body.health, 1);
    ck_assert_int_eq(delver()->body.state, BODY_PRESENT);
    knacks_arrive(delver());
    delver()->body.health = 10;
    blow_harm(stage.world, &delver()->body, 500, &foe->body);
    ck_assert_int_eq(delver()->body.health, 1);
    blow_harm(stage.world, &delver()->body, 500, &foe->body);
    ck_assert_int_eq(delver()->body.state, BODY_TRANSIT);
}

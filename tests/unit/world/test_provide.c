/*
 * Foes and things that keepers put on a level by hand: they are there and counted, and impossible
 * ones are refused.
 */

#include "support/stage.h"
#include "support/test.h"
#include "world/populate.h"

static const char hall[] = "##############\n"
                           "#<...........#\n"
                           "#...........>#\n"
                           "##############\n";

static const struct provision hound = {.species = SPECIES_GATE_HOUND, .count = 1};
static const struct provision cooper = {.species = SPECIES_COOPER, .count = 1};
static const struct provision darts = {.is_thing = true, .item = ITEM_DART, .count = 3};

static struct stage stage;

static void set_up(void)
{
    stage_init(&stage, hall);
}

static void tear_down(void)
{
    stage_release(&stage);
}

static enum provide_answer check(const struct provision *what, int x, int y)
{
    return place_by_admin_check(stage.world, stage.key, pos_of(x, y), what);
}

static void provide(const struct provision *what, int x, int y)
{
    struct input *input = stage_input(&stage, INPUT_PROVIDE, 0);

    input->key = stage.key;
    input->at = pos_of(x, y);
    input->provision = *what;
    stage_tick(&stage);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_foe_stands_awake_where_it_was_put)
{
    provide(&hound, 6, 1);
    struct body *body = world_body(stage.world, level_body_at(stage_level(&stage), pos_of(6, 1)));
    ck_assert_ptr_nonnull(body);
    ck_assert_int_eq(body->species, SPECIES_GATE_HOUND);
    ck_assert_int_eq(body_foe(body)->mind.mood, MOOD_POSTED);
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_PROVIDED, 0));
}

TEST(things_lie_where_they_were_put_and_are_in_the_ledger)
{
    int64_t before = ledger_left(&stage.world->ledger, ITEM_DART);

    provide(&darts, 6, 2);
    const struct item *item = level_item_at(stage.world, stage_level(&stage), pos_of(6, 2));
    ck_assert_ptr_nonnull(item);
    ck_assert_uint_eq(item->stack.count, 3);
    ck_assert_int_eq(item->owner, 0);
    ck_assert_int_eq(ledger_left(&stage.world->ledger, ITEM_DART), before + 3);
}

TEST(what_cannot_be_there_is_refused_and_dropped)
{
    struct provision many = darts;
    many.count = 21;

    ck_assert_int_eq(check(&hound, 0, 0), PROVIDE_NO_GROUND);
    ck_assert_int_eq(check(&darts, 0, 0), PROVIDE_NO_GROUND);
    ck_assert_int_eq(check(&hound, 2, 2), PROVIDE_STAIRS);
    ck_assert_int_eq(check(&hound, 99, 1), PROVIDE_OUTSIDE);
    ck_assert_int_eq(check(&many, 5, 1), PROVIDE_TOO_MANY);
    ck_assert_int_eq(
        place_by_admin_check(stage.world, (struct level_key){.depth = 9}, pos_of(5, 1), &hound),
        PROVIDE_NO_LEVEL);
    (void)stage_join(&stage, 1, pos_of(6, 1));
    ck_assert_int_eq(check(&hound, 6, 1), PROVIDE_TAKEN);
    provide(&hound, 0, 0);
    provide(&darts, 0, 0);
    ck_assert_uint_eq(stage_level(&stage)->foe_count, 0);
    ck_assert_uint_eq(stage_level(&stage)->item_count, 0);
}

TEST(of_a_boss_there_is_one)
{
    provide(&cooper, 5, 1);
    ck_assert_int_eq(check(&cooper, 7, 1), PROVIDE_ONE_ONLY);
    ck_assert_int_eq(check(&hound, 7, 1), PROVIDE_FINE);
}

TEST(a_full_pool_and_a_full_level_take_no_more)
{
    for (int i = 0; i < STAGE_FOES_MAX; i++)
        provide(&hound, 3 + i, 1);
    ck_assert_uint_eq(stage_level(&stage)->foe_count, STAGE_FOES_MAX);
    ck_assert_int_eq(check(&hound, 5, 2), PROVIDE_FULL);
    for (int i = 0; i < ITEM_LEVEL_MAX; i++)
        (void)stage_item(&stage, ITEM_DART, pos_of(5, 2));
    ck_assert_int_eq(check(&darts, 6, 2), PROVIDE_FULL);
}

/*
 * Giving: what one delver may give to another, and where it is afterwards.
 */
#include "support/stage.h"
#include "support/test.h"
#include "world/give.h"

static const char hall[] = "#########\n"
                           "#.......#\n"
                           "#.......#\n"
                           "#########\n";

enum { DARTS = OBJECT_CARRIED, MENDING };

static struct stage stage;
static struct delver *ada;
static struct delver *brom;

static void set_up(void)
{
    stage_init(&stage, hall);
    body_id first = stage_join(&stage, 1, pos_of(2, 1));
    body_id second = stage_join(&stage, 2, pos_of(3, 2));
    ada = stage_delver(&stage, first);
    brom = stage_delver(&stage, second);
    ada->life.deepest = brom->life.deepest = LIFE_PROVEN_DEPTH;
}

static void tear_down(void)
{
    stage_release(&stage);
}

static void give(uint32_t object, uint32_t count, body_id target)
{
    stage_use(
        &stage, ada->body.id,
        (struct action){.verb = ACTION_GIVE, .object = object, .count = count, .target = target});
    stage_ticks(&stage, 1);
}

TEST_FIXTURE(set_up, tear_down);

TEST(what_is_given_is_in_the_other_pack_and_nowhere_else)
{
    give(DARTS, 2, brom->body.id);
    const struct event *event = stage_event(&stage, EVENT_ITEM_GIVEN, ada->body.id);
    ck_assert_ptr_nonnull(event);
    ck_assert_uint_eq(event->other, brom->body.id);
    ck_assert_uint_eq(event->stack.count, 2);
    ck_assert_uint_eq(pack_peek(&ada->life.pack, DARTS)->count, 1);
    ck_assert_uint_eq(pack_peek(&brom->life.pack, DARTS)->count, 5);
    ck_assert(ada->is_record_dirty && brom->is_record_dirty);
    ck_assert_ptr_null(stage_event(&stage, EVENT_ITEM_NAMED, brom->body.id));
    stage_ticks(&stage, 31);
    give(DARTS, 0, brom->body.id);
    ck_assert_ptr_null(pack_peek(&ada->life.pack, DARTS));
    ck_assert_uint_eq(pack_peek(&brom->life.pack, DARTS)->count, 6);
}

TEST(what_cannot_be_given_stays_where_it_is)
{
    give(DARTS, 0, ada->body.id);
    stage_expect_refusal(&stage, ada->body.id, REFUSAL_NOBODY_BESIDE);
    give(DARTS, 0, 0);
    stage_expect_refusal(&stage, ada->body.id, REFUSAL_NOBODY_BESIDE);
    give(OBJECT_WORN + SLOT_WEAPON, 0, brom->body.id);
    stage_expect_refusal(&stage, ada->body.id, REFUSAL_WORN_ALREADY);
    give(OBJECT_CARRIED + 9, 0, brom->body.id);
    stage_expect_refusal(&stage, ada->body.id, REFUSAL_NOT_CARRIED);
    ada->life.deepest = LIFE_PROVEN_DEPTH - 1;
    give(DARTS, 0, brom->body.id);
    stage_expect_refusal(&stage, ada->body.id, REFUSAL_NO_GIFTS);
    ada->life.deepest = LIFE_PROVEN_DEPTH;
    body_id far = stage_join(&stage, 3, pos_of(6, 1));
    give(DARTS, 0, far);
    stage_expect_refusal(&stage, ada->body.id, REFUSAL_NOBODY_BESIDE);
    ck_assert_uint_eq(pack_peek(&ada->life.pack, DARTS)->count, 3);
}

TEST(a_full_pack_takes_nothing_and_a_stack_what_it_has_room_for)
{
    for (uint32_t i = 0; i < PACK_MAX; i++)
        brom->life.pack.carried[i] = stack_of(ITEM_HELM, 1);
    give(DARTS, 0, brom->body.id);
    stage_expect_refusal(&stage, ada->body.id, REFUSAL_THEIR_PACK_FULL);
    brom->life.pack.carried[3] = stack_of(ITEM_DART, stack_max(ITEM_DART) - 1);
    give(DARTS, 0, brom->body.id);
    ck_assert_uint_eq(stage_event(&stage, EVENT_ITEM_GIVEN, ada->body.id)->stack.count, 1);
    ck_assert_uint_eq(pack_peek(&ada->life.pack, DARTS)->count, 2);
}

TEST(what_the_giver_knows_is_given_with_the_thing)
{
    ada->life.pack.carried[9] = stack_of(ITEM_SWIFTNESS, 2);
    give(OBJECT_CARRIED + 9, 1, brom->body.id);
    ck_assert(!life_knows(&brom->life, ITEM_SWIFTNESS));
    (void)life_learn(&ada->life, ITEM_SWIFTNESS);
    stage_ticks(&stage, 31);
    give(OBJECT_CARRIED + 9, 1, brom->body.id);
    ck_assert(life_knows(&brom->life, ITEM_SWIFTNESS));
    ck_assert_ptr_nonnull(stage_event(&stage, EVENT_ITEM_NAMED, brom->body.id));
}

/*
 * Things remembered: what lay in the light, as it was last seen, until the cell is seen again.
 */
#include "world/recall.h"

#include "support/stage.h"
#include "support/test.h"
#include "world/world.h"

/* The lamp shows 9 cells. */
static const char hall[] = "########################################\n"
                           "#......................................#\n"
                           "########################################\n";

enum { NEAR = 3, FAR = 30 };

static struct stage stage;
static body_id ada;

static void set_up(void)
{
    stage_init(&stage, hall);
    ada = stage_join(&stage, 1, pos_of(1, 1));
    stage_ticks(&stage, 2);
}

static void tear_down(void)
{
    stage_release(&stage);
}

static struct delver *delver(void)
{
    return stage_delver(&stage, ada);
}

static void go(int x)
{
    if (delver()->body.at.x != x)
        body_move(&delver()->body, pos_of(x, 1));
    stage_ticks(&stage, 2);
}

/* The kind that is remembered to lie there; ITEM_KIND_COUNT: none. */
static enum item_kind recalled_at(int x)
{
    for (int i = 0; i < delver()->recall.count; i++) {
        if (pos_equal(delver()->recall.list[i].at, pos_of(x, 1)))
            return delver()->recall.list[i].top.kind;
    }
    return ITEM_KIND_COUNT;
}

static void take_away(int x)
{
    struct level *level = stage_level(&stage);

    item_take_away(stage.world, level,
                   world_item(stage.world, level_item_at(stage.world, level, pos_of(x, 1))->id));
}

TEST_FIXTURE(set_up, tear_down);

TEST(what_was_seen_is_remembered_and_what_was_not_is_not)
{
    stage_item(&stage, ITEM_HELM, pos_of(NEAR, 1));
    stage_item(&stage, ITEM_KNIFE, pos_of(FAR, 1));
    go(2);
    go(18);
    ck_assert_int_eq(recalled_at(NEAR), ITEM_HELM);
    ck_assert_int_eq(recalled_at(FAR), ITEM_KIND_COUNT);
}

TEST(what_others_take_meanwhile_is_remembered_until_the_cell_is_seen_again)
{
    stage_item(&stage, ITEM_HELM, pos_of(NEAR, 1));
    go(2);
    go(18);
    take_away(NEAR);
    go(19);
    ck_assert_int_eq(recalled_at(NEAR), ITEM_HELM);
    go(5);
    go(18);
    ck_assert_int_eq(recalled_at(NEAR), ITEM_KIND_COUNT);
}

TEST(what_is_taken_or_laid_in_sight_is_known_however_one_leaves)
{
    stage_item(&stage, ITEM_HELM, pos_of(NEAR, 1));
    go(2);
    take_away(NEAR);
    stage_item(&stage, ITEM_KNIFE, pos_of(NEAR + 1, 1));
    go(25);
    ck_assert_int_eq(recalled_at(NEAR), ITEM_KIND_COUNT);
    ck_assert_int_eq(recalled_at(NEAR + 1), ITEM_KNIFE);
}

TEST(of_many_things_the_newest_are_remembered)
{
    for (int x = 1; x <= RECALL_MAX + 4; x++)
        stage_item(&stage, ITEM_DART, pos_of(x, 1));
    for (int x = 1; x <= RECALL_MAX + 4; x += 4)
        go(x);
    ck_assert_uint_eq(delver()->recall.count, RECALL_MAX);
    go(1);
    ck_assert_uint_le(delver()->recall.count, RECALL_MAX);
    ck_assert_int_eq(recalled_at(2), ITEM_DART);
}

TEST(another_level_is_another_memory)
{
    stage_item(&stage, ITEM_HELM, pos_of(NEAR, 1));
    go(2);
    size_t cells = level_cell_count(stage_level(&stage));
    uint8_t *memory = delver_memory_new(cells);
    ck_assert_ptr_nonnull(memory);
    delver_set_memory(delver(), memory, cells);
    ck_assert_uint_eq(delver()->recall.count, 0);
}

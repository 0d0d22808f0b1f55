/*
 * Things remembered: how many, and of which level.
 */
#include "world/delver.h"

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

TEST_FIXTURE(set_up, tear_down);

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

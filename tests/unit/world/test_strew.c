/*
 * Things that lie about on a new level.
 */
#include "support/stage.h"
#include "support/test.h"
#include "world/loot.h"
#include "world/populate.h"
#include "world/world.h"

enum { ROUNDS = 80, HEAPS = 4, SMALL = 2, ODD = 2, ODD_DEPTHS = 4 };

static const char hall[] = "########################\n"
                           "#......................#\n"
                           "#......................#\n"
                           "#......................#\n"
                           "########################\n";

static struct stage stage;

static void set_up(void)
{
    stage_init(&stage, hall);
}

static void tear_down(void)
{
    stage_release(&stage);
}

TEST_FIXTURE(set_up, tear_down);

static int scattered_on(int depth, bool met[ITEM_KIND_COUNT])
{
    struct level *level = stage_level(&stage);
    int count = 0;

    level->key.depth = (uint16_t)depth;
    scatter_new(stage.world, level);
    for (item_id id = level->first_item; id != 0; count++) {
        const struct item *item = world_item(stage.world, id);
        met[item->stack.kind] = true;
        id = item->next;
    }
    items_free(stage.world, level);
    level->key.depth = 1;
    return count;
}

/* Each has two lines of facts as any thing has, and is neither sold nor found elsewhere. */
TEST(the_first_depths_have_small_and_odd_things_and_deeper_ones_only_small_ones)
{
    static const enum item_kind odd[] = {ITEM_PEBBLE,     ITEM_BROKEN_BOTTLE, ITEM_CANDLE_CAP,
                                         ITEM_FELT_SHOES, ITEM_POT_LID,       ITEM_CLEAVER};
    bool met[ITEM_KIND_COUNT] = {false};
    bool deep[ITEM_KIND_COUNT] = {false};

    for (int round = 0; round < ROUNDS; round++) {
        for (int depth = 1; depth <= ODD_DEPTHS; depth++)
            ck_assert_int_eq(scattered_on(depth, met), HEAPS + SMALL + ODD);
        ck_assert_int_eq(scattered_on(ODD_DEPTHS + 1, deep), HEAPS + SMALL);
    }
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        ck_assert_msg(met[odd[i]], "%s is met", item_row(odd[i])->name);
        ck_assert_int_eq(item_row(odd[i])->price, 0);
        ck_assert_ptr_nonnull(item_row(odd[i])->purpose);
    }
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++)
        ck_assert_msg(!deep[kind] || kind == ITEM_GOLD || kind == ITEM_DART || kind == ITEM_BANDAGE,
                      "%s lies on depth 5", item_row(kind)->name);
}

/*
 * Counts by world/stocktaking.h.
 */
#include "support/stock.h"

#include <check.h>

#include "world/stocktaking.h"

void stock_expect_right(const struct world *world)
{
    int64_t more[ITEM_KIND_COUNT];
    char text[LEDGER_TEXT_SIZE];
    int wrong = world_take_stock(world, more);

    ledger_report_text(more, text, sizeof text);
    ck_assert_msg(wrong == 0, "more than the ledger says: %s", text);
}

void stock_settle(struct world *world)
{
    int64_t more[ITEM_KIND_COUNT];

    (void)world_take_stock(world, more);
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++)
        world->ledger.made[kind] += (uint64_t)more[kind];
}

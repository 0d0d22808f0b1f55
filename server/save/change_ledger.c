/*
 * The part of the ledger in a change set.
 */
#include "server/save/change_ledger.h"

void change_ledger_collect(struct change_ledger *ledger, const struct world *world)
{
    ledger->now = ledger_keep(&world->ledger);
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        const struct ledger_count *given = &world->ledger_given.kinds[kind];
        const struct ledger_count *now = &ledger->now.kinds[kind];
        ledger->has[kind] = now->made != given->made || now->ended != given->ended;
    }
}

void change_ledger_join(struct change_ledger *older, const struct change_ledger *newer)
{
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        if (!newer->has[kind])
            continue;
        older->has[kind] = true;
        older->now.kinds[kind] = newer->now.kinds[kind];
    }
}

bool change_ledger_is_empty(const struct change_ledger *ledger)
{
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        if (ledger->has[kind])
            return false;
    }
    return true;
}

/*
 * The part of the ledger of things in a change set: the kinds of which something was made or ended
 * since the save before, and how many of them were ever made and ended. These are no differences,
 * so that a set may be saved twice.
 */
#ifndef UNDERCROFT_SERVER_SAVE_CHANGE_LEDGER_H
#define UNDERCROFT_SERVER_SAVE_CHANGE_LEDGER_H

#include <stdbool.h>

#include "world/world.h"

/* Valid when all zero: nothing has changed. */
struct change_ledger {
    bool has[ITEM_KIND_COUNT];
    struct ledger_kept now; /* of those kinds at least */
};

/* Copies the counts that differ from those that the database was last given. */
void change_ledger_collect(struct change_ledger *ledger, const struct world *world);

/* Lays a newer one over an older one. */
void change_ledger_join(struct change_ledger *older, const struct change_ledger *newer);

bool change_ledger_is_empty(const struct change_ledger *ledger);

#endif

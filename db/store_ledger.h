/*
 * The ledger of things in the database: how many of each kind were ever made and ended, changed in
 * the same transaction as the rows of the things. The difference is the number in all rows
 * together: packs and purses of delvers, things on levels and with their foes, and graves; but not
 * graves of a generation that is only kept, because these moved to the current one. Errors of the
 * disk: see db/store.h.
 */
#ifndef UNDERCROFT_DB_STORE_LEDGER_H
#define UNDERCROFT_DB_STORE_LEDGER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "db/status.h"
#include "world/ledger.h"
#include "world/record.h"

struct store;

/* Saves the total numbers of things of a kind that were made and ended in play. */
MUST_USE enum err store_save_ledger(struct store *store, enum item_kind kind,
                                    struct ledger_count play);

/* Loads the saved numbers of all kinds; 0 for a kind without a row, or with a damaged row. */
MUST_USE enum err store_load_ledger(struct store *store, struct ledger_kept *out);

/* Adds to the numbers made and ended outside play, in the open transaction or in its own. A
   damaged row stays damaged. */
MUST_USE enum err store_add_ledger(struct store *store, const struct ledger_kept *beside);

/* How the ledger differs from all rows. */
struct ledger_report {
    bool is_known;                 /* every row with things, and the ledger itself, could be read */
    int wrong;                     /* number of kinds whose numbers differ */
    int64_t more[ITEM_KIND_COUNT]; /* surplus things; below 0: missing things */
};

/* Compares the ledger with all rows. Bad contents are ERR_OK too. Not inside a transaction. */
MUST_USE enum err store_count_ledger(struct store *store, struct ledger_report *out);

/* Corrects the ledger by the rows: surplus things count as made, missing things as ended. In the
   open transaction or in its own. */
MUST_USE enum err store_right_ledger(struct store *store);

/* Counts the things in the row of a delver, or in the population of a generation, as ended. Call it
   before the row is dropped. A row that is missing or damaged has none. */
MUST_USE enum err store_end_things_of_delver(struct store *store, int64_t delver_id);
MUST_USE enum err store_end_things_of_level(struct store *store, struct level_key key);

/* Removes the graves of a player from all populations and from the bundles that others carry,
   and notes the things in them as ended, in the open transaction or in its own. Damaged rows are
   skipped. */
MUST_USE enum err store_forget_graves(struct store *store, int64_t delver_id);

#endif

/*
 * Our own look at a whole database, after SQLite's: SQLite proves its pages and trees, this proves
 * what is in them.
 */
#ifndef UNDERCROFT_DB_EXAMINE_H
#define UNDERCROFT_DB_EXAMINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "db/columns.h"

enum { EXAMINATION_FINDINGS_MAX = 16, EXAMINATION_FINDING_SIZE = 160 };

struct sqlite3;
struct store;

/*
 * A bad row has a wrong checksum, cannot be decoded, or lacks the row it belongs to; it is lost
 * alone. `state_is_whole`: the stored checksums and the seed sum to META_STATE_HASH. Content that
 * was changed behind the store's back makes a bad row and leaves the sum whole; rows that are
 * missing, added or exchanged for older ones break it.
 */
struct examination {
    struct {
        uint64_t all;
        uint64_t bad;
    } rows[RECORD_COUNT];
    bool state_is_whole;
    /* The first few, one line each: what it is and what follows. A delver who stands where nobody
       can stand is a finding, no bad row. A broken sum is told by state_is_whole alone. */
    char findings[EXAMINATION_FINDINGS_MAX][EXAMINATION_FINDING_SIZE];
    int finding_count;
};

/* Every row is read, in no transaction. Whatever the rows hold is ERR_OK; errors are the disk's. */
MUST_USE enum err store_examine(struct store *store, struct examination *out);

/* The same for a connection to a database of the newest schema that is not a store. */
MUST_USE enum err examine_database(struct sqlite3 *handle, struct examination *out);

/* How many rows of all tables are bad. */
uint64_t examination_bad_rows(const struct examination *examination);

/* No row is bad and the state is whole. */
bool examination_is_clean(const struct examination *examination);

/*
 * Takes the rows as they are for the world: makes META_STATE_HASH what they sum to, and notes that
 * in the audit. For an operator who has read the findings. Bad rows stay bad. Not inside a
 * transaction.
 */
MUST_USE enum err store_accept_state(struct store *store);

#endif

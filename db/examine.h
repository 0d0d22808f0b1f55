/*
 * Our own examination of a whole database, after SQLite's: SQLite proves its pages and trees, this
 * proves their content.
 */
#ifndef UNDERCROFT_DB_EXAMINE_H
#define UNDERCROFT_DB_EXAMINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "db/columns.h"
#include "db/status.h"
#include "db/store_ledger.h"

enum { EXAMINATION_FINDINGS_MAX = 16, EXAMINATION_FINDING_SIZE = 160 };

struct sqlite3;
struct store;

/*
 * A bad row has a wrong checksum, cannot be decoded, or lacks the row it belongs to; it is lost
 * alone. `state_is_whole`: the head is sound and notes no doubt, and the stored checksums of each
 * table add up to its sum in the head (db/head.h). Content that was changed behind the store's back
 * makes a bad row and leaves the sums whole; rows that are missing, added or exchanged for older
 * rows break the sums.
 */
struct examination {
    struct {
        uint64_t all;
        uint64_t bad;
    } rows[RECORD_COUNT];
    bool state_is_whole;
    struct ledger_report ledger; /* set only by store_examine(); not a bad row */
    /* The first few findings, one line each: the row and the loss. A delver on an impossible
       cell is a finding, but no bad row. */
    char findings[EXAMINATION_FINDINGS_MAX][EXAMINATION_FINDING_SIZE];
    int finding_count;
};

/* Reads every row, without a transaction. Any content of the rows is ERR_OK; errors are the
   disk's. */
MUST_USE enum err store_examine(struct store *store, struct examination *out);

/* Like store_examine(), for a connection to a database of the newest schema that is not a store. */
MUST_USE enum err examine_database(struct sqlite3 *handle, struct examination *out);

/* Number of bad rows in all tables. */
uint64_t examination_bad_rows(const struct examination *examination);

/* True if no row is bad and the state is whole. */
bool examination_is_clean(const struct examination *examination);

/*
 * Examines like store_examine(), but little by little, while the store goes on: the proof that
 * begins with store_settle(). A call examines the next rows, `count` at most, outside of a
 * transaction; the cells where delvers stand are not looked at. A commit between two calls changes
 * the sum read so far and the sum in the head alike, so that a difference between them stays. Every
 * row is also looked up by its key. If a table does not add up to its sum in the head, or cannot be
 * read, that is a finding, the state is not whole, and the next commits note it in the head, the
 * first one at once if possible. Returns errors of the disk except ERR_CORRUPT; the next call goes
 * on from there.
 */
MUST_USE enum err store_prove(struct store *store, int count);

/* Findings of the proof so far; *out_is_over: it is complete. Valid until the store is closed. */
const struct examination *store_proof(const struct store *store, bool *out_is_over);

/* ERR_CORRUPT, with `status`: the head is damaged, or says that the rows stem from different
 * moments. */
MUST_USE enum err store_check_head(const struct store *store, struct store_status *status);

/* SQLite's own check of all pages (db/connection.h). */
MUST_USE enum err store_check_pages(struct store *store, struct store_status *status);

/*
 * Accepts the rows as they are: sets the sums in the head to the sums of the rows, and notes that
 * in the audit. For an operator who has read the findings. Bad rows stay bad. Not inside a
 * transaction.
 */
MUST_USE enum err store_accept_state(struct store *store);

#endif

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
 * The result of an examination. A bad row has a wrong checksum, cannot be decoded, or lacks the row
 * it belongs to; only it is lost. `state_is_whole`: the head is sound and notes no doubt, and the
 * checksums of each table add up to its sum in the head (db/head.h). A row that another program
 * changed is bad, and leaves the sums whole; rows that are missing, added or replaced by older rows
 * break the sums.
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

/* Works like store_examine() on a connection to a database of the newest schema that is not a
   store. */
MUST_USE enum err examine_database(struct sqlite3 *handle, struct examination *out);

/* Returns the number of bad rows in all tables. */
uint64_t examination_bad_rows(const struct examination *examination);

/* True if no row is bad and the state is whole. */
bool examination_is_clean(const struct examination *examination);

/*
 * Examines like store_examine(), but little by little, while the store is in use: the proof that
 * store_settle() begins. Each call examines the next rows, at most `count`, outside of a
 * transaction; the cells where delvers stand are not checked. A commit between two calls changes
 * the sum read so far and the sum in the head by the same amount, so a difference between them
 * stays. Every row is also looked up by its key. If a table does not add up to its sum in the head,
 * or cannot be read, that is a finding: the state is not whole, and the next commits note it in the
 * head, the first at once if possible. Returns errors of the disk except ERR_CORRUPT; the next call
 * continues from there.
 */
MUST_USE enum err store_prove(struct store *store, int count);

/* Returns the findings of the proof so far; *out_is_over: it is complete. Valid until the store is
   closed. */
const struct examination *store_proof(const struct store *store, bool *out_is_over);

/* Checks the head. ERR_CORRUPT, with `status`: it is damaged, or says that the rows come from
   different moments. */
MUST_USE enum err store_check_head(const struct store *store, struct store_status *status);

/* Runs SQLite's own check of all pages (db/connection.h). */
MUST_USE enum err store_check_pages(struct store *store, struct store_status *status);

/*
 * Accepts the rows as they are: sets the sums in the head to the sums of the rows, and notes that
 * in the audit. For an operator who has read the findings. Bad rows stay bad. Not inside a
 * transaction.
 */
MUST_USE enum err store_accept_state(struct store *store);

#endif

/*
 * What a store is inside; for the files of db/ alone.
 */
#ifndef UNDERCROFT_DB_STORE_PRIVATE_H
#define UNDERCROFT_DB_STORE_PRIVATE_H

#include "base/bytes.h"
#include "db/columns.h"
#include "db/statement.h"
#include "world/record.h"

struct store_files;

struct store {
    struct sqlite3 *handle;
    struct statements statements;
    bool is_settled;        /* its files may be written */
    bool is_migrating;      /* the newest schema stands in an open transaction */
    bool has_made_log;      /* there was no log beside the database before */
    bool is_in_transaction; /* between store_begin() and its end */
    uint64_t state; /* what the rows and the seed sum to: the last commit's state hash … */
    uint64_t state_running;    /* … and with what was saved since */
    struct bytes scratch;      /* an encoded memory on its way in */
    struct store_files *files; /* owned; NULL: they are not watched (db/store_files.h) */
};

/*
 * Around every change of rows: outside of a transaction the change becomes one of its own.
 * store_leave() gives `error` back, or what the commit or rollback of its own transaction says.
 */
MUST_USE enum err store_enter(struct store *store, bool *out_is_own);
MUST_USE enum err store_leave(struct store *store, bool is_own, enum err error);

/*
 * What the rows whose checksums `statement` selects add to the state hash, and how many they are.
 * It has its parameters bound, and is ended here.
 */
MUST_USE enum err store_sum_shares(struct statement *statement, uint64_t *out_sum,
                                   uint64_t *out_count);

/* A row was saved: takes what it added before out of the running sum and puts the new row in. */
void store_exchange_share(struct store *store, uint64_t old_share, uint64_t new_checksum);

/* A row was deleted: takes what it added out of the running sum. */
void store_withdraw_share(struct store *store, uint64_t old_share);

/* What the checksums in all rows and the seed sum to, by reading them all. */
MUST_USE enum err store_sum_rows(struct store *store, uint64_t *out);

/* Takes META_STATE_HASH, as it is written, for the state of the last commit. */
MUST_USE enum err store_load_state(struct store *store);

/* The seed as a row of its own; *out_share is 0 while there is none. */
uint64_t store_seed_checksum(uint64_t seed);
MUST_USE enum err store_seed_share(struct store *store, uint64_t *out_share);

/* store_save_meta() for every number, the store's own too, inside the open transaction. */
MUST_USE enum err store_write_meta(struct store *store, enum store_meta meta, uint64_t value);

/* Reads all columns of a row, and its checksum; what is wrong is noted in the statement. */
void row_read(struct statement *statement, enum record_id id, void *row);

/*
 * Reads the row whose key `row` holds and leaves *out at it, so that its blobs are valid until
 * statement_end(), which must follow in any case. ERR_NOT_FOUND, ERR_FORMAT, ERR_CHECKSUM.
 */
MUST_USE enum err row_find(struct store *store, enum record_id id, void *row,
                           struct statement *out);

/* The rows that are equal to `row` in some of its columns (enum column_flag). */
enum row_set { ROWS_OF_KEY, ROWS_OF_OWNER, ROWS_OF_LEVEL };

/* How many there are, and what they add to the state hash. The record has such columns. */
MUST_USE enum err rows_count(struct store *store, enum record_id id, enum row_set set,
                             const void *row, uint64_t *out_count, uint64_t *out_share);

/* Deletes them, damaged or not, inside the open transaction. */
MUST_USE enum err rows_drop(struct store *store, enum record_id id, enum row_set set,
                            const void *row, uint64_t *out_count);

MUST_USE enum err store_load_account(struct store *store, int64_t id, struct stored_account *out);

/* Of a store that was never settled; while its lock is held. */
void store_remove_own_log(struct store *store);

/* The rest of db/store_files.h. ERR_REPLACED: the files are not as this store left them, or have
   not their names. Where nothing is watched all is well. */
MUST_USE enum err store_files_look(const struct store *store);
MUST_USE enum err store_files_look_after_commit(struct store *store);
void store_files_note(struct store *store); /* this store has written */
void store_files_free(struct store *store);

/* The database may be written from the log: also from a log that lost nothing but its name. */
bool store_files_allow_checkpoint(const struct store *store);

/* Runs a statement without parameters or rows. */
MUST_USE enum err store_run(struct store *store, enum statement_id id);

#endif

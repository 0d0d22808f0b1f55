/*
 * The inside of a store; only for the files of db/.
 */
#ifndef UNDERCROFT_DB_STORE_PRIVATE_H
#define UNDERCROFT_DB_STORE_PRIVATE_H

#include "base/bytes.h"
#include "db/driver.h"
#include "db/examine.h"
#include "db/head.h"
#include "db/statement.h"
#include "world/record.h"

enum { PROOF_OF_AUDIT = RECORD_COUNT, PROOF_IS_OVER };

/* The state of the proof, which reads the tables one after the other, by rowid. */
struct store_proof {
    int table;        /* enum record_id, or one of the two values below */
    int64_t last;     /* rowid of the last row that was examined */
    bool is_doubtful; /* the rows come from different moments, which the next commit notes */
    struct examination found;
};

struct store {
    const struct store_driver *driver;
    void *own;                  /* the driver's */
    bool is_settled;            /* it may be written to */
    bool is_in_transaction;     /* between store_begin() and its commit or rollback */
    bool must_write_head;       /* the next commit writes all numbers, also unchanged ones */
    struct store_state state;   /* state after the last commit … */
    struct store_state running; /* … and with the saves since */
    struct store_proof proof;
    uint64_t base; /* HEAD_BASE and HEAD_PAGES of the next commit */
    uint64_t base_pages;
    struct bytes scratch; /* an encoded band that is being read */
};

/*
 * Enclose every change of rows: outside of a transaction the change becomes its own transaction.
 * store_leave() returns `error`, or the error of its own commit or rollback.
 */
MUST_USE enum err store_enter(struct store *store, bool *out_is_own);
MUST_USE enum err store_leave(struct store *store, bool is_own, enum err error);

/* The sum of some rows. */
struct row_sum {
    uint64_t count;
    uint64_t term;   /* their part of the sum of their table */
    uint64_t proven; /* the part of `term` whose rows are already proven */
    int64_t rowid;   /* rowid of the last row */
};

/* Sums the rows whose checksums and rowids `statement` selects. Its parameters must be bound; this
   call ends it. */
MUST_USE enum err store_sum_rows(struct store *store, enum record_id id,
                                 struct statement *statement, struct row_sum *out);

/* Replaces `old`, which counts one row or none, by a saved row in the sums. */
void store_exchange_row(struct store *store, enum record_id id, const struct row_sum *old,
                        uint64_t checksum);

/* Subtracts deleted rows from the sums. */
void store_withdraw_rows(struct store *store, enum record_id id, const struct row_sum *old);

/* Sums the checksums of all rows of a table, by reading them all. */
MUST_USE enum err store_sum_table(struct store *store, enum record_id id, uint64_t *out);

/* Makes the head as it was written the head of the last commit. */
MUST_USE enum err store_read_head(struct store *store);

/* Writes the changed numbers of the head, sealed; the last step before a commit. */
MUST_USE enum err store_write_head(struct store *store);

/* Notes in the open transaction that the rows come from different moments. */
void store_note_doubt(struct store *store);

/* Begins the proof again, at the first row. */
void store_begin_proof(struct store *store);

/* Reads all columns of a row, and returns its checksum as stored; a fault is noted in the
   statement. */
uint64_t row_read(struct statement *statement, enum record_id id, void *row);

/*
 * Finds the row whose key is in `row` and reads it. *out stays at the row, so that its blobs are
 * valid; the caller calls statement_end() in any case. ERR_NOT_FOUND, ERR_FORMAT, ERR_CHECKSUM.
 */
MUST_USE enum err row_find(struct store *store, enum record_id id, void *row,
                           struct statement *out);

/* Which rows: those equal to `row` in some of its columns (enum column_flag). */
enum row_scope { ROWS_OF_KEY, ROWS_OF_OWNER, ROWS_OF_LEVEL };

/* Sums the rows. The record must have the columns of the scope. */
MUST_USE enum err rows_sum(struct store *store, enum record_id id, enum row_scope set,
                           const void *row, struct row_sum *out);

/* Deletes the rows, damaged or not, inside the open transaction; *out is their sum. */
MUST_USE enum err rows_drop(struct store *store, enum record_id id, enum row_scope set,
                            const void *row, struct row_sum *out);

#endif

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

/* State of the proof, which reads the tables one after the other, by rowid. */
struct store_proof {
    int table;        /* enum record_id, or one of the two values below */
    int64_t last;     /* rows up to this rowid were examined */
    bool is_doubtful; /* the rows come from different moments: the next commit notes it */
    struct examination found;
};

struct store {
    const struct store_driver *driver;
    void *own;                  /* the driver's */
    bool is_settled;            /* it may be written */
    bool is_in_transaction;     /* between store_begin() and its end */
    bool must_write_head;       /* all numbers, even those that the table holds */
    struct store_state state;   /* as of the last commit … */
    struct store_state running; /* … and with the saves since */
    struct store_proof proof;
    uint64_t base; /* HEAD_BASE and HEAD_PAGES of the next commit */
    uint64_t base_pages;
    struct bytes scratch; /* an encoded band on its way in */
};

/*
 * Enclose every change of rows: outside of a transaction the change becomes its own transaction.
 * store_leave() returns `error`, or the error of its own commit or rollback.
 */
MUST_USE enum err store_enter(struct store *store, bool *out_is_own);
MUST_USE enum err store_leave(struct store *store, bool is_own, enum err error);

/* Sum of some rows. */
struct row_sum {
    uint64_t count;
    uint64_t term;   /* their part of the sum of their table */
    uint64_t proven; /* the part of it that the proof has passed */
    int64_t rowid;   /* rowid of the last row */
};

/* Sums the rows whose checksums and rowids `statement` selects. It has its parameters bound, and is
   ended here. */
MUST_USE enum err store_sum_rows(struct store *store, enum record_id id,
                                 struct statement *statement, struct row_sum *out);

/* Exchanges a saved row for `old`, which counts one row or none. */
void store_exchange_row(struct store *store, enum record_id id, const struct row_sum *old,
                        uint64_t checksum);

/* Takes deleted rows out of the sums. */
void store_withdraw_rows(struct store *store, enum record_id id, const struct row_sum *old);

/* The sum of the checksums in all rows of a table, by reading them all. */
MUST_USE enum err store_sum_table(struct store *store, enum record_id id, uint64_t *out);

/* Takes the head as written for the head of the last commit. */
MUST_USE enum err store_read_head(struct store *store);

/* Writes the changed numbers of the head, sealed; the last thing before a commit. */
MUST_USE enum err store_write_head(struct store *store);

/* Notes in the open transaction that the rows come from different moments. */
void store_note_doubt(struct store *store);

/* The proof begins at the first row. */
void store_begin_proof(struct store *store);

/* Reads all columns of a row, and its checksum as stored; a fault is noted in the statement. */
uint64_t row_read(struct statement *statement, enum record_id id, void *row);

/*
 * Reads the row whose key `row` holds and leaves *out at it, so that its blobs are valid until
 * statement_end(), which must follow in any case. ERR_NOT_FOUND, ERR_FORMAT, ERR_CHECKSUM.
 */
MUST_USE enum err row_find(struct store *store, enum record_id id, void *row,
                           struct statement *out);

/* The rows that are equal to `row` in some of its columns (enum column_flag). */
enum row_scope { ROWS_OF_KEY, ROWS_OF_OWNER, ROWS_OF_LEVEL };

/* Sums the rows. The record must have the columns of the scope. */
MUST_USE enum err rows_sum(struct store *store, enum record_id id, enum row_scope set,
                           const void *row, struct row_sum *out);

/* Deletes them, damaged or not, inside the open transaction. */
MUST_USE enum err rows_drop(struct store *store, enum record_id id, enum row_scope set,
                            const void *row, struct row_sum *out);

#endif

/*
 * An access to rows through the store's driver (db/driver.h). Values are bound as parameters, in
 * their order; columns are read in theirs, each with its valid range, because a database may
 * contain anything.
 *
 * A statement that reads or writes a whole row with a checksum does so in the order of the
 * checksum: each bound or read value is added to it (db/row_hash.h), and at the end
 * statement_bind_checksum() binds it or statement_column_checksum() compares it.
 */
#ifndef UNDERCROFT_DB_STATEMENT_H
#define UNDERCROFT_DB_STATEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/hash.h"
#include "db/driver.h"

/* The use of a statement, from statement_start() to statement_run() or statement_end(). */
struct statement {
    struct store *store;
    void *cursor; /* the driver's; NULL: not started */
    struct access access;
    struct value columns[ACCESS_VALUES_MAX]; /* columns of the current row */
    int next;                                /* number of the next column */
    bool is_running;                         /* its first row was fetched */
    enum err error;                          /* the first error */
    const char *row_table;                   /* table whose checksum is computed; NULL: none */
    struct hash row_hash; /* hash of the values bound so far, or read from the current row */
};

struct statement statement_start(struct store *store, enum query query);
struct statement statement_start_row(struct store *store, enum record_id id,
                                     enum row_operation operation);

/* Stores an error of the caller in the statement; an earlier error stays. */
void statement_note(struct statement *statement, enum err error);

/* Bind the next parameter. Text and blobs are not copied: they must stay valid until the statement
   has ended. */
void statement_bind_int(struct statement *statement, int64_t value);
void statement_bind_u64(struct statement *statement, uint64_t value); /* as int64_t, bit for bit */
void statement_bind_text(struct statement *statement, const char *text);
void statement_bind_blob(struct statement *statement, const uint8_t *data, size_t length);

/* Binds the checksum of all values bound before, and returns it. */
uint64_t statement_bind_checksum(struct statement *statement);

/* Executes a statement that gives no rows, and ends it. */
MUST_USE enum err statement_run(struct statement *statement);

/* Works like statement_run() for an UPDATE of one row. ERR_NOT_FOUND: there is no such row. */
MUST_USE enum err statement_run_update(struct statement *statement);

/* Executes a statement that counts, and ends it. After an error *out is unchanged. */
MUST_USE enum err statement_count(struct statement *statement, uint64_t *out);

/* Moves to the next row; ERR_NOT_FOUND when there is none. statement_end() must follow. */
MUST_USE enum err statement_fetch(struct statement *statement);

/* Read the next column of the row. If it is not of the type or range, statement_end() returns
   ERR_FORMAT. */
int64_t statement_column_int(struct statement *statement, int64_t low, int64_t high);
uint64_t statement_column_u64(struct statement *statement);
void statement_column_text(struct statement *statement, char *out, size_t out_size);

/* Reads the next column as a blob, valid until statement_end(). An empty or missing blob is an
   ERR_FORMAT. */
const uint8_t *statement_column_blob(struct statement *statement, size_t *out_length);

/*
 * Reads the last column, the checksum of the columns before it. ERR_CHECKSUM if it is wrong.
 * Returns the stored value.
 */
uint64_t statement_column_checksum(struct statement *statement);

/*
 * Returns the error of this row (ERR_FORMAT, ERR_CHECKSUM) and clears it, so that the next row can
 * be fetched. An error of the disk is kept.
 */
enum err statement_take_row_error(struct statement *statement);

/* Ends the use of the statement. Returns the first error, or ERR_OK. */
MUST_USE enum err statement_end(struct statement *statement);

/* Works like statement_end(). `read` is how the reading of the rows ended; it is returned if the
   statement has no error. */
MUST_USE enum err statement_end_after(struct statement *statement, enum err read);

#endif

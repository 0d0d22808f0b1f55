/*
 * Drivers of the store: a row of functions for each kind of database. All knowledge of rows (their
 * checksums, their sums, the head, the proof) is above the drivers and the same for all; a driver
 * stores rows by the columns of their record (db/columns.h), tables of its own for the head and the
 * audit, and transactions. A new driver is a file with its row.
 *
 * Nothing may be called from two threads. Errors are those of db/store.h; a row may also be
 * refused: ERR_EXISTS if it equals another in a unique column, ERR_NOT_FOUND without the row that
 * it belongs to.
 */
#ifndef UNDERCROFT_DB_DRIVER_H
#define UNDERCROFT_DB_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "db/columns.h"
#include "db/status.h"

/* A value of a column; text and blobs are borrowed. VALUE_OTHER: a type that our rows do not
   have. */
enum value_type { VALUE_OTHER, VALUE_INTEGER, VALUE_TEXT, VALUE_BLOB };

struct value {
    enum value_type type;
    int64_t integer;
    const uint8_t *data;
    size_t length;
};

/* Operations on the rows of a record. Parameters and columns come in the order of the record's
   columns, then the checksum. A row keeps its rowid, a number that is higher than those of the rows
   that were in its table when it was made. */
enum row_operation {
    ROW_INSERT, /* all parameters */
    ROW_SAVE,   /* all parameters: makes or replaces a row; a record made once is only replaced */
    ROW_LOAD,   /* parameters: the key; columns: all */
    ROW_EACH,   /* columns: all of every row, 1 if its owner exists, else 0, its rowid */
    ROW_SLICE,  /* columns as for ROW_EACH; parameters: the rowid before the first, how many */
    ROW_CHECKSUMS, /* columns: the checksum and the rowid of every row */
    /* The rows that are equal in some columns. Parameters: the columns up to the last of these. */
    ROW_CHECKSUM_OF_KEY,
    ROW_CHECKSUMS_OF_OWNER,
    ROW_CHECKSUMS_OF_LEVEL,
    ROW_DELETE_OF_KEY,
    ROW_DELETE_OF_OWNER,
    ROW_DELETE_OF_LEVEL,
    ROW_OPERATION_COUNT
};

/* Queries besides these operations: parameters -> columns. */
enum query {
    QUERY_HEAD_CLEAR,       /* no number is left */
    QUERY_HEAD_SAVE,        /* name, value */
    QUERY_ACCOUNT_NEXT_ID,  /* -> 1 above the highest there is */
    QUERY_ACCOUNT_FIND,     /* name, without regard to case -> id */
    QUERY_ACCOUNT_SKELETON, /* skeleton -> 1, if an account has it */
    QUERY_ACCOUNT_AFTER,    /* id, how many -> the next higher ids */
    QUERY_LEVEL_GENERATION, /* wing, depth -> the newest generation, if there is one */
    QUERY_LEVEL_LIST,       /* how many -> wing, depth, generation, style, start of the blob; by
                               depth, wing, generation */
    QUERY_DELVER_COUNT,     /* wing, depth, generation -> how many are there */
    QUERY_DELVER_SCORES,    /* how many bytes -> id, deepest, experience of each delver, and so many
                               first bytes of its belongings */
    QUERY_MEMORY_LEVELS,    /* delver -> of how many levels there are memories */
    QUERY_AUDIT_SAVE,       /* at, who, what */
    QUERY_AUDIT_LOAD,       /* how many -> at, who, what of the newest acts, newest first */
    QUERY_BUG_LOAD,         /* how many -> at, who, what of the newest reports, newest first */
    QUERY_BUG_TRIM,         /* maximum number -> the author with the most loses the oldest */
    QUERY_BUG_TRIM_AUTHOR,  /* who, number of the newest reports that stay */
    QUERY_BUG_FORGET,       /* who: removes all reports */
    QUERY_BUG_RENAME,       /* old name, new name */
    QUERY_AUDIT_SLICE,      /* id, how many -> id and length of the next */
    QUERY_COUNT
};

enum { ACCESS_VALUES_MAX = 24 };

/* An access to rows: an operation on a record, or a query. */
struct access {
    bool is_query;
    enum query query;
    enum record_id record;
    enum row_operation operation;
    struct value values[ACCESS_VALUES_MAX]; /* the parameters, until it is begun */
    int count;
};

struct backup;
struct head;
struct snapshot;
struct store;

struct store_driver {
    const char *name;             /* "sqlite" */
    const char *(*version)(void); /* the database library's version: "3.40.1" */

    /* Writes the place of a data folder's world, for open() and for messages. */
    void (*place)(const char *folder, char *out, size_t out_size);
    /* True if no part of a world is at that place, damaged or not. */
    bool (*is_absent)(const char *place);

    /* As store_open_unsettled() and store_settle(). `store->own` is the driver's; after an error of
       open() it is released. settle() comes once. */
    enum err (*open)(struct store *store, const char *place, struct store_status *status);
    enum err (*settle)(struct store *store, struct store_status *status);
    enum err (*close)(struct store *store); /* before release(), of a store that is settled */
    void (*release)(struct store *store);

    /* after_commit() is called when the store's head is that of the commit; its error is
       reported. */
    enum err (*begin)(struct store *store);
    enum err (*commit)(struct store *store);
    enum err (*after_commit)(struct store *store);
    void (*rollback)(struct store *store); /* without a transaction it does nothing */
    bool (*is_in_transaction)(const struct store *store);
    enum err (*begin_part)(struct store *store);
    enum err (*undo_part)(struct store *store); /* end_part() follows */
    enum err (*end_part)(struct store *store);

    /*
     * start() performs the access. fetch() gives the columns of the next row, valid until end(), or
     * ERR_NOT_FOUND; changes of rows are done by then. end() always follows, and gives the first
     * error.
     */
    enum err (*start)(struct store *store, const struct access *access, void **out_cursor);
    enum err (*fetch)(struct store *store, void *cursor, struct value *out);
    enum err (*end)(struct store *store, void *cursor);
    bool (*has_changed)(const struct store *store);       /* the last access changed a row */
    int64_t (*inserted_rowid)(const struct store *store); /* rowid of the last insert */
    enum err (*read_head)(struct store *store, struct head *out);

    /* As the functions of that name in db/store.h and db/examine.h. */
    enum err (*check_pages)(struct store *store, struct store_status *status);
    enum err (*checkpoint)(struct store *store);
    enum err (*watch)(struct store *store, const char *place, struct store_status *status);
    enum err (*look)(struct store *store, struct store_status *status);
    void (*sizes)(const struct store *store, uint64_t *out_database, uint64_t *out_log);

    /* db/backup.h and db/backup.h. NULL: copies are made with the database's own tools. */
    enum err (*begin_snapshot)(struct store *store, struct snapshot **out,
                               struct store_status *status);
    enum err (*begin_backup)(struct store *store, const char *path, struct backup **out,
                             struct store_status *status);
};

extern const struct store_driver sqlite_driver;

/* The driver that the server uses. */
const struct store_driver *store_driver_default(void);

#endif

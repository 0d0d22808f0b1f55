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
   columns, then the checksum. Each row has a rowid, higher than all in its table when it was made;
   a saved row keeps it. */
enum row_operation {
    ROW_INSERT, /* parameters: all of them; inserts a row */
    /* all parameters: makes or replaces a row; a record that is made once can only be replaced */
    ROW_SAVE,
    ROW_LOAD,  /* parameters: the key; columns: all of them */
    ROW_EACH,  /* columns: all of each row, 1 if its owner exists (else 0), its rowid */
    ROW_SLICE, /* columns as for ROW_EACH; parameters: the rowid before the first row, most rows */
    ROW_CHECKSUMS, /* columns: the checksum and the rowid of every row */
    /* Rows with equal values in some columns; parameters: the columns up to the last of these. */
    ROW_CHECKSUM_OF_KEY,
    ROW_CHECKSUMS_OF_OWNER,
    ROW_CHECKSUMS_OF_LEVEL,
    ROW_DELETE_OF_KEY,
    ROW_DELETE_OF_OWNER,
    ROW_DELETE_OF_LEVEL,
    ROW_OPERATION_COUNT
};

/* Other queries: parameters -> columns. */
enum query {
    QUERY_HEAD_CLEAR,       /* removes all numbers */
    QUERY_HEAD_SAVE,        /* name, value */
    QUERY_ACCOUNT_NEXT_ID,  /* -> 1 above the highest id in use */
    QUERY_ACCOUNT_FIND,     /* name, without regard to case -> id */
    QUERY_ACCOUNT_SKELETON, /* skeleton -> 1, if an account has it */
    QUERY_ACCOUNT_AFTER,    /* id, most rows -> the next higher ids */
    QUERY_LEVEL_GENERATION, /* wing, depth -> the newest generation, if there is one */
    /* most rows -> wing, depth, generation, style, start of the blob; by depth, wing, generation */
    QUERY_LEVEL_LIST,
    QUERY_DELVER_COUNT, /* wing, depth, generation -> number of delvers there */
    /* number of bytes -> id, deepest, experience of each delver, and the first bytes of its
       belongings */
    QUERY_DELVER_SCORES,
    QUERY_MEMORY_LEVELS,   /* delver -> number of levels of which it has memories */
    QUERY_AUDIT_SAVE,      /* at, who, what */
    QUERY_AUDIT_LOAD,      /* most rows -> at, who, what of the newest acts, newest first */
    QUERY_BUG_LOAD,        /* most rows -> at, who, what of the newest reports, newest first */
    QUERY_BUG_TRIM,        /* most rows -> removes the oldest report of the author with the most */
    QUERY_BUG_TRIM_AUTHOR, /* who, number of newest reports to keep */
    QUERY_BUG_FORGET,      /* who: removes all reports of that player */
    QUERY_BUG_RENAME,      /* old name, new name */
    QUERY_AUDIT_SLICE,     /* id, most rows -> id and length of the next acts */
    QUERY_COUNT
};

enum { ACCESS_VALUES_MAX = 24 };

/* An access to rows: an operation on a record, or a query. */
struct access {
    bool is_query;
    enum query query;
    enum record_id record;
    enum row_operation operation;
    struct value values[ACCESS_VALUES_MAX]; /* parameters, until the access begins */
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
    /* True if nothing of a world is at that place, damaged or not. */
    bool (*is_absent)(const char *place);

    /* These do what store_open_unsettled() and store_settle() promise. `store->own` is the
       driver's, and is released after an error of open(). settle() is called once. */
    enum err (*open)(struct store *store, const char *place, struct store_status *status);
    enum err (*settle)(struct store *store, struct store_status *status);
    enum err (*close)(struct store *store); /* called before release(), for a settled store */
    void (*release)(struct store *store);

    /* after_commit() is called once the store's head is that of the commit; its error is
       reported */
    enum err (*begin)(struct store *store);
    enum err (*commit)(struct store *store);
    enum err (*after_commit)(struct store *store);
    void (*rollback)(struct store *store); /* does nothing without a transaction */
    bool (*is_in_transaction)(const struct store *store);
    enum err (*begin_part)(struct store *store);
    enum err (*undo_part)(struct store *store); /* undoes the part; call end_part() after it */
    enum err (*end_part)(struct store *store);

    /*
     * start() performs the access. fetch() reads the columns of the next row, valid until end(), or
     * gives ERR_NOT_FOUND; all changes are done by then. end() is always called, and gives the
     * first error.
     */
    enum err (*start)(struct store *store, const struct access *access, void **out_cursor);
    enum err (*fetch)(struct store *store, void *cursor, struct value *out);
    enum err (*end)(struct store *store, void *cursor);
    /* True if the last access changed a row */
    bool (*has_changed)(const struct store *store);
    int64_t (*inserted_rowid)(const struct store *store); /* rowid of the last insert */
    enum err (*read_head)(struct store *store, struct head *out);

    /* These do what the functions of that name promise in db/store.h and db/examine.h. */
    enum err (*check_pages)(struct store *store, struct store_status *status);
    enum err (*checkpoint)(struct store *store);
    enum err (*watch)(struct store *store, const char *place, struct store_status *status);
    enum err (*look)(struct store *store, struct store_status *status);
    void (*sizes)(const struct store *store, uint64_t *out_database, uint64_t *out_log);

    /* These do what db/backup.h promises. NULL: copies are made with the database's own tools. */
    enum err (*begin_snapshot)(struct store *store, struct snapshot **out,
                               struct store_status *status);
    enum err (*begin_backup)(struct store *store, const char *path, struct backup **out,
                             struct store_status *status);
};

extern const struct store_driver sqlite_driver;

/* Returns the driver that the server uses. */
const struct store_driver *store_driver_default(void);

#endif

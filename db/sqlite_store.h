/*
 * SQLite's part of a store: one file with its log, one connection, and every statement prepared
 * once, those of rows by record and operation (db/row_sql.h), the others by number.
 */
#ifndef UNDERCROFT_DB_SQLITE_STORE_H
#define UNDERCROFT_DB_SQLITE_STORE_H

#include <stdbool.h>

#include "base/err.h"
#include "db/driver.h"
#include "db/schema.h"
#include "db/store_private.h"

enum transaction_step {
    STEP_BEGIN,
    STEP_COMMIT,
    STEP_ROLLBACK,
    STEP_NEST,
    STEP_NEST_KEEP,
    STEP_NEST_UNDO,
    STEP_COUNT
};

struct sqlite3;
struct sqlite3_stmt;

struct statements {
    struct sqlite3_stmt *steps[STEP_COUNT];
    struct sqlite3_stmt *queries[QUERY_COUNT];
    struct sqlite3_stmt *rows[RECORD_COUNT][ROW_OPERATION_COUNT];
};

struct sqlite_store {
    struct sqlite3 *handle;
    struct statements statements;
    bool is_migrating;         /* a migration to the newest schema is in an open transaction */
    bool has_made_log;         /* the database had no log before this store */
    int log_pages;             /* pages in the log after the last commit */
    struct store_files *files; /* owned; NULL: they are not watched (db/store_files.h) */
};

/* Returns the SQLite part of a store, whose driver must be SQLite's. */
static inline struct sqlite_store *sqlite_of(const struct store *store)
{
    return store->own;
}

/* Prepares all statements; after an error none is left. */
MUST_USE enum err statement_prepare_all(struct sqlite3 *handle, struct statements *out);
void statement_finalize_all(struct statements *statements);

/* Functions of the driver in store_open.c, and its migrations. */
MUST_USE enum err sqlite_open(struct store *store, const char *place, struct store_status *status);
MUST_USE enum err sqlite_settle(struct store *store, struct store_status *status);
void sqlite_release(struct store *store);

/* Migrates a database to the newest schema, and commits that. */
MUST_USE enum err migrate_run(struct sqlite3 *handle, const struct schema_script *scripts,
                              size_t script_count, const char *path, struct store_status *status);

/* Functions of the driver in backup.c. */
MUST_USE enum err sqlite_begin_snapshot(struct store *store, struct snapshot **out,
                                        struct store_status *status);
MUST_USE enum err sqlite_begin_backup(struct store *store, const char *path, struct backup **out,
                                      struct store_status *status);

/* Writes the log back with SQLite's checkpoint mode `mode`, and notes the state of the file after
   that. */
MUST_USE enum err store_write_back(struct store *store, int mode);

/* Looks at the files (db/store_files.h). ERR_REPLACED: they have changed since this store's last
   write, or lost their names. ERR_OK if nothing is watched. */
MUST_USE enum err store_files_look(const struct store *store);
MUST_USE enum err store_files_look_after_commit(struct store *store);
void store_files_note(struct store *store); /* Notes that this store has written */
void store_files_free(struct store *store);

/* True if the log may be written back into the database; also if the log only lost its name. */
bool store_files_allow_checkpoint(const struct store *store);

#endif

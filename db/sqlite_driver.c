/*
 * SQLite as a driver: transactions, accesses through statements that are prepared once, the SQL of
 * those that are not about the rows of one record, and the log. Opening: store_open.c; its files
 * under their names: store_files.c.
 */
#include <errno.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/check.h"
#include "db/connection.h"
#include "db/file.h"
#include "db/records.h"
#include "db/row_sql.h"
#include "db/sqlite_store.h"
#include "db/store.h"
#include "db/store_files.h"

enum { LOG_PAGES_MAX = 1000 };

static void place(const char *folder, char *out, size_t out_size)
{
    snprintf(out, out_size, "%s/undercroft.db", folder);
}

/* True if neither the database nor a log of it exists; a log alone needs an explanation. */
static bool is_absent(const char *path)
{
    static const char *const suffixes[] = {"", "-wal", "-journal"};
    char name[FILE_PATH_SIZE];
    struct stat info;
    bool is_absent = true;

    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++)
        is_absent = is_absent && file_path_append(path, suffixes[i], name) == ERR_OK &&
                    lstat(name, &info) != 0 && errno == ENOENT;
    return is_absent;
}

static enum err run(struct store *store, enum transaction_step step)
{
    struct sqlite3_stmt *statement = sqlite_of(store)->statements.steps[step];

    (void)sqlite3_step(statement);
    return connection_error(sqlite3_reset(statement));
}

static bool is_in_transaction(const struct store *store)
{
    return sqlite3_get_autocommit(sqlite_of(store)->handle) == 0;
}

static enum err begin(struct store *store)
{
    enum err error = store_files_look(store);

    return error == ERR_OK ? run(store, STEP_BEGIN) : error;
}

static enum err commit(struct store *store)
{
    return run(store, STEP_COMMIT);
}

/* Writes the log back. Once all of it is in the file, the next commit starts a new log over it. */
enum err store_write_back(struct store *store, int mode)
{
    struct sqlite_store *own = sqlite_of(store);
    int64_t pages = 0;
    int in_log = 0;
    int written = 0;
    enum err error =
        connection_error(sqlite3_wal_checkpoint_v2(own->handle, "main", mode, &in_log, &written));

    if (error != ERR_OK || written != in_log)
        return error;
    own->log_pages = 0;
    error = connection_read_int(own->handle, "PRAGMA page_count", &pages);
    if (error == ERR_OK) {
        store->base = store->state.head.numbers[HEAD_SEAL];
        store->base_pages = (uint64_t)pages;
    }
    return error;
}

/* Writes the log back if it has grown long because store_checkpoint() was not called. Pages that
   cannot be written back stay in the log. */
static enum err after_commit(struct store *store)
{
    if (sqlite_of(store)->log_pages >= LOG_PAGES_MAX)
        (void)!store_write_back(store, SQLITE_CHECKPOINT_PASSIVE);
    store_files_note(store);
    return store_files_look_after_commit(store);
}

/* Rolls back. An error means that the database has done so by itself; its pages may be in the log
   already. */
static void rollback(struct store *store)
{
    if (is_in_transaction(store))
        (void)!run(store, STEP_ROLLBACK);
    store_files_note(store);
}

static enum err begin_part(struct store *store)
{
    return run(store, STEP_NEST);
}

static enum err undo_part(struct store *store)
{
    return run(store, STEP_NEST_UNDO);
}

static enum err end_part(struct store *store)
{
    return run(store, STEP_NEST_KEEP);
}

static enum err checkpoint(struct store *store)
{
    if (!store_files_allow_checkpoint(store))
        return ERR_REPLACED;
    enum err error = store_write_back(store, SQLITE_CHECKPOINT_PASSIVE);
    store_files_note(store);
    return error;
}

/* Writes the log back and removes it with the connection: only if it is empty, and only the store's
   own, while the names still lead to its files. */
static enum err write_log_back(struct store *store)
{
    if (store_files_look(store) != ERR_OK) {
        (void)!checkpoint(store);
        return ERR_REPLACED;
    }
    enum err error = store_write_back(store, SQLITE_CHECKPOINT_TRUNCATE);
    if (error == ERR_OK)
        connection_allow_checkpoint_on_close(sqlite_of(store)->handle);
    return error;
}

static int bind_value(struct sqlite3_stmt *statement, int number, const struct value *value)
{
    switch (value->type) {
    case VALUE_INTEGER:
        return sqlite3_bind_int64(statement, number, value->integer);
    case VALUE_TEXT:
        return sqlite3_bind_text(statement, number, (const char *)value->data, (int)value->length,
                                 SQLITE_STATIC);
    case VALUE_BLOB:
        return sqlite3_bind_blob(statement, number, value->data, (int)value->length, SQLITE_STATIC);
    case VALUE_OTHER:
        break;
    }
    return SQLITE_MISUSE;
}

static enum err start(struct store *store, const struct access *access, void **out_cursor)
{
    const struct statements *statements = &sqlite_of(store)->statements;
    struct sqlite3_stmt *statement = access->is_query
                                         ? statements->queries[access->query]
                                         : statements->rows[access->record][access->operation];
    int code = SQLITE_OK;

    /* A parameter left out would silently be NULL. */
    CHECK(access->count == sqlite3_bind_parameter_count(statement));
    *out_cursor = statement;
    for (int i = 0; code == SQLITE_OK && i < access->count; i++)
        code = bind_value(statement, i + 1, &access->values[i]);
    return connection_error(code);
}

static void read_value(struct sqlite3_stmt *statement, int column, struct value *out)
{
    *out = (struct value){.type = VALUE_OTHER};
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
        out->type = VALUE_INTEGER;
        out->integer = sqlite3_column_int64(statement, column);
        return;
    case SQLITE_TEXT:
        out->type = VALUE_TEXT;
        out->data = sqlite3_column_text(statement, column);
        break;
    case SQLITE_BLOB:
        out->type = VALUE_BLOB;
        out->data = sqlite3_column_blob(statement, column);
        break;
    default:
        return;
    }
    out->length = (size_t)sqlite3_column_bytes(statement, column);
}

static enum err fetch(struct store *store, void *cursor, struct value *out)
{
    int code = sqlite3_step(cursor);
    int count = code == SQLITE_ROW ? sqlite3_column_count(cursor) : 0;

    (void)store;
    CHECK(count <= ACCESS_VALUES_MAX);
    for (int i = 0; i < count; i++)
        read_value(cursor, i, &out[i]);
    return code == SQLITE_DONE ? ERR_NOT_FOUND : connection_error(code);
}

static enum err end(struct store *store, void *cursor)
{
    enum err error = connection_error(sqlite3_reset(cursor));

    (void)store;
    sqlite3_clear_bindings(cursor);
    return error;
}

static bool has_changed(const struct store *store)
{
    return sqlite3_changes(sqlite_of(store)->handle) != 0;
}

static int64_t inserted_rowid(const struct store *store)
{
    return sqlite3_last_insert_rowid(sqlite_of(store)->handle);
}

static enum err read_head(struct store *store, struct head *out)
{
    return head_read(sqlite_of(store)->handle, out);
}

static enum err check_pages(struct store *store, struct store_status *status)
{
    return connection_check(sqlite_of(store)->handle, status);
}

enum err examine_database(struct sqlite3 *handle, struct examination *out)
{
    struct sqlite_store own = {.handle = handle};
    struct store store = {.driver = &sqlite_driver, .own = &own};
    enum err error = statement_prepare_all(handle, &own.statements);

    if (error != ERR_OK)
        return error;
    error = store_examine(&store, out);
    statement_finalize_all(&own.statements);
    return error;
}

const struct store_driver sqlite_driver = {
    .name = "sqlite",
    .version = sqlite3_libversion,
    .place = place,
    .is_absent = is_absent,
    .open = sqlite_open,
    .settle = sqlite_settle,
    .close = write_log_back,
    .release = sqlite_release,
    .begin = begin,
    .commit = commit,
    .after_commit = after_commit,
    .rollback = rollback,
    .is_in_transaction = is_in_transaction,
    .begin_part = begin_part,
    .undo_part = undo_part,
    .end_part = end_part,
    .start = start,
    .fetch = fetch,
    .end = end,
    .has_changed = has_changed,
    .inserted_rowid = inserted_rowid,
    .read_head = read_head,
    .check_pages = check_pages,
    .checkpoint = checkpoint,
    .watch = store_watch_files,
    .look = store_check_files,
    .sizes = store_file_sizes,
    .begin_snapshot = sqlite_begin_snapshot,
    .begin_backup = sqlite_begin_backup,
};

static const char *const step_table[STEP_COUNT] = {
    [STEP_BEGIN] = "BEGIN IMMEDIATE",    [STEP_COMMIT] = "COMMIT",
    [STEP_ROLLBACK] = "ROLLBACK",        [STEP_NEST] = "SAVEPOINT nested",
    [STEP_NEST_KEEP] = "RELEASE nested", [STEP_NEST_UNDO] = "ROLLBACK TO nested",
};

static const char *const query_table[QUERY_COUNT] = {
    [QUERY_HEAD_CLEAR] = "DELETE FROM meta",
    [QUERY_HEAD_SAVE] = "INSERT INTO meta (name, value) VALUES (?1, ?2)"
                        " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [QUERY_ACCOUNT_NEXT_ID] =
        "SELECT coalesce(max(id), 0) + 1 FROM account WHERE id < 4503599627370496",
    [QUERY_ACCOUNT_FIND] = "SELECT id FROM account WHERE name = ?1",
    [QUERY_ACCOUNT_SKELETON] = "SELECT name FROM account WHERE skeleton = ?1",
    [QUERY_ACCOUNT_AFTER] = "SELECT id FROM account WHERE id > ?1 ORDER BY id LIMIT ?2",
    [QUERY_LEVEL_GENERATION] = "SELECT generation FROM level WHERE wing = ?1"
                               " AND depth = ?2 ORDER BY generation DESC LIMIT 1",
    /* The size is in the first bytes of the blob. */
    [QUERY_LEVEL_LIST] = "SELECT wing, depth, generation, style, substr(blob, 1, 5)"
                         " FROM level ORDER BY depth, wing, generation LIMIT ?1",
    [QUERY_DELVER_COUNT] =
        "SELECT count(*) FROM delver WHERE wing = ?1 AND depth = ?2 AND generation = ?3",
    [QUERY_DELVER_SCORES] = "SELECT id, deepest, experience, substr(belongings, 1, ?1) FROM delver",
    [QUERY_MEMORY_LEVELS] = "SELECT count(*) FROM (SELECT DISTINCT wing, depth,"
                            " generation FROM memory WHERE delver_id = ?1)",
    [QUERY_AUDIT_SAVE] = "INSERT INTO audit (at, who, what) VALUES (?1, ?2, ?3)",
    [QUERY_AUDIT_SLICE] = "SELECT id, length(who || what) FROM audit WHERE id > ?1"
                          " ORDER BY id LIMIT ?2",
    [QUERY_AUDIT_LOAD] = "SELECT at, who, what FROM audit WHERE what NOT GLOB '" BUG_PREFIX
                         "*' ORDER BY id DESC LIMIT ?1",
    [QUERY_BUG_LOAD] = "SELECT at, who, what FROM audit WHERE what GLOB '" BUG_PREFIX
                       "*' ORDER BY id DESC LIMIT ?1",
    [QUERY_BUG_TRIM] =
        "DELETE FROM audit WHERE (SELECT count(*) FROM audit WHERE what GLOB '" BUG_PREFIX
        "*') > ?1 AND id = (SELECT min(id) FROM audit WHERE what GLOB '" BUG_PREFIX
        "*' AND who = (SELECT who FROM audit WHERE what GLOB '" BUG_PREFIX
        "*' GROUP BY who ORDER BY count(*) DESC, min(id) LIMIT 1))",
    [QUERY_BUG_TRIM_AUTHOR] =
        "DELETE FROM audit WHERE who = ?1 AND what GLOB '" BUG_PREFIX
        "*' AND id NOT IN (SELECT id FROM audit WHERE who = ?1 AND what GLOB '" BUG_PREFIX
        "*' ORDER BY id DESC LIMIT ?2)",
    [QUERY_BUG_RENAME] = "UPDATE audit SET who = ?2 WHERE who = ?1 AND what GLOB '" BUG_PREFIX "*'",
    [QUERY_BUG_FORGET] = "DELETE FROM audit WHERE who = ?1 AND what GLOB '" BUG_PREFIX "*'",
};

static int prepare(struct sqlite3 *handle, const char *const *statement_table, int count,
                   struct sqlite3_stmt **out)
{
    int code = SQLITE_OK;

    for (int i = 0; code == SQLITE_OK && i < count; i++)
        code = sqlite3_prepare_v3(handle, statement_table[i], -1, SQLITE_PREPARE_PERSISTENT,
                                  &out[i], NULL);
    return code;
}

static int prepare_rows(struct sqlite3 *handle, enum record_id id, struct statements *out)
{
    int code = SQLITE_OK;

    for (int i = 0; code == SQLITE_OK && i < ROW_OPERATION_COUNT; i++)
        code = row_sql_prepare(handle, record_at(id), (enum row_operation)i, &out->rows[id][i]);
    return code;
}

enum err statement_prepare_all(struct sqlite3 *handle, struct statements *out)
{
    *out = (struct statements){.steps = {NULL}};
    int code = prepare(handle, step_table, STEP_COUNT, out->steps);
    if (code == SQLITE_OK)
        code = prepare(handle, query_table, QUERY_COUNT, out->queries);
    for (int i = 0; code == SQLITE_OK && i < RECORD_COUNT; i++)
        code = prepare_rows(handle, (enum record_id)i, out);
    if (code == SQLITE_OK)
        return ERR_OK;
    statement_finalize_all(out);
    /* SQLITE_ERROR: our mark is on the file, but not our tables in it. */
    return (code & 0xff) == SQLITE_ERROR ? ERR_CORRUPT : connection_error(code);
}

void statement_finalize_all(struct statements *statements)
{
    for (int i = 0; i < STEP_COUNT; i++)
        sqlite3_finalize(statements->steps[i]);
    for (int i = 0; i < QUERY_COUNT; i++)
        sqlite3_finalize(statements->queries[i]);
    for (int i = 0; i < RECORD_COUNT; i++) {
        for (int k = 0; k < ROW_OPERATION_COUNT; k++)
            sqlite3_finalize(statements->rows[i][k]);
    }
    *statements = (struct statements){.steps = {NULL}};
}

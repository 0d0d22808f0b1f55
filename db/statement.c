/*
 * The table of statements, and binding and reading in order.
 */
#include "db/statement.h"

#include <limits.h>
#include <sqlite3.h>
#include <string.h>

#include "base/check.h"
#include "db/connection.h"
#include "db/store_private.h"

static const char *const statement_table[STATEMENT_COUNT] = {
    [STATEMENT_BEGIN] = "BEGIN IMMEDIATE",
    [STATEMENT_COMMIT] = "COMMIT",
    [STATEMENT_ROLLBACK] = "ROLLBACK",
    [STATEMENT_NEST] = "SAVEPOINT nested",
    [STATEMENT_NEST_KEEP] = "RELEASE nested",
    [STATEMENT_NEST_UNDO] = "ROLLBACK TO nested",
    [STATEMENT_META_SAVE] = "INSERT INTO meta (name, value) VALUES (?1, ?2)"
                            " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [STATEMENT_META_LOAD] = "SELECT value FROM meta WHERE name = ?1",
    [STATEMENT_ACCOUNT_CREATE] =
        "INSERT INTO account (name, skeleton, password_hash, mode, created_at, last_seen_at)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [STATEMENT_ACCOUNT_FIND] =
        "SELECT id, name, skeleton, password_hash, mode, created_at, last_seen_at"
        " FROM account WHERE name = ?1",
    [STATEMENT_ACCOUNT_HAS_SKELETON] = "SELECT 1 FROM account WHERE skeleton = ?1",
    [STATEMENT_ACCOUNT_SAVE] = "UPDATE account SET mode = ?2, last_seen_at = ?3 WHERE id = ?1",
    [STATEMENT_ACCOUNT_SAVE_PASSWORD] = "UPDATE account SET password_hash = ?2 WHERE id = ?1",
    [STATEMENT_ACCOUNT_SAVE_ROLE] = "UPDATE account SET role = ?2 WHERE id = ?1",
    [STATEMENT_ACCOUNT_LOAD_ROLE] = "SELECT role FROM account WHERE id = ?1",
    [STATEMENT_DELVER_CREATE] =
        "INSERT INTO delver"
        " (id, wing, depth, generation, x, y, health, health_max, sequence, steps)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    [STATEMENT_DELVER_SAVE] =
        "UPDATE delver SET wing = ?2, depth = ?3, generation = ?4, x = ?5, y = ?6, health = ?7,"
        " health_max = ?8, sequence = ?9, steps = ?10 WHERE id = ?1",
    [STATEMENT_DELVER_LOAD] =
        "SELECT id, wing, depth, generation, x, y, health_max, health, sequence, steps"
        " FROM delver WHERE id = ?1",
    [STATEMENT_LEVEL_SAVE] =
        "INSERT INTO level (wing, depth, generation, style, format, blob, checksum)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
        " ON CONFLICT (wing, depth, generation) DO UPDATE SET style = excluded.style,"
        " format = excluded.format, blob = excluded.blob, checksum = excluded.checksum",
    [STATEMENT_LEVEL_LOAD] = "SELECT style, format, blob, checksum FROM level"
                             " WHERE wing = ?1 AND depth = ?2 AND generation = ?3",
    [STATEMENT_LEVEL_FIND_GENERATION] = "SELECT generation FROM level WHERE wing = ?1"
                                        " AND depth = ?2 ORDER BY generation DESC LIMIT 1",
    [STATEMENT_MEMORY_SAVE] =
        "INSERT INTO memory (delver_id, wing, depth, generation, explored, checksum)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
        " ON CONFLICT (delver_id, wing, depth, generation)"
        " DO UPDATE SET explored = excluded.explored, checksum = excluded.checksum",
    [STATEMENT_MEMORY_LOAD] =
        "SELECT explored, checksum FROM memory"
        " WHERE delver_id = ?1 AND wing = ?2 AND depth = ?3 AND generation = ?4",
    [STATEMENT_AUDIT_SAVE] = "INSERT INTO audit (at, who, what) VALUES (?1, ?2, ?3)",
    [STATEMENT_AUDIT_LOAD] = "SELECT at, who, what FROM audit ORDER BY id DESC LIMIT ?1",
};

enum err statement_prepare_all(struct sqlite3 *handle, struct sqlite3_stmt *out[STATEMENT_COUNT])
{
    memset(out, 0, STATEMENT_COUNT * sizeof out[0]);
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        int code = sqlite3_prepare_v3(handle, statement_table[i], -1, SQLITE_PREPARE_PERSISTENT,
                                      &out[i], NULL);
        if (code != SQLITE_OK) {
            statement_finalize_all(out);
            /* SQLITE_ERROR: our mark is on the file, but not our tables in it. */
            return (code & 0xff) == SQLITE_ERROR ? ERR_CORRUPT : connection_error(code);
        }
    }
    return ERR_OK;
}

void statement_finalize_all(struct sqlite3_stmt *statements[STATEMENT_COUNT])
{
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        sqlite3_finalize(statements[i]);
        statements[i] = NULL;
    }
}

struct statement statement_start(struct store *store, enum statement_id id)
{
    struct statement statement = {.handle = store->statements[id], .next = 1};

    /* A full disk ends a transaction by itself. What follows must not be saved on its own. */
    if (store->is_in_transaction && sqlite3_get_autocommit(store->handle) != 0)
        statement.error = ERR_DISK;
    return statement;
}

static void note(struct statement *statement, enum err error)
{
    if (statement->error == ERR_OK)
        statement->error = error;
}

void statement_bind_int(struct statement *statement, int64_t value)
{
    int code = sqlite3_bind_int64(statement->handle, statement->next++, value);

    CHECK(code == SQLITE_OK);
}

void statement_bind_u64(struct statement *statement, uint64_t value)
{
    int64_t bits;

    memcpy(&bits, &value, sizeof bits);
    statement_bind_int(statement, bits);
}

void statement_bind_text(struct statement *statement, const char *text)
{
    note(statement, connection_error(sqlite3_bind_text(statement->handle, statement->next++, text,
                                                       -1, SQLITE_STATIC)));
}

void statement_bind_blob(struct statement *statement, const uint8_t *data, size_t length)
{
    if (length > INT_MAX) {
        note(statement, ERR_TOO_BIG);
        return;
    }
    note(statement, connection_error(sqlite3_bind_blob(statement->handle, statement->next++, data,
                                                       (int)length, SQLITE_STATIC)));
}

enum err statement_fetch(struct statement *statement)
{
    if (statement->error != ERR_OK)
        return statement->error;
    /* A parameter left out would silently be NULL. */
    if (!statement->is_running)
        CHECK(statement->next == sqlite3_bind_parameter_count(statement->handle) + 1);
    int code = sqlite3_step(statement->handle);
    statement->is_running = true;
    statement->next = 0;
    if (code == SQLITE_DONE)
        return ERR_NOT_FOUND;
    note(statement, connection_error(code));
    return statement->error;
}

enum err statement_run(struct statement *statement)
{
    enum err fetched = statement_fetch(statement);
    enum err error = statement_end(statement);

    CHECK(fetched != ERR_OK); /* a row nobody reads */
    return error;
}

enum err statement_run_update(struct statement *statement)
{
    enum err error = statement_run(statement);

    if (error == ERR_OK && sqlite3_changes(sqlite3_db_handle(statement->handle)) == 0)
        return ERR_NOT_FOUND;
    return error;
}

enum err statement_end(struct statement *statement)
{
    note(statement, connection_error(sqlite3_reset(statement->handle)));
    sqlite3_clear_bindings(statement->handle);
    return statement->error;
}

int64_t statement_column_int(struct statement *statement, int64_t low, int64_t high)
{
    int column = statement->next++;
    int64_t value = sqlite3_column_int64(statement->handle, column);

    if (sqlite3_column_type(statement->handle, column) != SQLITE_INTEGER || value < low ||
        value > high) {
        note(statement, ERR_FORMAT);
        return low;
    }
    return value;
}

uint64_t statement_column_u64(struct statement *statement)
{
    int64_t bits = statement_column_int(statement, INT64_MIN, INT64_MAX);
    uint64_t value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

void statement_column_text(struct statement *statement, char *out, size_t out_size)
{
    int column = statement->next++;
    const unsigned char *text = NULL;

    if (sqlite3_column_type(statement->handle, column) == SQLITE_TEXT)
        text = sqlite3_column_text(statement->handle, column);
    size_t length = (size_t)sqlite3_column_bytes(statement->handle, column);
    if (text == NULL || length == 0 || length >= out_size || memchr(text, '\0', length) != NULL) {
        note(statement, ERR_FORMAT);
        out[0] = '\0';
        return;
    }
    memcpy(out, text, length + 1);
}

const uint8_t *statement_column_blob(struct statement *statement, size_t *out_length)
{
    int column = statement->next++;
    const uint8_t *data = NULL;

    if (sqlite3_column_type(statement->handle, column) == SQLITE_BLOB)
        data = sqlite3_column_blob(statement->handle, column);
    *out_length = (size_t)sqlite3_column_bytes(statement->handle, column);
    if (data == NULL)
        note(statement, ERR_FORMAT);
    return data;
}

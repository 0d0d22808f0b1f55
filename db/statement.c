/*
 * Binding and reading in order. The statements themselves: statement_table.c.
 */
#include "db/statement.h"

#include <limits.h>
#include <sqlite3.h>
#include <string.h>

#include "base/check.h"
#include "db/connection.h"
#include "db/row_hash.h"
#include "db/store_private.h"

/* A full disk ends a transaction by itself. What follows must not be saved on its own. */
static void expect_transaction(struct statement *statement, const struct store *store)
{
    if (store->is_in_transaction && sqlite3_get_autocommit(store->handle) != 0)
        statement->error = ERR_DISK;
}

struct statement statement_start(struct store *store, enum statement_id id)
{
    struct statement statement = {.handle = store->statements.others[id], .next = 1};

    expect_transaction(&statement, store);
    return statement;
}

struct statement statement_start_row(struct store *store, enum record_id id,
                                     enum row_operation operation)
{
    struct statement statement = {.handle = store->statements.rows[id][operation],
                                  .next = 1,
                                  .row_table = record_at(id)->table};

    row_hash_init(&statement.row_hash, statement.row_table);
    expect_transaction(&statement, store);
    return statement;
}

void statement_note(struct statement *statement, enum err error)
{
    if (statement->error == ERR_OK)
        statement->error = error;
}

void statement_bind_int(struct statement *statement, int64_t value)
{
    int code = sqlite3_bind_int64(statement->handle, statement->next++, value);

    CHECK(code == SQLITE_OK);
    if (statement->row_table != NULL)
        row_hash_int(&statement->row_hash, value);
}

void statement_bind_u64(struct statement *statement, uint64_t value)
{
    int64_t bits;

    memcpy(&bits, &value, sizeof bits);
    statement_bind_int(statement, bits);
}

void statement_bind_text(struct statement *statement, const char *text)
{
    statement_note(statement, connection_error(sqlite3_bind_text(
                                  statement->handle, statement->next++, text, -1, SQLITE_STATIC)));
    if (statement->row_table != NULL)
        row_hash_text(&statement->row_hash, text, strlen(text));
}

void statement_bind_blob(struct statement *statement, const uint8_t *data, size_t length)
{
    if (length > INT_MAX) {
        statement_note(statement, ERR_TOO_BIG);
        return;
    }
    statement_note(statement,
                   connection_error(sqlite3_bind_blob(statement->handle, statement->next++, data,
                                                      (int)length, SQLITE_STATIC)));
    if (statement->row_table != NULL)
        row_hash_blob(&statement->row_hash, data, length);
}

uint64_t statement_bind_checksum(struct statement *statement)
{
    uint64_t checksum = statement->row_hash.value;

    CHECK(statement->row_table != NULL);
    statement_bind_u64(statement, checksum);
    return checksum;
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
    if (statement->row_table != NULL)
        row_hash_init(&statement->row_hash, statement->row_table);
    if (code == SQLITE_DONE)
        return ERR_NOT_FOUND;
    statement_note(statement, connection_error(code));
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

enum err statement_count(struct statement *statement, uint64_t *out)
{
    int64_t count = 0;

    if (statement_fetch(statement) == ERR_OK)
        count = statement_column_int(statement, 0, INT64_MAX);
    enum err error = statement_end(statement);
    if (error == ERR_OK)
        *out = (uint64_t)count;
    return error;
}

enum err statement_end(struct statement *statement)
{
    statement_note(statement, connection_error(sqlite3_reset(statement->handle)));
    sqlite3_clear_bindings(statement->handle);
    return statement->error;
}

int64_t statement_column_int(struct statement *statement, int64_t low, int64_t high)
{
    int column = statement->next++;
    int64_t value = sqlite3_column_int64(statement->handle, column);

    if (statement->row_table != NULL)
        row_hash_int(&statement->row_hash, value);
    if (sqlite3_column_type(statement->handle, column) != SQLITE_INTEGER || value < low ||
        value > high) {
        statement_note(statement, ERR_FORMAT);
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
    if (text != NULL && statement->row_table != NULL)
        row_hash_text(&statement->row_hash, (const char *)text, length);
    if (text == NULL || length == 0 || length >= out_size || memchr(text, '\0', length) != NULL) {
        statement_note(statement, ERR_FORMAT);
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
        statement_note(statement, ERR_FORMAT);
    else if (statement->row_table != NULL)
        row_hash_blob(&statement->row_hash, data, *out_length);
    return data;
}

uint64_t statement_column_checksum(struct statement *statement)
{
    uint64_t computed = statement->row_hash.value;

    CHECK(statement->row_table != NULL);
    uint64_t written = statement_column_u64(statement);
    if (written != computed)
        statement_note(statement, ERR_CHECKSUM);
    return written;
}

enum err statement_take_row_error(struct statement *statement)
{
    enum err error = statement->error;

    if (err_is_damage(error))
        statement->error = ERR_OK;
    return error;
}

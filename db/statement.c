/*
 * Binding and reading in order, and the checksum on the way. The driver works with the values
 * (db/driver.h).
 */
#include "db/statement.h"

#include <limits.h>
#include <string.h>

#include "base/check.h"
#include "db/row_hash.h"
#include "db/store_private.h"

/* Starts an access. A full disk ends a transaction by itself: a later save of that transaction must
   then fail, or it would be on disk without the others. */
static struct statement start(struct store *store, struct access access)
{
    struct statement statement = {.store = store, .access = access};

    if (store->is_in_transaction && !store->driver->is_in_transaction(store))
        statement.error = ERR_DISK;
    return statement;
}

struct statement statement_start(struct store *store, enum query query)
{
    return start(store, (struct access){.is_query = true, .query = query});
}

struct statement statement_start_row(struct store *store, enum record_id id,
                                     enum row_operation operation)
{
    struct statement statement =
        start(store, (struct access){.record = id, .operation = operation});

    statement.row_table = record_at(id)->table;
    row_hash_init(&statement.row_hash, statement.row_table);
    return statement;
}

void statement_note(struct statement *statement, enum err error)
{
    if (statement->error == ERR_OK)
        statement->error = error;
}

static void bind(struct statement *statement, struct value value)
{
    struct access *access = &statement->access;

    CHECK(!statement->is_running && access->count < ACCESS_VALUES_MAX);
    access->values[access->count++] = value;
}

void statement_bind_int(struct statement *statement, int64_t value)
{
    bind(statement, (struct value){.type = VALUE_INTEGER, .integer = value});
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
    size_t length = strlen(text);

    bind(statement,
         (struct value){.type = VALUE_TEXT, .data = (const uint8_t *)text, .length = length});
    if (statement->row_table != NULL)
        row_hash_text(&statement->row_hash, text, length);
}

void statement_bind_blob(struct statement *statement, const uint8_t *data, size_t length)
{
    bind(statement, (struct value){.type = VALUE_BLOB, .data = data, .length = length});
    if (length > INT_MAX)
        statement_note(statement, ERR_TOO_BIG);
    else if (statement->row_table != NULL)
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
    const struct store_driver *driver = statement->store->driver;

    if (statement->error == ERR_OK && !statement->is_running) {
        statement->is_running = true;
        statement_note(statement,
                       driver->start(statement->store, &statement->access, &statement->cursor));
    }
    if (statement->error != ERR_OK)
        return statement->error;
    enum err error = driver->fetch(statement->store, statement->cursor, statement->columns);
    statement->next = 0;
    if (statement->row_table != NULL)
        row_hash_init(&statement->row_hash, statement->row_table);
    if (error != ERR_NOT_FOUND)
        statement_note(statement, error);
    return error;
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

    if (error == ERR_OK && !statement->store->driver->has_changed(statement->store))
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
    if (statement->cursor != NULL)
        statement_note(statement,
                       statement->store->driver->end(statement->store, statement->cursor));
    statement->cursor = NULL;
    return statement->error;
}

enum err statement_end_after(struct statement *statement, enum err read)
{
    enum err error = statement_end(statement);

    return error == ERR_OK ? read : error;
}

static const struct value *take_column(struct statement *statement)
{
    CHECK(statement->next < ACCESS_VALUES_MAX);
    return &statement->columns[statement->next++];
}

int64_t statement_column_int(struct statement *statement, int64_t low, int64_t high)
{
    const struct value *value = take_column(statement);

    if (statement->row_table != NULL)
        row_hash_int(&statement->row_hash, value->integer);
    if (value->type != VALUE_INTEGER || value->integer < low || value->integer > high) {
        statement_note(statement, ERR_FORMAT);
        return low;
    }
    return value->integer;
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
    const struct value *value = take_column(statement);
    bool is_text = value->type == VALUE_TEXT && value->data != NULL;

    out[0] = '\0';
    if (is_text && statement->row_table != NULL)
        row_hash_text(&statement->row_hash, (const char *)value->data, value->length);
    if (!is_text || value->length == 0 || value->length >= out_size ||
        memchr(value->data, '\0', value->length) != NULL) {
        statement_note(statement, ERR_FORMAT);
        return;
    }
    memcpy(out, value->data, value->length);
    out[value->length] = '\0';
}

const uint8_t *statement_column_blob(struct statement *statement, size_t *out_length)
{
    const struct value *value = take_column(statement);
    const uint8_t *data = value->type == VALUE_BLOB ? value->data : NULL;

    *out_length = value->length;
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

/*
 * Binding, reading and saving rows column by column.
 */
#include "db/rows.h"

#include <string.h>

#include "base/check.h"
#include "db/row_hash.h"
#include "db/store_private.h"
#include "world/life.h"

/* Memory for the packed columns of a row, needed until its statement has ended. */
struct packed_room {
    uint8_t bytes[PACKED_COLUMNS_MAX][PACKED_SIZE_MAX];
    int count;
};

/* Binds the value of a column. `room` may be NULL for a key, because no key is packed. */
static void bind_column(struct statement *statement, const struct column *column, const void *row,
                        struct packed_room *room)
{
    const struct row_blob *blob;
    uint8_t *bytes;

    switch (column->type) {
    case COLUMN_SIGNED:
    case COLUMN_UNSIGNED:
        statement_bind_int(statement, column_value(column, row));
        return;
    case COLUMN_TEXT:
        statement_bind_text(statement, column_text(column, row));
        return;
    case COLUMN_BLOB:
        blob = column_blob(column, row);
        statement_bind_blob(statement, blob->data, blob->length);
        return;
    case COLUMN_PACKED:
        CHECK(room != NULL && room->count < PACKED_COLUMNS_MAX);
        bytes = room->bytes[room->count++];
        statement_bind_blob(statement, bytes, column_pack(column, row, bytes));
        return;
    }
}

/* Binds all columns up to the last with that flag. */
static void bind_where(struct statement *statement, const struct record *record, unsigned flag,
                       const void *row)
{
    int count = record->count;

    while (count > 0 && (record->columns[count - 1].flags & flag) == 0)
        count--;
    for (int i = 0; i < count; i++)
        bind_column(statement, &record->columns[i], row, NULL);
}

/* Binds a whole row, and returns its checksum. */
static uint64_t bind_row(struct statement *statement, const struct record *record, const void *row,
                         struct packed_room *room)
{
    room->count = 0;
    for (int i = 0; i < record->count; i++)
        bind_column(statement, &record->columns[i], row, room);
    return statement_bind_checksum(statement);
}

static void read_text(struct statement *statement, const struct column *column, char *out)
{
    statement_column_text(statement, out, column->size);
    if (out[0] != '\0' && column->is_sound != NULL && !column->is_sound(out))
        statement_note(statement, ERR_FORMAT);
}

static void read_blob(struct statement *statement, const struct column *column,
                      struct row_blob *out)
{
    out->data = statement_column_blob(statement, &out->length);
    if (out->length > (uint64_t)column->high)
        statement_note(statement, ERR_FORMAT);
}

static void read_packed(struct statement *statement, const struct column *column, void *out)
{
    size_t length = 0;
    const uint8_t *data = statement_column_blob(statement, &length);
    enum err error = data == NULL ? ERR_FORMAT : column->packing->unpack(data, length, out);

    if (error != ERR_OK)
        statement_note(statement, error);
}

static void read_column(struct statement *statement, const struct column *column, void *row)
{
    void *to = (uint8_t *)row + column->offset;

    switch (column->type) {
    case COLUMN_SIGNED:
    case COLUMN_UNSIGNED:
        column_set_value(column, row, statement_column_int(statement, column->low, column->high));
        return;
    case COLUMN_TEXT:
        read_text(statement, column, to);
        return;
    case COLUMN_BLOB:
        read_blob(statement, column, to);
        return;
    case COLUMN_PACKED:
        read_packed(statement, column, to);
        return;
    }
}

uint64_t row_read(struct statement *statement, enum record_id id, void *row)
{
    const struct record *record = record_at(id);

    for (int i = 0; i < record->count; i++)
        read_column(statement, &record->columns[i], row);
    uint64_t checksum = statement_column_checksum(statement);
    if (statement->error == ERR_OK && record->is_sound != NULL && !record->is_sound(row))
        statement_note(statement, ERR_FORMAT);
    return checksum;
}

struct set_row {
    unsigned flag; /* a bit of enum column_flag */
    enum row_operation checksums;
    enum row_operation delete;
};

static const struct set_row set_table[] = {
    [ROWS_OF_KEY] = {COLUMN_KEY, ROW_CHECKSUM_OF_KEY, ROW_DELETE_OF_KEY},
    [ROWS_OF_OWNER] = {COLUMN_OWNER, ROW_CHECKSUMS_OF_OWNER, ROW_DELETE_OF_OWNER},
    [ROWS_OF_LEVEL] = {COLUMN_LEVEL, ROW_CHECKSUMS_OF_LEVEL, ROW_DELETE_OF_LEVEL},
};

enum err rows_sum(struct store *store, enum record_id id, enum row_scope set, const void *row,
                  struct row_sum *out)
{
    struct statement statement = statement_start_row(store, id, set_table[set].checksums);

    bind_where(&statement, record_at(id), set_table[set].flag, row);
    return store_sum_rows(store, id, &statement, out);
}

enum err rows_drop(struct store *store, enum record_id id, enum row_scope set, const void *row,
                   struct row_sum *out)
{
    enum err error = rows_sum(store, id, set, row, out);

    if (error != ERR_OK || out->count == 0)
        return error;
    struct statement statement = statement_start_row(store, id, set_table[set].delete);
    bind_where(&statement, record_at(id), set_table[set].flag, row);
    error = statement_run(&statement);
    if (error == ERR_OK)
        store_withdraw_rows(store, id, out);
    return error;
}

static enum err write_row(struct store *store, enum record_id id, enum row_operation operation,
                          const void *row, const struct row_sum *old)
{
    struct packed_room room;
    struct statement statement = statement_start_row(store, id, operation);
    uint64_t checksum = bind_row(&statement, record_at(id), row, &room);
    enum err error = statement_run_update(&statement);

    if (error == ERR_OK)
        store_exchange_row(store, id, old, checksum);
    return error;
}

enum err row_insert(struct store *store, enum record_id id, const void *row)
{
    bool is_own = false;

    if (!row_is_sound(record_at(id), row))
        return ERR_RANGE;
    enum err error = store_enter(store, &is_own);
    if (error == ERR_OK)
        error = write_row(store, id, ROW_INSERT, row, &(struct row_sum){0});
    return store_leave(store, is_own, error);
}

enum err row_save(struct store *store, enum record_id id, const void *row)
{
    bool is_own = false;
    struct row_sum old;

    if (!row_is_sound(record_at(id), row))
        return ERR_RANGE;
    enum err error = store_enter(store, &is_own);
    if (error == ERR_OK)
        error = rows_sum(store, id, ROWS_OF_KEY, row, &old);
    if (error == ERR_OK)
        error = write_row(store, id, ROW_SAVE, row, &old);
    return store_leave(store, is_own, error);
}

enum err row_drop(struct store *store, enum record_id id, const void *row)
{
    bool is_own = false;
    struct row_sum gone = {0};
    enum err error = store_enter(store, &is_own);

    if (error == ERR_OK)
        error = rows_drop(store, id, ROWS_OF_KEY, row, &gone);
    if (error == ERR_OK && gone.count == 0)
        error = ERR_NOT_FOUND;
    return store_leave(store, is_own, error);
}

enum err row_find(struct store *store, enum record_id id, void *row, struct statement *out)
{
    *out = statement_start_row(store, id, ROW_LOAD);
    bind_where(out, record_at(id), COLUMN_KEY, row);
    enum err error = statement_fetch(out);
    if (error != ERR_OK)
        return error;
    row_read(out, id, row);
    return out->error;
}

enum err row_load(struct store *store, enum record_id id, void *row)
{
    const struct record *record = record_at(id);
    union row_space found;
    struct statement statement;

    memcpy(found.bytes, row, record->row_size);
    enum err read = row_find(store, id, found.bytes, &statement);
    enum err error = statement_end_after(&statement, read);
    if (error == ERR_OK)
        memcpy(row, found.bytes, record->row_size);
    return error == ERR_CHECKSUM ? ERR_FORMAT : error;
}

enum err row_each(struct store *store, enum record_id id,
                  enum err (*take)(const void *row, void *argument), void *argument,
                  uint64_t *out_bad)
{
    struct statement statement = statement_start_row(store, id, ROW_EACH);
    enum err taken = ERR_OK;

    *out_bad = 0;
    while (taken == ERR_OK && statement_fetch(&statement) == ERR_OK) {
        union row_space row = {.bytes = {0}};
        row_read(&statement, id, row.bytes);
        if (statement_take_row_error(&statement) != ERR_OK)
            ++*out_bad;
        else
            taken = take(row.bytes, argument);
    }
    enum err error = statement_end(&statement);
    return error == ERR_OK ? taken : error;
}

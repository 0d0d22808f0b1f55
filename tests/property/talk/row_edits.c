/*
 * Edits of rows by hand: SQLite with the server's own functions for checksums.
 */
#include "row_edits.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/connection.h"
#include "db/row_function.h"
#include "row_world.h"
#include "support/test.h"

enum { SQL_SIZE = 64 * 1024 };

struct edit row_edits[ROW_EDITS_MAX];
size_t row_edit_count;

static void add_edit(enum record_id record, const struct column *column, const char *value)
{
    ck_assert_uint_lt(row_edit_count, ROW_EDITS_MAX);
    row_edits[row_edit_count] =
        (struct edit){.record = record, .column = column, .value = strdup(value)};
    ck_assert_ptr_nonnull(row_edits[row_edit_count].value);
    row_edit_count++;
}

static void add_number(enum record_id record, const struct column *column, int64_t value)
{
    char text[32];

    /* The lowest of all has no literal of its own. */
    if (value == INT64_MIN)
        snprintf(text, sizeof text, "(-9223372036854775807 - 1)");
    else
        snprintf(text, sizeof text, "%" PRId64, value);
    add_edit(record, column, text);
}

static void add_numbers(enum record_id record, const struct column *column)
{
    const int64_t values[] = {INT64_MIN, INT64_MIN + 1, -1,           0, 1, INT16_MAX,
                              INT32_MAX, INT64_MAX,     INT64_MAX - 1};

    /* The proof begins behind the lowest rowid: with such a row it refuses the world. */
    bool is_key = (column->flags & COLUMN_KEY) != 0;
    for (size_t i = is_key ? 1 : 0; i < sizeof values / sizeof values[0]; i++)
        add_number(record, column, values[i]);
    add_number(record, column, column->low);
    add_number(record, column, column->high);
    if (column->low > INT64_MIN)
        add_number(record, column, column->low - 1);
    if (column->high < INT64_MAX)
        add_number(record, column, column->high + 1);
    if (column->high > column->low)
        add_number(record, column, column->high - 1);
}

static void add_texts(enum record_id record, const struct column *column)
{
    static const char *const texts[] = {"''",
                                        "'a'",
                                        "'Zz'",
                                        "char(27) || '[2J'",
                                        "'a' || char(0) || 'b'",
                                        "CAST(x'c3' AS TEXT)",
                                        "CAST(x'fffefd' AS TEXT)",
                                        "char(8238) || 'x'",
                                        "'mode=screen,mode=,=,,steps=99999999999999999999'",
                                        "'$argon2id$v=19$m=4294967295,t=4294967295,p=1$YQ$YQ'"};
    char text[128];

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        add_edit(record, column, texts[i]);
    for (size_t length = column->size - 2; length <= column->size + 1; length++) {
        snprintf(text, sizeof text, "replace(hex(zeroblob(%zu)), '00', 'a')", length);
        add_edit(record, column, text);
    }
}

static void add_bytes(enum record_id record, const struct column *column, const uint8_t *bytes,
                      size_t length)
{
    char *text = malloc(2 * length + 4);
    size_t at = 2;

    ck_assert_ptr_nonnull(text);
    memcpy(text, "x'", 2);
    for (size_t i = 0; i < length; i++, at += 2)
        snprintf(text + at, 3, "%02x", bytes[i]);
    memcpy(text + at, "'", 2);
    add_edit(record, column, text);
    free(text);
}

enum { EDGES = TEST_COUNT(7, 3), NUMBERS = TEST_COUNT(3, 1) };

/* Each byte to its edges, and eight in a row to those of a number; then longer and shorter. */
static void add_blobs(enum record_id record, const struct column *column, const uint8_t *blob,
                      size_t length, size_t stride)
{
    static const uint8_t numbers[][8] = {{255, 255, 255, 255, 255, 255, 255, 127},
                                         {255, 255, 255, 255, 255, 255, 31, 0},
                                         {0, 0, 0, 0, 0, 0, 0, 128}};
    uint8_t *changed = malloc(length + 1);

    ck_assert_ptr_nonnull(changed);
    for (size_t i = 0; i < length; i += stride) {
        const uint8_t edges[] = {
            (uint8_t)(blob[i] + 1), 0xff, 0, (uint8_t)(blob[i] - 1), 1, 0x7f, 0x80};
        for (int k = 0; k < EDGES; k++) {
            memcpy(changed, blob, length);
            changed[i] = edges[k];
            if (edges[k] != blob[i])
                add_bytes(record, column, changed, length);
        }
        for (int k = 0; i + 8 <= length && k < NUMBERS; k++) {
            memcpy(changed, blob, length);
            memcpy(changed + i, numbers[k], 8);
            add_bytes(record, column, changed, length);
        }
    }
    memcpy(changed, blob, length);
    changed[length] = 1;
    add_bytes(record, column, changed, length + 1);
    add_bytes(record, column, changed, length - 1);
    add_bytes(record, column, changed, 0);
    free(changed);
}

sqlite3 *row_edits_open(const struct hall *hall)
{
    sqlite3 *handle = NULL;
    char path[ROW_WORLD_PATH_SIZE];

    row_world_path(hall, path);
    ck_assert_int_eq(sqlite3_open(path, &handle), SQLITE_OK);
    row_world_require(row_functions_add(handle));
    row_world_require(connection_exec(handle, "PRAGMA ignore_check_constraints = ON"));
    return handle;
}

/* The number that one statement gives. False: it gives none, as two rows may not have the same key.
 */
static bool ask(sqlite3 *handle, const char *sql, int64_t *out)
{
    sqlite3_stmt *statement = NULL;

    ck_assert_msg(sqlite3_prepare_v2(handle, sql, -1, &statement, NULL) == SQLITE_OK, "%.200s: %s",
                  sql, sqlite3_errmsg(handle));
    bool is_there = sqlite3_step(statement) == SQLITE_ROW;
    *out = is_there ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    return is_there;
}

/* Which of a table's rows belong to that place, as a condition. */
static void write_where(enum record_id record, int place, char *out, size_t size)
{
    static const char of_account[] = "(SELECT id FROM account WHERE skeleton = 'row";
    char name[NAME_LENGTH_MAX + 1];

    row_world_name(place, name);
    if (record == RECORD_ACCOUNT)
        snprintf(out, size, "skeleton = 'row%d'", place);
    else if (record == RECORD_DELVER)
        snprintf(out, size, "id = %s%d')", of_account, place);
    else if (record == RECORD_MEMORY)
        snprintf(out, size,
                 "delver_id = %s%d') AND band = (SELECT min(band) FROM memory AS known WHERE "
                 "known.delver_id = memory.delver_id)",
                 of_account, place);
    else if (record == RECORD_SETTING)
        snprintf(out, size, "account_id = %s%d')", of_account, place);
    else if (record == RECORD_RULING)
        snprintf(out, size, "subject = '%s'", name);
    else if (record == RECORD_LEDGER)
        snprintf(out, size, "kind = %d", item_row(place % 2 != 0 ? ITEM_GOLD : ITEM_DART)->save_id);
    else
        snprintf(out, size, "wing = %d", place + 1);
}

/* The checksum of the row fits what it holds now. */
static void reseal_row(sqlite3 *handle, const struct record *record, int64_t rowid)
{
    char sql[1024];
    size_t length = (size_t)snprintf(sql, sizeof sql, "UPDATE %s SET checksum = row_checksum('%s'",
                                     record->table, record->table);

    for (int i = 0; i < record->count; i++)
        length +=
            (size_t)snprintf(sql + length, sizeof sql - length, ", %s", record->columns[i].name);
    snprintf(sql + length, sizeof sql - length, ") WHERE rowid = %" PRId64, rowid);
    row_world_require(connection_exec(handle, sql));
}

void row_edits_apply(sqlite3 *handle, const struct edit *edit, int place)
{
    static char sql[SQL_SIZE];
    const struct record *record = record_at(edit->record);
    char where[256];
    int64_t rowid;

    write_where(edit->record, place, where, sizeof where);
    ck_assert_uint_lt(strlen(edit->value), sizeof sql - 512);
    snprintf(sql, sizeof sql, "UPDATE %s SET %s = %s WHERE %s RETURNING rowid", record->table,
             edit->column->name, edit->value, where);
    if (ask(handle, sql, &rowid))
        reseal_row(handle, record, rowid);
}

static void add_blob_of(sqlite3 *handle, enum record_id record, const struct column *column,
                        size_t stride)
{
    sqlite3_stmt *statement = NULL;
    char where[256];
    char sql[512];

    write_where(record, 0, where, sizeof where);
    snprintf(sql, sizeof sql, "SELECT %s FROM %s WHERE %s", column->name, record_at(record)->table,
             where);
    ck_assert_int_eq(sqlite3_prepare_v2(handle, sql, -1, &statement, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    add_blobs(record, column, sqlite3_column_blob(statement, 0),
              (size_t)sqlite3_column_bytes(statement, 0), stride);
    sqlite3_finalize(statement);
}

/* Long blobs that stay the same over many bytes are changed here and there. */
static size_t stride_of(enum record_id record)
{
    return record == RECORD_LEVEL ? 97 : record == RECORD_MEMORY ? 7 : 1;
}

void row_edits_make(const struct hall *hall)
{
    sqlite3 *handle = row_edits_open(hall);

    for (int id = 0; id < RECORD_COUNT; id++) {
        const struct record *record = record_at((enum record_id)id);
        for (int i = 0; i < record->count; i++) {
            const struct column *column = &record->columns[i];
            if (column->type == COLUMN_TEXT)
                add_texts((enum record_id)id, column);
            else if (column->type == COLUMN_BLOB || column->type == COLUMN_PACKED)
                add_blob_of(handle, (enum record_id)id, column, stride_of((enum record_id)id));
            else
                add_numbers((enum record_id)id, column);
        }
    }
    sqlite3_close(handle);
}

void row_edits_release(void)
{
    for (size_t i = 0; i < row_edit_count; i++)
        free(row_edits[i].value);
    row_edit_count = 0;
}

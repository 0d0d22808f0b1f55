/*
 * Composing the SQL of rows. A statement is a few constant words with lists of columns between
 * them; a list is made of the columns that a filter takes, each written in one way.
 */
#include "db/row_sql.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"

enum { SQL_SIZE = 1024 };

struct sql {
    char text[SQL_SIZE];
    size_t length;
};

static void add(struct sql *sql, const char *constant_sql)
{
    size_t length = strlen(constant_sql);

    CHECK(length < SQL_SIZE - sql->length);
    memcpy(sql->text + sql->length, constant_sql, length + 1);
    sql->length += length;
}

/* Of a table or column: a name that needs no quotes. */
static void add_name(struct sql *sql, const char *name)
{
    CHECK(name[0] != '\0' && name[strspn(name, "abcdefghijklmnopqrstuvwxyz_")] == '\0');
    add(sql, name);
}

static void add_parameter(struct sql *sql, int number)
{
    char digits[16];

    snprintf(digits, sizeof digits, "?%d", number);
    add(sql, digits);
}

/* Every row has it, behind the columns that are its own. */
static const struct column checksum_column = {.name = "checksum"};

static const struct column *column_at(const struct record *record, int index)
{
    return index < record->count ? &record->columns[index] : &checksum_column;
}

static bool is_any(const struct column *column)
{
    return column != NULL;
}

static bool is_key(const struct column *column)
{
    return (column->flags & COLUMN_KEY) != 0;
}

static bool is_no_key(const struct column *column)
{
    return !is_key(column);
}

static bool is_changing(const struct column *column)
{
    return (column->flags & (COLUMN_KEY | COLUMN_FIXED)) == 0;
}

static bool is_order(const struct column *column)
{
    return (column->flags & COLUMN_ORDER) != 0;
}

static void as_name(struct sql *sql, const struct record *record, int index)
{
    add_name(sql, column_at(record, index)->name);
}

static void as_name_of_table(struct sql *sql, const struct record *record, int index)
{
    add_name(sql, record->table);
    add(sql, ".");
    as_name(sql, record, index);
}

static void as_parameter(struct sql *sql, const struct record *record, int index)
{
    CHECK(index <= record->count);
    add_parameter(sql, index + 1);
}

static void as_equal(struct sql *sql, const struct record *record, int index)
{
    as_name(sql, record, index);
    add(sql, " = ");
    add_parameter(sql, index + 1);
}

static void as_excluded(struct sql *sql, const struct record *record, int index)
{
    as_name(sql, record, index);
    add(sql, " = excluded.");
    as_name(sql, record, index);
}

static void add_list(struct sql *sql, const struct record *record,
                     bool (*takes)(const struct column *column),
                     void (*write)(struct sql *sql, const struct record *record, int index),
                     const char *constant_sql)
{
    bool is_first = true;

    for (int i = 0; i <= record->count; i++) {
        if (!takes(column_at(record, i)))
            continue;
        if (!is_first)
            add(sql, constant_sql);
        write(sql, record, i);
        is_first = false;
    }
}

static void add_where_key(struct sql *sql, const struct record *record)
{
    add(sql, " WHERE ");
    add_list(sql, record, is_key, as_equal, " AND ");
}

static void write_insert(struct sql *sql, const struct record *record)
{
    add(sql, "INSERT INTO ");
    add_name(sql, record->table);
    add(sql, " (");
    add_list(sql, record, is_any, as_name, ", ");
    add(sql, ") VALUES (");
    add_list(sql, record, is_any, as_parameter, ", ");
    add(sql, ")");
}

/* What does not change is bound all the same, for the checksum. */
static void write_update(struct sql *sql, const struct record *record)
{
    add(sql, "UPDATE ");
    add_name(sql, record->table);
    add(sql, " SET ");
    add_list(sql, record, is_changing, as_equal, ", ");
    add_where_key(sql, record);
}

static void write_save(struct sql *sql, const struct record *record)
{
    if (record->is_made_once) {
        write_update(sql, record);
        return;
    }
    write_insert(sql, record);
    add(sql, " ON CONFLICT (");
    add_list(sql, record, is_key, as_name, ", ");
    add(sql, ") DO UPDATE SET ");
    add_list(sql, record, is_no_key, as_excluded, ", ");
}

static void write_load(struct sql *sql, const struct record *record)
{
    add(sql, "SELECT ");
    add_list(sql, record, is_any, as_name, ", ");
    add(sql, " FROM ");
    add_name(sql, record->table);
    add_where_key(sql, record);
}

static void write_checksums(struct sql *sql, const struct record *record)
{
    add(sql, "SELECT checksum FROM ");
    add_name(sql, record->table);
}

static void write_checksum(struct sql *sql, const struct record *record)
{
    write_checksums(sql, record);
    add_where_key(sql, record);
}

static void write_delete(struct sql *sql, const struct record *record)
{
    add(sql, "DELETE FROM ");
    add_name(sql, record->table);
    add_where_key(sql, record);
}

static void add_owner(struct sql *sql, const struct record *record)
{
    add(sql, " LEFT JOIN ");
    add_name(sql, record->owner);
    add(sql, " ON ");
    add_name(sql, record->owner);
    add(sql, ".id = ");
    as_name_of_table(sql, record, 0);
}

static void add_order(struct sql *sql, const struct record *record)
{
    add(sql, " ORDER BY ");
    if (record->is_in_no_order) {
        add_name(sql, record->table);
        add(sql, ".rowid");
        return;
    }
    size_t begin = sql->length;
    add_list(sql, record, is_order, as_name_of_table, ", ");
    if (sql->length > begin)
        add(sql, ", ");
    add_list(sql, record, is_key, as_name_of_table, ", ");
}

static void write_each(struct sql *sql, const struct record *record)
{
    add(sql, "SELECT ");
    add_list(sql, record, is_any, as_name_of_table, ", ");
    add(sql, ", ");
    if (record->owner != NULL) {
        add_name(sql, record->owner);
        add(sql, ".id IS NOT NULL");
    } else {
        add(sql, "1");
    }
    add(sql, " FROM ");
    add_name(sql, record->table);
    if (record->owner != NULL)
        add_owner(sql, record);
    add_order(sql, record);
}

static void (*const write_table[ROW_OPERATION_COUNT])(struct sql *, const struct record *) = {
    [ROW_INSERT] = write_insert,       [ROW_SAVE] = write_save,     [ROW_LOAD] = write_load,
    [ROW_CHECKSUM] = write_checksum,   [ROW_DELETE] = write_delete, [ROW_EACH] = write_each,
    [ROW_CHECKSUMS] = write_checksums,
};

int row_sql_prepare(struct sqlite3 *handle, const struct record *record,
                    enum row_operation operation, struct sqlite3_stmt **out)
{
    struct sql sql = {.length = 0};

    CHECK(operation < ROW_OPERATION_COUNT);
    write_table[operation](&sql, record);
    return sqlite3_prepare_v3(handle, sql.text, -1, SQLITE_PREPARE_PERSISTENT, out, NULL);
}

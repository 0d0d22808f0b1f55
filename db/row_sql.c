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

/* Adds the name of a table or column, which needs no quotes. */
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

/* The checksum's column, which is behind the row's own columns. */
static const struct column checksum_column = {.name = "checksum"};

static const struct column *column_at(const struct record *record, int index)
{
    return index < record->count ? &record->columns[index] : &checksum_column;
}

/* Filters of a list of columns: a column_flag, or one of these. */
enum { ANY = 1 << 16, NO_KEY = 1 << 17, CHANGING = 1 << 18 };

static bool takes(unsigned filter, unsigned flags)
{
    if (filter == NO_KEY)
        return (flags & COLUMN_KEY) == 0;
    if (filter == CHANGING)
        return (flags & (COLUMN_KEY | COLUMN_FIXED)) == 0;
    return filter == ANY || (flags & filter) != 0;
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

static void add_list(struct sql *sql, const struct record *record, unsigned filter,
                     void (*write)(struct sql *sql, const struct record *record, int index),
                     const char *constant_sql)
{
    bool is_first = true;

    for (int i = 0; i <= record->count; i++) {
        if (!takes(filter, column_at(record, i)->flags))
            continue;
        if (!is_first)
            add(sql, constant_sql);
        write(sql, record, i);
        is_first = false;
    }
}

static void add_where(struct sql *sql, const struct record *record, unsigned flag)
{
    add(sql, " WHERE ");
    add_list(sql, record, flag, as_equal, " AND ");
}

static void write_insert(struct sql *sql, const struct record *record)
{
    add(sql, "INSERT INTO ");
    add_name(sql, record->table);
    add(sql, " (");
    add_list(sql, record, ANY, as_name, ", ");
    add(sql, ") VALUES (");
    add_list(sql, record, ANY, as_parameter, ", ");
    add(sql, ")");
}

/* Writes the UPDATE of a row. Columns that do not change are bound too, for the checksum. */
static void write_update(struct sql *sql, const struct record *record)
{
    add(sql, "UPDATE ");
    add_name(sql, record->table);
    add(sql, " SET ");
    add_list(sql, record, CHANGING, as_equal, ", ");
    add_where(sql, record, COLUMN_KEY);
}

static void write_save(struct sql *sql, const struct record *record)
{
    if (record->is_made_once) {
        write_update(sql, record);
        return;
    }
    write_insert(sql, record);
    add(sql, " ON CONFLICT (");
    add_list(sql, record, COLUMN_KEY, as_name, ", ");
    add(sql, ") DO UPDATE SET ");
    add_list(sql, record, NO_KEY, as_excluded, ", ");
}

static void write_load(struct sql *sql, const struct record *record)
{
    add(sql, "SELECT ");
    add_list(sql, record, ANY, as_name, ", ");
    add(sql, " FROM ");
    add_name(sql, record->table);
}

static void write_checksums(struct sql *sql, const struct record *record)
{
    add(sql, "SELECT checksum, rowid FROM ");
    add_name(sql, record->table);
}

static void write_delete(struct sql *sql, const struct record *record)
{
    add(sql, "DELETE FROM ");
    add_name(sql, record->table);
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

static void add_rowid(struct sql *sql, const struct record *record)
{
    add_name(sql, record->table);
    add(sql, ".rowid");
}

static void add_order(struct sql *sql, const struct record *record)
{
    add(sql, " ORDER BY ");
    if (record->is_in_no_order) {
        add_rowid(sql, record);
        return;
    }
    size_t begin = sql->length;
    add_list(sql, record, COLUMN_ORDER, as_name_of_table, ", ");
    if (sql->length > begin)
        add(sql, ", ");
    add_list(sql, record, COLUMN_KEY, as_name_of_table, ", ");
}

/* Writes the columns that an examination reads: all of the row, whether its owner exists, and its
   rowid. */
static void write_examined(struct sql *sql, const struct record *record)
{
    add(sql, "SELECT ");
    add_list(sql, record, ANY, as_name_of_table, ", ");
    add(sql, ", ");
    if (record->owner != NULL) {
        add_name(sql, record->owner);
        add(sql, ".id IS NOT NULL");
    } else {
        add(sql, "1");
    }
    add(sql, ", ");
    add_rowid(sql, record);
    add(sql, " FROM ");
    add_name(sql, record->table);
    if (record->owner != NULL)
        add_owner(sql, record);
}

static void write_each(struct sql *sql, const struct record *record)
{
    write_examined(sql, record);
    add_order(sql, record);
}

static void write_slice(struct sql *sql, const struct record *record)
{
    write_examined(sql, record);
    add(sql, " WHERE ");
    add_rowid(sql, record);
    add(sql, " > ?1 ORDER BY ");
    add_rowid(sql, record);
    add(sql, " LIMIT ?2");
}

struct operation_row {
    void (*write)(struct sql *sql, const struct record *record);
    unsigned where; /* bits of enum column_flag; 0: the statement needs no WHERE */
};

static const struct operation_row operation_table[ROW_OPERATION_COUNT] = {
    [ROW_INSERT] = {write_insert, 0},
    [ROW_SAVE] = {write_save, 0},
    [ROW_LOAD] = {write_load, COLUMN_KEY},
    [ROW_EACH] = {write_each, 0},
    [ROW_SLICE] = {write_slice, 0},
    [ROW_CHECKSUMS] = {write_checksums, 0},
    [ROW_CHECKSUM_OF_KEY] = {write_checksums, COLUMN_KEY},
    [ROW_CHECKSUMS_OF_OWNER] = {write_checksums, COLUMN_OWNER},
    [ROW_CHECKSUMS_OF_LEVEL] = {write_checksums, COLUMN_LEVEL},
    [ROW_DELETE_OF_KEY] = {write_delete, COLUMN_KEY},
    [ROW_DELETE_OF_OWNER] = {write_delete, COLUMN_OWNER},
    [ROW_DELETE_OF_LEVEL] = {write_delete, COLUMN_LEVEL},
};

int row_sql_prepare(struct sqlite3 *handle, const struct record *record,
                    enum row_operation operation, struct sqlite3_stmt **out)
{
    CHECK(operation < ROW_OPERATION_COUNT);
    const struct operation_row *row = &operation_table[operation];
    struct sql sql = {.length = 0};

    *out = NULL;
    if (row->where != 0 && !record_has(record, row->where))
        return SQLITE_OK;
    row->write(&sql, record);
    if (row->where != 0)
        add_where(&sql, record, row->where);
    return sqlite3_prepare_v3(handle, sql.text, -1, SQLITE_PREPARE_PERSISTENT, out, NULL);
}

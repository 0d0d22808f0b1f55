/*
 * The rows of every record, by its columns, in the file of SQLite. Tests with any driver are in
 * test_drivers.c.
 */
#include "db/rows.h"

#include "db/store_private.h"
#include "fixture.h"
#include "support/rows/row_maker.h"
#include "support/test.h"

static struct fixture fixture;
static struct store *store;

static void set_up(void)
{
    fixture_make(&fixture);
    store = fixture_open(&fixture);
    row_make_owners(store);
}

static void tear_down(void)
{
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

static void expect_changed_row_is_bad(enum record_id id, const struct column *column)
{
    const struct record *record = record_at(id);
    char sql[512];

    bool is_kills = strcmp(column->name, "kills") == 0;
    /* Other kills and an empty pack have the right form, too. */
    snprintf(sql, sizeof sql,
             column->type == COLUMN_TEXT   ? "UPDATE %s SET %s = %s || 'x'"
             : column->type == COLUMN_BLOB ? "UPDATE %s SET %s = substr(%s, 2)"
             : is_kills ? "UPDATE %s SET %s = iif(%s = x'01', x'01020100', x'01')"
             : column->type == COLUMN_PACKED
                 ? "UPDATE %s SET %s = CAST(x'01' || zeroblob(56) AS BLOB) /* %s */"
                 : "UPDATE %s SET %s = %s + 99",
             record->table, column->name, column->name);
    size_t length = strlen(sql);
    snprintf(sql + length, sizeof sql - length, " WHERE rowid = (SELECT min(rowid) FROM %s)",
             record->table);
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_sql(fixture.path, sql);
    store = fixture_open(&fixture);
    ck_assert_msg(fixture_examine(store).rows[id].bad > 0, "%s.%s", record->table, column->name);
}

TEST_FIXTURE(set_up, tear_down);

TEST_EACH(every_column_is_under_the_checksum, RECORD_COUNT)
{
    enum record_id id = (enum record_id)_i;

    for (int i = 0; i < record_at(id)->count; i++) {
        tear_down();
        set_up();
        row_save_all(store, 2);
        expect_changed_row_is_bad(id, &record_at(id)->columns[i]);
    }
}

/* Against the schema: the same columns, the same key. */
TEST(the_columns_are_those_of_the_table)
{
    sqlite3 *handle = NULL;

    ck_assert_int_eq(store_close(store), ERR_OK);
    ck_assert_int_eq(sqlite3_open(fixture.path, &handle), SQLITE_OK);
    for (int id = 0; id < RECORD_COUNT; id++) {
        const struct record *record = record_at((enum record_id)id);
        sqlite3_stmt *statement = NULL;
        int count = 0;
        ck_assert_int_eq(sqlite3_prepare_v2(handle,
                                            "SELECT name, pk > 0 FROM pragma_table_info(?1)", -1,
                                            &statement, NULL),
                         SQLITE_OK);
        sqlite3_bind_text(statement, 1, record->table, -1, SQLITE_STATIC);
        for (; sqlite3_step(statement) == SQLITE_ROW; count++) {
            const char *name = (const char *)sqlite3_column_text(statement, 0);
            bool is_key = false;
            bool is_there = strcmp(name, "checksum") == 0;
            for (int i = 0; i < record->count; i++) {
                if (strcmp(record->columns[i].name, name) != 0)
                    continue;
                is_there = true;
                is_key = (record->columns[i].flags & COLUMN_KEY) != 0;
            }
            ck_assert_msg(is_there && is_key == (sqlite3_column_int(statement, 1) != 0), "%s.%s",
                          record->table, name);
        }
        ck_assert_int_eq(count, record->count + 1);
        sqlite3_finalize(statement);
    }
    sqlite3_close(handle);
    store = fixture_open(&fixture);
}

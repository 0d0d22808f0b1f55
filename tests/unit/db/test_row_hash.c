/*
 * Checksums of rows: the same in C and in SQL, and no two rows alike.
 */
#include "db/row_hash.h"
#include "fixture.h"
#include "support/test.h"

enum { ROWS_MAX = 16 };

static sqlite3 *handle;

static void set_up(void)
{
    ck_assert_int_eq(sqlite3_open(":memory:", &handle), SQLITE_OK);
    ck_assert_int_eq(row_functions_add(handle), ERR_OK);
}

static void tear_down(void)
{
    row_functions_remove(handle);
    ck_assert_int_eq(sqlite3_close(handle), SQLITE_OK);
}

static uint64_t ask(const char *sql)
{
    sqlite3_stmt *statement = NULL;

    ck_assert_int_eq(sqlite3_prepare_v2(handle, sql, -1, &statement, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    uint64_t value = (uint64_t)sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

TEST_FIXTURE(set_up, tear_down);

TEST(sql_and_c_agree)
{
    struct hash hash;

    row_hash_init(&hash, "level");
    row_hash_int(&hash, -2);
    row_hash_text(&hash, "caves", 5);
    row_hash_blob(&hash, (const uint8_t *)"\0\xff", 2);
    ck_assert(ask("SELECT row_checksum('level', -2, 'caves', x'00ff')") == hash.value);
    ck_assert(ask("SELECT state_sum(c) FROM (SELECT 5 AS c UNION ALL SELECT -1)") ==
              row_term(5) + row_term(UINT64_MAX));
    ck_assert_uint_eq(ask("SELECT state_sum(1) WHERE 0"), 0);
}

/* Saved in every row of every world: a change of these numbers is a change of the schema. */
TEST(checksums_stay_what_they_are)
{
    ck_assert_uint_eq(ask("SELECT row_checksum('level', 0, 3, 1, 'caves', 1, x'0102030405')"),
                      UINT64_C(0x4c84d49c207d666c));
    ck_assert_uint_eq(row_term(1), UINT64_C(0x910a2dec89025cc1));
}

TEST(rows_that_differ_have_other_checksums)
{
    static const char *const rows[] = {
        "SELECT row_checksum('level', 'ab', 'c')",  "SELECT row_checksum('level', 'a', 'bc')",
        "SELECT row_checksum('level', 'abc', '')",  "SELECT row_checksum('level', '', 'abc')",
        "SELECT row_checksum('level', 'abc')",      "SELECT row_checksum('levela', 'bc')",
        "SELECT row_checksum('level', x'616263')",  "SELECT row_checksum('level', 6382179)",
        "SELECT row_checksum('level', 1, 2)",       "SELECT row_checksum('level', 2, 1)",
        "SELECT row_checksum('level', 1, 2, 0)",    "SELECT row_checksum('level', 0, 1, 2)",
        "SELECT row_checksum('level', 'a', x'00')", "SELECT row_checksum('level', 'a', x'0000')",
    };
    uint64_t seen[ROWS_MAX];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        seen[i] = ask(rows[i]);
        for (size_t before = 0; before < i; before++)
            ck_assert_msg(seen[before] != seen[i], "%s = %s", rows[before], rows[i]);
    }
}

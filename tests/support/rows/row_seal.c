/*
 * Sums and seal as db/head.h describes them, written in SQL.
 */
#include "support/rows/row_seal.h"

#include <check.h>
#include <stdio.h>

#include "db/columns.h"

static void execute(sqlite3 *handle, const char *sql)
{
    ck_assert_msg(sqlite3_exec(handle, sql, NULL, NULL, NULL) == SQLITE_OK, "%s: %s", sql,
                  sqlite3_errmsg(handle));
}

void row_seal_numbers(sqlite3 *handle)
{
    execute(handle, "UPDATE meta SET value = (SELECT state_sum(row_checksum('meta', name, value))"
                    " FROM meta WHERE name <> 'seal') WHERE name = 'seal'");
}

void row_seal(sqlite3 *handle)
{
    char sql[256];

    for (int i = 0; i < RECORD_COUNT; i++) {
        const char *table = record_at((enum record_id)i)->table;
        snprintf(sql, sizeof sql,
                 "UPDATE meta SET value = (SELECT state_sum(checksum) FROM %s)"
                 " WHERE name = 'sum_%s'",
                 table, table);
        execute(handle, sql);
    }
    row_seal_numbers(handle);
}

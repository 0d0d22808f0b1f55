/*
 * Rows changed by hand: SQLite with the server's own functions for checksums.
 */
#include "rows.h"

#include <check.h>
#include <sqlite3.h>
#include <stdio.h>

#include "db/columns.h"
#include "db/row_function.h"

void rows_change(const struct process *server, const char *statements)
{
    char path[PROCESS_PATH_SIZE];
    char *error = NULL;
    sqlite3 *handle = NULL;

    process_path(server, "data/undercroft.db", path);
    ck_assert_int_eq(sqlite3_open(path, &handle), SQLITE_OK);
    ck_assert_int_eq(row_functions_add(handle), ERR_OK);
    int code = sqlite3_exec(handle, statements, NULL, NULL, &error);
    ck_assert_msg(code == SQLITE_OK, "%s: %s", statements, error == NULL ? "" : error);
    ck_assert_int_gt(sqlite3_changes(handle), 0);
    sqlite3_close(handle);
}

void rows_seal(const struct process *server)
{
    char sql[256];

    for (int i = 0; i < RECORD_COUNT; i++) {
        const char *table = record_at((enum record_id)i)->table;
        snprintf(sql, sizeof sql,
                 "UPDATE meta SET value = (SELECT state_sum(checksum) FROM %s)"
                 " WHERE name = 'sum_%s'",
                 table, table);
        rows_change(server, sql);
    }
    rows_change(server, "UPDATE meta SET value = (SELECT state_sum(row_checksum('meta', name,"
                        " value)) FROM meta WHERE name <> 'seal') WHERE name = 'seal'");
}

void rows_expect_proven(const struct process *server)
{
    process_expect_said(server, "err", "database.proven");
    process_expect_said(server, "err", "\"bad_rows\":0,");
    ck_assert(!process_said(server, "err", "database.broken"));
}

/*
 * Rows changed by hand: SQLite with the server's own functions for checksums.
 */
#include "rows.h"

#include <check.h>
#include <sqlite3.h>

#include "db/row_function.h"
#include "support/rows/row_seal.h"

static sqlite3 *open_rows(const struct process *server)
{
    char path[PROCESS_PATH_SIZE];
    sqlite3 *handle = NULL;

    process_path(server, "data/undercroft.db", path);
    ck_assert_int_eq(sqlite3_open(path, &handle), SQLITE_OK);
    ck_assert_int_eq(row_functions_add(handle), ERR_OK);
    return handle;
}

void rows_change(const struct process *server, const char *statements)
{
    sqlite3 *handle = open_rows(server);
    char *error = NULL;
    int code = sqlite3_exec(handle, statements, NULL, NULL, &error);

    ck_assert_msg(code == SQLITE_OK, "%s: %s", statements, error == NULL ? "" : error);
    ck_assert_int_gt(sqlite3_changes(handle), 0);
    sqlite3_close(handle);
}

void rows_seal(const struct process *server)
{
    sqlite3 *handle = open_rows(server);

    row_seal(handle);
    sqlite3_close(handle);
}

void rows_expect_proven(const struct process *server)
{
    process_expect_said(server, "err", "database.proven");
    process_expect_said(server, "err", "\"bad_rows\":0,");
    ck_assert(!process_said(server, "err", "database.broken"));
}

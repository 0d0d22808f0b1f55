/*
 * Rows changed by hand: SQLite with the server's own functions for checksums.
 */
#include "rows.h"

#include <check.h>
#include <sqlite3.h>

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
    rows_change(server,
                "UPDATE meta SET value = (SELECT state_sum(checksum) FROM (SELECT checksum"
                " FROM account UNION ALL SELECT checksum FROM delver"
                " UNION ALL SELECT checksum FROM level UNION ALL SELECT checksum FROM memory"
                " UNION ALL SELECT checksum FROM setting"
                " UNION ALL SELECT row_checksum('seed', value) FROM meta WHERE name = 'seed'))"
                " WHERE name = 'state_hash'");
}

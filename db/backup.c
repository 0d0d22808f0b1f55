/*
 * Copies with VACUUM INTO, which runs on the store's own connection: no other can be opened while
 * it holds the lock.
 */
#include "db/backup.h"

#include <sqlite3.h>
#include <stddef.h>
#include <unistd.h>

#include "base/check.h"
#include "db/connection.h"
#include "db/file.h"
#include "db/schema.h"

static enum err vacuum_into(struct sqlite3 *handle, const char *path, struct store_status *status)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(handle, "VACUUM INTO ?1", -1, &statement, NULL);

    if (code == SQLITE_OK)
        code = sqlite3_bind_text(statement, 1, path, -1, SQLITE_STATIC);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code != SQLITE_DONE)
        status_set(status, "the copy could not be written: %s", sqlite3_errmsg(handle));
    sqlite3_finalize(statement);
    return connection_error(code);
}

static enum err verify_copy(const char *path, struct store_status *status)
{
    sqlite3 *handle = NULL;
    int64_t application_id = 0;
    enum err error = connection_open(path, SQLITE_OPEN_READONLY, &handle);

    if (error == ERR_OK)
        error = connection_read_int(handle, "PRAGMA application_id", &application_id);
    if (error == ERR_OK)
        error = connection_check(handle, status);
    if (error == ERR_OK && application_id != SCHEMA_APPLICATION_ID) {
        status_set(status, "the copy does not carry the mark of this program");
        error = ERR_CORRUPT;
    }
    connection_close(handle);
    return error;
}

enum err backup_write(struct sqlite3 *handle, const char *path, bool may_replace,
                      struct store_status *status)
{
    char temporary[FILE_PATH_SIZE];

    CHECK(sqlite3_get_autocommit(handle) != 0);
    if (!may_replace && file_exists(path)) {
        status_set(status, "%s exists already", path);
        return ERR_EXISTS;
    }
    enum err error = file_make_temporary(path, temporary);
    if (error != ERR_OK) {
        status_set(status, "%s cannot be written: %s", path, err_text(error));
        return error;
    }
    error = vacuum_into(handle, temporary, status);
    if (error == ERR_OK)
        error = verify_copy(temporary, status);
    if (error != ERR_OK) {
        unlink(temporary);
        return error;
    }
    error = file_publish(temporary, path, may_replace);
    if (error != ERR_OK)
        status_set(status, "%s cannot be written: %s", path, err_text(error));
    return error;
}

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
#include "db/examine.h"
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

static enum err check_mark(struct sqlite3 *copy, struct store_status *status)
{
    int64_t application_id = 0;
    enum err error = connection_read_int(copy, "PRAGMA application_id", &application_id);

    if (error == ERR_OK)
        error = connection_check(copy, status);
    if (error == ERR_OK && application_id != SCHEMA_APPLICATION_ID) {
        status_set(status, "the copy does not carry the mark of this program");
        error = ERR_CORRUPT;
    }
    return error;
}

static bool is_same(const struct examination *a, const struct examination *b)
{
    return a->accounts == b->accounts && a->delvers == b->delvers && a->levels == b->levels &&
           a->memories == b->memories && a->settings == b->settings &&
           a->rulings == b->rulings && a->rulings_bad == b->rulings_bad &&
           a->heads == b->heads && a->heads_bad == b->heads_bad &&
           a->accounts_bad == b->accounts_bad && a->delvers_bad == b->delvers_bad &&
           a->levels_bad == b->levels_bad && a->memories_bad == b->memories_bad &&
           a->settings_bad == b->settings_bad && a->state_is_whole == b->state_is_whole;
}

static enum err compare_faults(struct sqlite3 *handle, const struct examination *copy,
                               struct store_status *status)
{
    struct examination original;
    enum err error = examine_database(handle, &original);

    if (error != ERR_OK)
        return error;
    if (!is_same(&original, copy)) {
        status_set(status, "the copy is not what it was made from: %s",
                   copy->finding_count > 0 ? copy->findings[0] : "rows are missing or added");
        return ERR_CORRUPT;
    }
    status_warn(status, "the copy is a true one of a damaged world: %s",
                copy->finding_count > 0 ? copy->findings[0] : "rows are missing or added");
    return ERR_OK;
}

/* Gone in both is the same: the examination will tell. */
static enum err read_state(struct sqlite3 *handle, int64_t *out)
{
    enum err error =
        connection_read_int(handle, "SELECT value FROM meta WHERE name = 'state_hash'", out);

    return error == ERR_NOT_FOUND ? ERR_OK : error;
}

static enum err check_rows(struct sqlite3 *handle, struct sqlite3 *copy,
                           struct store_status *status)
{
    struct examination examination;
    int64_t expected = 0;
    int64_t state = 0;
    enum err error = read_state(handle, &expected);

    if (error == ERR_OK)
        error = read_state(copy, &state);
    if (error == ERR_OK && state != expected) {
        status_set(status, "the copy has another state hash than the world");
        error = ERR_CORRUPT;
    }
    if (error == ERR_OK)
        error = examine_database(copy, &examination);
    if (error != ERR_OK || examination_is_clean(&examination))
        return error;
    return compare_faults(handle, &examination, status);
}

/* Rows are known in the newest schema alone. */
static enum err check_newest(struct sqlite3 *handle, struct sqlite3 *copy,
                             struct store_status *status)
{
    int64_t version = 0;
    enum err error = connection_read_int(copy, "PRAGMA user_version", &version);

    if (error != ERR_OK || version != schema_scripts[schema_script_count - 1].number)
        return error;
    return check_rows(handle, copy, status);
}

static enum err verify(struct sqlite3 *handle, const char *path, atomic_bool *interrupt,
                       struct store_status *status)
{
    sqlite3 *copy = NULL;
    enum err error = connection_open(path, SQLITE_OPEN_READONLY, &copy);

    if (error == ERR_OK)
        connection_heed(copy, interrupt);
    if (error == ERR_OK)
        error = check_mark(copy, status);
    if (error == ERR_OK)
        error = check_newest(handle, copy, status);
    if (error != ERR_OK && status->reason[0] == '\0')
        status_set(status, "the copy could not be checked: %s", err_text(error));
    connection_close(copy);
    return error;
}

enum err backup_verify(struct sqlite3 *handle, const char *path, struct store_status *status)
{
    return verify(handle, path, NULL, status);
}

enum err backup_write(struct sqlite3 *handle, const char *path, bool may_replace,
                      atomic_bool *interrupt, struct store_status *status)
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
    connection_heed(handle, interrupt);
    error = vacuum_into(handle, temporary, status);
    if (error == ERR_OK)
        error = verify(handle, temporary, interrupt, status);
    connection_heed(handle, NULL);
    if (error != ERR_OK) {
        unlink(temporary);
        return error;
    }
    error = file_publish(temporary, path, may_replace);
    if (error != ERR_OK)
        status_set(status, "%s cannot be written: %s", path, err_text(error));
    return error;
}

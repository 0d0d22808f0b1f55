/*
 * Migrations.
 */
#include "db/migrate.h"

#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>

#include "db/backup.h"
#include "db/connection.h"
#include "db/file.h"
#include "db/row_function.h"

static enum err check_foreign_keys(struct sqlite3 *handle)
{
    char table[64];
    enum err error = connection_read_text(handle, "PRAGMA foreign_key_check", table, sizeof table);

    if (error == ERR_NOT_FOUND)
        return ERR_OK;
    return error == ERR_OK ? ERR_FORMAT : error;
}

/* Runs a script in an open transaction, which it leaves open. */
static enum err run_sql(struct sqlite3 *handle, const struct schema_script *script)
{
    int64_t version = 0;
    enum err error = connection_exec(handle, script->sql);

    if (error == ERR_OK)
        error = connection_read_int(handle, "PRAGMA user_version", &version);
    if (error == ERR_OK && (version != script->number || sqlite3_get_autocommit(handle) != 0))
        error = ERR_FORMAT;
    if (error == ERR_OK)
        error = check_foreign_keys(handle);
    return error;
}

/* Runs all scripts in one transaction, which is left open only if all went well. */
static enum err run_in_transaction(struct sqlite3 *handle, const struct schema_script *scripts,
                                   size_t script_count, struct store_status *status)
{
    enum err error = connection_exec(handle, "BEGIN IMMEDIATE");
    size_t done = 0;

    while (error == ERR_OK && done < script_count)
        error = run_sql(handle, &scripts[done++]);
    if (error == ERR_OK)
        return ERR_OK;
    const struct schema_script *failed = &scripts[done == 0 ? 0 : done - 1];
    status_set(status, "the step to schema %d (%s) failed: %s", failed->number, failed->name,
               error == ERR_FORMAT ? err_text(error) : sqlite3_errmsg(handle));
    if (sqlite3_get_autocommit(handle) == 0)
        sqlite3_exec(handle, "ROLLBACK", NULL, NULL, NULL);
    return error;
}

static enum err copy_before(struct sqlite3 *handle, const char *path, int number,
                            struct store_status *status)
{
    char suffix[32];
    char copy_path[FILE_PATH_SIZE];

    snprintf(suffix, sizeof suffix, ".before-%03d", number);
    enum err error = file_path_append(path, suffix, copy_path);
    /* A step that failed once is tried again at every start: one copy is enough. */
    return error == ERR_OK ? backup_write(handle, copy_path, true, status) : error;
}

static enum err run_scripts(struct sqlite3 *handle, const struct schema_script *scripts,
                            size_t script_count, const char *path, struct store_status *status)
{
    enum err error = ERR_OK;

    if (path != NULL)
        error = copy_before(handle, path, scripts[0].number, status);
    return error == ERR_OK ? run_in_transaction(handle, scripts, script_count, status) : error;
}

enum err migrate_begin(struct sqlite3 *handle, const struct schema_script *scripts,
                       size_t script_count, const char *path, struct store_status *status)
{
    int64_t version = 0;
    size_t done = 0;
    enum err error = connection_read_int(handle, "PRAGMA user_version", &version);

    if (error != ERR_OK)
        return error;
    while (done < script_count && scripts[done].number <= version)
        done++;
    if (done == script_count)
        return ERR_OK;
    error = row_functions_add(handle);
    if (error != ERR_OK)
        return error;
    /* A value out of range spoils its row: it is carried over, and refused when it is loaded. */
    error = connection_exec(handle, "PRAGMA ignore_check_constraints = ON");
    if (error == ERR_OK)
        error = run_scripts(handle, scripts + done, script_count - done, path, status);
    enum err restored = connection_exec(handle, "PRAGMA ignore_check_constraints = OFF");
    row_functions_remove(handle);
    return error == ERR_OK ? restored : error;
}

enum err migrate_run(struct sqlite3 *handle, const struct schema_script *scripts,
                     size_t script_count, const char *path, struct store_status *status)
{
    enum err error = migrate_begin(handle, scripts, script_count, path, status);

    return error == ERR_OK && sqlite3_get_autocommit(handle) == 0
               ? connection_exec(handle, "COMMIT")
               : error;
}

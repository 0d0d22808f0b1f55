/*
 * Connections and result codes.
 */
#include "db/connection.h"

#include <sqlite3.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"

enum {
    BUSY_TIMEOUT_MS = 500,
    URI_SIZE = 3 * 1024 + 32,
    /* steps of SQLite's virtual machine between two looks at the flag; a step reads at most one
       row */
    STEPS_BETWEEN_LOOKS = 100,
};

struct code_row {
    int code;
    enum err error;
};

/* Error codes of SQLite; extended codes come before their primary code. */
static const struct code_row code_table[] = {
    {SQLITE_OK, ERR_OK},
    {SQLITE_ROW, ERR_OK},
    {SQLITE_DONE, ERR_OK},
    {SQLITE_FULL, ERR_NO_SPACE},
    {SQLITE_READONLY, ERR_READ_ONLY},
    {SQLITE_PERM, ERR_READ_ONLY},
    {SQLITE_BUSY, ERR_IN_USE},
    {SQLITE_LOCKED, ERR_IN_USE},
    {SQLITE_IOERR_NOMEM, ERR_MEMORY},
    {SQLITE_NOMEM, ERR_MEMORY},
    {SQLITE_CORRUPT, ERR_CORRUPT},
    {SQLITE_NOTADB, ERR_CORRUPT},
    {SQLITE_TOOBIG, ERR_TOO_BIG},
    {SQLITE_CONSTRAINT_UNIQUE, ERR_EXISTS},
    {SQLITE_CONSTRAINT_PRIMARYKEY, ERR_EXISTS},
    {SQLITE_CONSTRAINT_ROWID, ERR_EXISTS},
    {SQLITE_CONSTRAINT_FOREIGNKEY, ERR_NOT_FOUND},
    {SQLITE_CONSTRAINT, ERR_RANGE},
};

enum err connection_error(int code)
{
    for (size_t i = 0; i < sizeof code_table / sizeof code_table[0]; i++) {
        if (code_table[i].code == code || code_table[i].code == (code & 0xff))
            return code_table[i].error;
    }
    return ERR_DISK;
}

static void configure(sqlite3 *handle, int option, int value)
{
    int code = sqlite3_db_config(handle, option, value, NULL);

    CHECK(code == SQLITE_OK);
}

enum err connection_open(const char *path, int flags, struct sqlite3 **out)
{
    sqlite3 *handle = NULL;
    int code =
        sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);

    if (code != SQLITE_OK) {
        sqlite3_close(handle);
        return connection_error(code);
    }
    configure(handle, SQLITE_DBCONFIG_DEFENSIVE, 1);
    configure(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0);
    configure(handle, SQLITE_DBCONFIG_DQS_DML, 0);
    configure(handle, SQLITE_DBCONFIG_DQS_DDL, 0);
    configure(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1);
    sqlite3_busy_timeout(handle, BUSY_TIMEOUT_MS);
    *out = handle;
    return ERR_OK;
}

/* Writes "file:PATH?immutable=1", with special characters of the path as %XX. */
static enum err write_uri(const char *path, char out[URI_SIZE])
{
    int length = snprintf(out, URI_SIZE, "file:");

    for (; *path != '\0'; path++) {
        bool is_plain = strchr("%?#", *path) == NULL;
        length += snprintf(out + length, (size_t)(URI_SIZE - length), is_plain ? "%c" : "%%%02X",
                           (unsigned char)*path);
        if (length >= URI_SIZE)
            return ERR_TOO_BIG;
    }
    length += snprintf(out + length, (size_t)(URI_SIZE - length), "?immutable=1");
    return length < URI_SIZE ? ERR_OK : ERR_TOO_BIG;
}

enum err connection_open_without_log(const char *path, struct sqlite3 **out)
{
    char uri[URI_SIZE];
    enum err error = write_uri(path, uri);

    return error == ERR_OK ? connection_open(uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, out)
                           : error;
}

void connection_close(struct sqlite3 *handle)
{
    int code = sqlite3_close(handle);

    CHECK(code == SQLITE_OK); /* a statement was left behind */
}

void connection_allow_checkpoint_on_close(struct sqlite3 *handle)
{
    configure(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0);
}

enum err connection_exec(struct sqlite3 *handle, const char *constant_sql)
{
    return connection_error(sqlite3_exec(handle, constant_sql, NULL, NULL, NULL));
}

/* Runs constant SQL up to its first row. The caller finalizes *out, also after an error. */
static enum err first_row(struct sqlite3 *handle, const char *constant_sql, sqlite3_stmt **out)
{
    int code = sqlite3_prepare_v2(handle, constant_sql, -1, out, NULL);

    if (code == SQLITE_OK)
        code = sqlite3_step(*out);
    if (code == SQLITE_DONE)
        return ERR_NOT_FOUND;
    return connection_error(code);
}

enum err connection_read_int(struct sqlite3 *handle, const char *constant_sql, int64_t *out)
{
    sqlite3_stmt *statement = NULL;
    enum err error = first_row(handle, constant_sql, &statement);

    if (error == ERR_OK)
        *out = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return error;
}

enum err connection_read_text(struct sqlite3 *handle, const char *constant_sql, char *out,
                              int out_size)
{
    sqlite3_stmt *statement = NULL;
    enum err error = first_row(handle, constant_sql, &statement);

    if (error == ERR_OK) {
        const unsigned char *text = sqlite3_column_text(statement, 0);
        snprintf(out, (size_t)out_size, "%s", text != NULL ? (const char *)text : "");
    }
    sqlite3_finalize(statement);
    return error;
}

enum err connection_each_number(struct sqlite3 *handle, const char *constant_sql,
                                void (*take)(const char *name, int64_t value, void *argument),
                                void *argument)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(handle, constant_sql, -1, &statement, NULL);

    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(statement);
        if (code != SQLITE_ROW)
            break;
        const char *name = (const char *)sqlite3_column_text(statement, 0);
        bool is_number = sqlite3_column_type(statement, 0) == SQLITE_TEXT &&
                         sqlite3_column_type(statement, 1) == SQLITE_INTEGER;
        take(is_number && name != NULL ? name : "", sqlite3_column_int64(statement, 1), argument);
    }
    sqlite3_finalize(statement);
    return connection_error(code);
}

static int is_interrupted(void *argument)
{
    return atomic_load((atomic_bool *)argument);
}

/* Looks at the flag from time to time. Unlike sqlite3_interrupt(), a flag cannot be set too
   early. */
void connection_heed(struct sqlite3 *handle, atomic_bool *interrupt)
{
    sqlite3_progress_handler(handle, STEPS_BETWEEN_LOOKS, interrupt == NULL ? NULL : is_interrupted,
                             interrupt);
}

enum err connection_check(struct sqlite3 *handle, struct store_status *status)
{
    char finding[STORE_REASON_SIZE / 2] = "";
    enum err error = connection_exec(handle, "PRAGMA ignore_check_constraints = ON");

    if (error == ERR_OK)
        error = connection_read_text(handle, "PRAGMA integrity_check(1)", finding, sizeof finding);
    if (error != ERR_OK)
        status_set(status, "the database could not be checked: %s", sqlite3_errmsg(handle));
    /* Also after an interrupted check, because a running server goes on saving. */
    enum err restored = connection_exec(handle, "PRAGMA ignore_check_constraints = OFF");
    if (error == ERR_OK)
        error = restored;
    if (error != ERR_OK)
        return error;
    if (strcmp(finding, "ok") != 0) {
        status_set(status, "the database is damaged: %s", finding);
        return ERR_CORRUPT;
    }
    return ERR_OK;
}

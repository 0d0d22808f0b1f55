/*
 * Copies with SQLite's backup interface (db/snapshot.h), which carries over what the connection
 * commits meanwhile. They are read back through a connection of their own.
 */
#include "db/backup.h"

#include <sqlite3.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/check.h"
#include "db/connection.h"
#include "db/examine.h"
#include "db/file.h"
#include "db/schema.h"
#include "db/snapshot.h"
#include "db/sqlite_store.h"

struct backup {
    struct sqlite3 *handle;
    struct snapshot *snapshot; /* while it is being copied */
    bool may_replace;
    bool is_published;
    int64_t state;            /* seal of the commit that is in it; 0: there is none */
    struct examination found; /* in it */
    char path[FILE_PATH_SIZE];
    char temporary[FILE_PATH_SIZE]; /* its name until it is published */
};

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
    for (int i = 0; i < RECORD_COUNT; i++) {
        if (a->rows[i].all != b->rows[i].all || a->rows[i].bad != b->rows[i].bad)
            return false;
    }
    return a->state_is_whole == b->state_is_whole;
}

/* Whether the copy has no more damage than the world, which has moved on since: if a row was mended
   meanwhile, the copy is bad, and the next one will be better. */
static bool is_no_worse(const struct examination *copy, const struct examination *original)
{
    for (int i = 0; i < RECORD_COUNT; i++) {
        if (copy->rows[i].bad > original->rows[i].bad)
            return false;
    }
    return copy->state_is_whole || !original->state_is_whole;
}

/* Reads the seal; 0 if there is none: a seal missing in both is no difference, and the examination
   will report it. An older schema has no table for it. */
static enum err read_state(struct sqlite3 *handle, int64_t *out)
{
    int64_t version = 0;
    enum err error = connection_read_int(handle, "PRAGMA user_version", &version);

    *out = 0;
    if (error != ERR_OK || version != schema_scripts[schema_script_count - 1].number)
        return error;
    error = connection_read_int(handle, "SELECT value FROM meta WHERE name = 'seal'", out);
    return error == ERR_NOT_FOUND ? ERR_OK : error;
}

static enum err check_rows(struct backup *backup, struct sqlite3 *copy, bool *out_is_doubtful,
                           struct store_status *status)
{
    int64_t state = 0;
    enum err error = read_state(copy, &state);

    if (error == ERR_OK && state != backup->state) {
        status_set(status, "the copy is of another commit than the world");
        error = ERR_CORRUPT;
    }
    if (error == ERR_OK)
        error = examine_database(copy, &backup->found);
    *out_is_doubtful = error == ERR_OK && !examination_is_clean(&backup->found);
    return error;
}

/* Rows are known in the newest schema alone. */
static enum err check_newest(struct backup *backup, struct sqlite3 *copy, bool *out_is_doubtful,
                             struct store_status *status)
{
    int64_t version = 0;
    enum err error = connection_read_int(copy, "PRAGMA user_version", &version);

    if (error != ERR_OK || version != schema_scripts[schema_script_count - 1].number)
        return error;
    return check_rows(backup, copy, out_is_doubtful, status);
}

enum err backup_prove(struct backup *backup, atomic_bool *interrupt, bool *out_is_doubtful,
                      struct store_status *status)
{
    sqlite3 *copy = NULL;
    enum err error = connection_open(backup->temporary, SQLITE_OPEN_READONLY, &copy);

    status_clear(status);
    *out_is_doubtful = false;
    CHECK(backup->snapshot == NULL);
    if (error == ERR_OK)
        connection_heed(copy, interrupt);
    if (error == ERR_OK)
        error = check_mark(copy, status);
    if (error == ERR_OK)
        error = check_newest(backup, copy, out_is_doubtful, status);
    if (error != ERR_OK && status->reason[0] == '\0')
        status_set(status, "the copy could not be checked: %s", err_text(error));
    connection_close(copy);
    return error;
}

enum err backup_compare(struct backup *backup, atomic_bool *interrupt, struct store_status *status)
{
    const struct examination *copy = &backup->found;
    const char *finding = copy->finding_count > 0 ? copy->findings[0] : "rows are missing or added";
    struct examination original;
    int64_t state = 0;

    status_clear(status);
    connection_heed(backup->handle, interrupt);
    enum err error = examine_database(backup->handle, &original);
    if (error == ERR_OK)
        error = read_state(backup->handle, &state);
    connection_heed(backup->handle, NULL);
    if (error != ERR_OK) {
        status_set(status, "the copy could not be compared: %s", err_text(error));
        return error;
    }
    if (state == backup->state ? !is_same(&original, copy) : !is_no_worse(copy, &original)) {
        status_set(status, "the copy is not what it was made from: %s", finding);
        return ERR_CORRUPT;
    }
    status_warn(status, "the copy is a true one of a damaged world: %s", finding);
    return ERR_OK;
}

static enum err begin(struct backup *backup, const char *path, struct store_status *status)
{
    enum err error = file_path_append(path, "", backup->path);

    if (error == ERR_OK && !backup->may_replace && file_exists(path)) {
        status_set(status, "%s exists already", path);
        return ERR_EXISTS;
    }
    if (error == ERR_OK)
        error = file_make_temporary(path, backup->temporary);
    if (error != ERR_OK) {
        backup->temporary[0] = '\0';
        status_set(status, "%s cannot be written: %s", path, err_text(error));
        return error;
    }
    return snapshot_begin_file(backup->handle, backup->temporary, &backup->snapshot, status);
}

enum err backup_begin(struct sqlite3 *handle, const char *path, bool may_replace,
                      struct backup **out, struct store_status *status)
{
    struct backup *backup = calloc(1, sizeof *backup);

    status_clear(status);
    CHECK(sqlite3_get_autocommit(handle) != 0);
    if (backup == NULL) {
        status_set(status, "%s cannot be written: %s", path, err_text(ERR_MEMORY));
        return ERR_MEMORY;
    }
    backup->handle = handle;
    backup->may_replace = may_replace;
    enum err error = begin(backup, path, status);
    if (error != ERR_OK)
        backup_free(backup);
    else
        *out = backup;
    return error;
}

enum err sqlite_begin_backup(struct store *store, const char *path, struct backup **out,
                             struct store_status *status)
{
    return backup_begin(sqlite_of(store)->handle, path, false, out, status);
}

enum err backup_step(struct backup *backup, bool *out_is_whole, struct store_status *status)
{
    enum err error = snapshot_step(backup->snapshot, out_is_whole, status);

    if (error == ERR_OK && !*out_is_whole)
        return ERR_OK;
    /* Proven through another connection, it is read from the file and not from this one's cache. */
    snapshot_free(backup->snapshot);
    backup->snapshot = NULL;
    if (error == ERR_OK)
        error = read_state(backup->handle, &backup->state);
    if (error != ERR_OK && status->reason[0] == '\0')
        status_set(status, "the copy could not be written: %s", err_text(error));
    return error;
}

enum err backup_publish(struct backup *backup, struct store_status *status)
{
    enum err error = file_publish(backup->temporary, backup->path, backup->may_replace);

    status_clear(status);
    backup->is_published = true; /* or it is gone */
    if (error != ERR_OK)
        status_set(status, "%s cannot be written: %s", backup->path, err_text(error));
    return error;
}

void backup_free(struct backup *backup)
{
    if (backup == NULL)
        return;
    snapshot_free(backup->snapshot);
    if (!backup->is_published && backup->temporary[0] != '\0') {
        unlink(backup->temporary);
        snapshot_remove_beside(backup->temporary);
    }
    free(backup);
}

static enum err write_whole(struct backup *backup, struct store_status *status)
{
    bool is_whole = false;
    bool is_doubtful = false;
    enum err error = ERR_OK;

    while (error == ERR_OK && !is_whole)
        error = backup_step(backup, &is_whole, status);
    if (error == ERR_OK)
        error = backup_prove(backup, NULL, &is_doubtful, status);
    return error == ERR_OK && is_doubtful ? backup_compare(backup, NULL, status) : error;
}

/* Copies the reason and the warning of `own`, as far as it has them, over those in `status`. */
static void tell(const struct store_status *own, struct store_status *status)
{
    if (own->reason[0] != '\0')
        status_set(status, "%s", own->reason);
    if (own->warning[0] != '\0')
        status_warn(status, "%s", own->warning);
}

enum err backup_write(struct sqlite3 *handle, const char *path, bool may_replace,
                      struct store_status *status)
{
    struct store_status own;
    struct backup *backup = NULL;
    enum err error = backup_begin(handle, path, may_replace, &backup, &own);

    if (error == ERR_OK)
        error = write_whole(backup, &own);
    tell(&own, status);
    if (error == ERR_OK) {
        error = backup_publish(backup, &own);
        tell(&own, status);
    }
    backup_free(backup);
    return error;
}

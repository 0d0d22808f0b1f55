/*
 * Copies of a database with SQLite's backup interface, which includes what its own connection
 * commits meanwhile, so that a copy never has to begin again. A snapshot is a copy without a name,
 * to be proven beside the server; a backup is read back through a connection of its own and then
 * published.
 */
#include "db/backup.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/check.h"
#include "db/connection.h"
#include "db/examine.h"
#include "db/file.h"
#include "db/schema.h"
#include "db/sqlite_store.h"

/* A step of that many pages takes less than two milliseconds, the longest wait of a save. */
enum { PAGES_A_STEP = 64, SPARE_BYTES = 16 * 1024 * 1024 };

struct snapshot {
    sqlite3 *copy;
    sqlite3_backup *backup; /* NULL: the copy is complete, or has failed */
    bool is_nameless;       /* its file may lose its name, since no other connection opens it */
    char path[FILE_PATH_SIZE];
};

/* A copy need not survive a power cut before it is complete, and the disk must show its size at
   once. */
static const char settings_sql[] = "PRAGMA journal_mode = OFF;"
                                   "PRAGMA synchronous = OFF;"
                                   "PRAGMA locking_mode = EXCLUSIVE;"
                                   "PRAGMA cache_size = -256;";

static enum err write_path(const char *database, char out[FILE_PATH_SIZE])
{
    return file_path_append(database, ".proof", out);
}

/* Removes what SQLite may have left beside a copy at `path`. */
static void snapshot_remove_beside(const char *path)
{
    static const char *const suffixes[] = {"-wal", "-journal"};
    char name[FILE_PATH_SIZE];

    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        if (file_path_append(path, suffixes[i], name) == ERR_OK)
            unlink(name);
    }
}

void snapshot_remove_unfinished(const char *path)
{
    char proof[FILE_PATH_SIZE];

    if (write_path(path, proof) != ERR_OK)
        return;
    unlink(proof);
    snapshot_remove_beside(proof);
}

/* Checks that the disk keeps as much room for saves as the copy takes. */
static enum err check_room(const char *database, struct store_status *status)
{
    char folder[FILE_PATH_SIZE];
    struct stat info;
    struct statvfs space;

    if (file_folder_of(database, folder) != ERR_OK || stat(database, &info) != 0 ||
        statvfs(folder, &space) != 0)
        return ERR_DISK;
    if ((uint64_t)space.f_bavail * space.f_frsize >= (uint64_t)info.st_size * 2 + SPARE_BYTES)
        return ERR_OK;
    status_set(status, "the disk has no room for the copy that is proven");
    return ERR_NO_SPACE;
}

static enum err make_file(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);

    if (file < 0)
        return file_error(errno);
    close(file);
    return ERR_OK;
}

static enum err begin_copy(struct snapshot *snapshot, struct sqlite3 *handle)
{
    enum err error = connection_open(snapshot->path, SQLITE_OPEN_READWRITE, &snapshot->copy);

    if (error == ERR_OK)
        error = connection_exec(snapshot->copy, settings_sql);
    if (error != ERR_OK)
        return error;
    snapshot->backup = sqlite3_backup_init(snapshot->copy, "main", handle, "main");
    return snapshot->backup != NULL ? ERR_OK
                                    : connection_error(sqlite3_extended_errcode(snapshot->copy));
}

static enum err begin_nameless(struct snapshot *snapshot, struct sqlite3 *handle,
                               const char *database, struct store_status *status)
{
    enum err error = check_room(database, status);

    if (error == ERR_OK)
        error = write_path(database, snapshot->path);
    if (error != ERR_OK)
        return error;
    snapshot->is_nameless = true;
    snapshot_remove_unfinished(database);
    error = make_file(snapshot->path);
    return error == ERR_OK ? begin_copy(snapshot, handle) : error;
}

/* Hands out a snapshot that has begun, or frees it if `error` is not ERR_OK. Returns `error`. */
static enum err begun(struct snapshot *snapshot, enum err error, struct snapshot **out,
                      struct store_status *status)
{
    if (error == ERR_OK) {
        *out = snapshot;
        return ERR_OK;
    }
    if (status->reason[0] == '\0')
        status_set(status, "the copy cannot be begun: %s", err_text(error));
    snapshot_free(snapshot);
    return error;
}

enum err sqlite_begin_snapshot(struct store *store, struct snapshot **out,
                               struct store_status *status)
{
    struct sqlite3 *handle = sqlite_of(store)->handle;
    const char *database = sqlite3_db_filename(handle, "main");
    struct snapshot *snapshot = calloc(1, sizeof *snapshot);

    status_clear(status);
    if (snapshot == NULL || database == NULL) {
        free(snapshot);
        return ERR_MEMORY;
    }
    return begun(snapshot, begin_nameless(snapshot, handle, database, status), out, status);
}

/*
 * Begins a snapshot of any connection, in the empty file at `path`, however little space is free.
 * The file keeps its name. The caller owns it, closes it with snapshot_free() and removes the files
 * beside it with snapshot_remove_beside().
 */
static enum err snapshot_begin_file(struct sqlite3 *handle, const char *path, struct snapshot **out,
                                    struct store_status *status)
{
    struct snapshot *snapshot = calloc(1, sizeof *snapshot);

    status_clear(status);
    if (snapshot == NULL)
        return ERR_MEMORY;
    enum err error = file_path_append(path, "", snapshot->path);
    if (error == ERR_OK)
        error = begin_copy(snapshot, handle);
    return begun(snapshot, error, out, status);
}

static void end_backup(struct snapshot *snapshot)
{
    if (snapshot->backup != NULL)
        (void)sqlite3_backup_finish(snapshot->backup);
    snapshot->backup = NULL;
}

/* Makes the copy a database without a log, if its source has one; after that the copy's file needs
   no name. */
static enum err settle(struct snapshot *snapshot)
{
    char mode[16] = "";
    enum err error = connection_read_text(snapshot->copy, "PRAGMA journal_mode = MEMORY", mode,
                                          (int)sizeof mode);

    if (snapshot->is_nameless)
        unlink(snapshot->path);
    return error;
}

enum err snapshot_step(struct snapshot *snapshot, bool *out_is_whole, struct store_status *status)
{
    int code = sqlite3_backup_step(snapshot->backup, PAGES_A_STEP);

    status_clear(status);
    *out_is_whole = false;
    if (code == SQLITE_OK)
        return ERR_OK;
    end_backup(snapshot);
    enum err error = code == SQLITE_DONE ? settle(snapshot) : connection_error(code);
    *out_is_whole = error == ERR_OK;
    if (error != ERR_OK)
        status_set(status, "the copy could not be written: %s", err_text(error));
    return error;
}

enum err snapshot_prove(struct snapshot *snapshot, atomic_bool *interrupt, struct examination *out,
                        struct store_status *status)
{
    status_clear(status);
    connection_heed(snapshot->copy, interrupt);
    enum err error = connection_check(snapshot->copy, status);
    if (error == ERR_OK)
        error = examine_database(snapshot->copy, out);
    connection_heed(snapshot->copy, NULL);
    return error;
}

void snapshot_free(struct snapshot *snapshot)
{
    if (snapshot == NULL)
        return;
    end_backup(snapshot);
    connection_close(snapshot->copy);
    if (snapshot->is_nameless)
        unlink(snapshot->path);
    free(snapshot);
}

struct backup {
    struct sqlite3 *handle;
    struct snapshot *snapshot; /* the copy in progress */
    bool may_replace;
    bool is_published;
    int64_t state;            /* seal of the commit that it holds; 0: none */
    struct examination found; /* result of examining the copy */
    char path[FILE_PATH_SIZE];
    char temporary[FILE_PATH_SIZE]; /* file name until it is published */
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

/* True if the copy has no more damage than the world. The world has moved on since: if a row was
   mended meanwhile, the copy counts as bad, and the next one will be better. */
static bool is_no_worse(const struct examination *copy, const struct examination *original)
{
    for (int i = 0; i < RECORD_COUNT; i++) {
        if (copy->rows[i].bad > original->rows[i].bad)
            return false;
    }
    return copy->state_is_whole || !original->state_is_whole;
}

/* Reads the seal; 0 if there is none. If both files lack it they do not differ, and the examination
   reports it. An older schema has no table for it. */
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

/* Checks the rows of a copy, which is possible only in the newest schema. */
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

/*
 * Begins a backup at `path`; nothing is copied yet. ERR_EXISTS: `path` exists and may not be
 * replaced. The caller owns *out. Until the backup is whole it must be freed on the thread of the
 * connection, before that is closed.
 */
static enum err backup_begin(struct sqlite3 *handle, const char *path, bool may_replace,
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

/* Copies the reason and the warning of `own`, if they are set, over those in `status`. */
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

/*
 * Snapshots with SQLite's backup interface: it carries what its own connection commits meanwhile
 * over into the copy, so it never has to begin again.
 */
#include "db/snapshot.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "db/connection.h"
#include "db/examine.h"
#include "db/file.h"
#include "db/sqlite_store.h"

/* So many pages are well under a millisecond or two; a save does not wait longer than that. */
enum { PAGES_A_STEP = 64, SPARE_BYTES = 16 * 1024 * 1024 };

struct snapshot {
    sqlite3 *copy;
    sqlite3_backup *backup; /* NULL: it is whole, or has failed */
    bool is_nameless;       /* nobody else needs its name */
    char path[FILE_PATH_SIZE];
};

/* Nobody needs the copy to be safe from a power cut before it is whole, and what it takes of the
   disk is to be seen at once. */
static const char settings_sql[] = "PRAGMA journal_mode = OFF;"
                                   "PRAGMA synchronous = OFF;"
                                   "PRAGMA locking_mode = EXCLUSIVE;"
                                   "PRAGMA cache_size = -256;";

static enum err write_path(const char *database, char out[FILE_PATH_SIZE])
{
    return file_path_append(database, ".proof", out);
}

void snapshot_remove_beside(const char *path)
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

/* The copy takes room that saves will want, so as much again must be left to them. */
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

/* Hands out what was begun, or frees what could not be. */
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

enum err snapshot_begin_file(struct sqlite3 *handle, const char *path, struct snapshot **out,
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

/* A copy of a database with a log claims to have one; then its name is needed no more. */
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

/*
 * Watching the database and its log: their files by device and number, which no other file has
 * while a descriptor holds this one.
 *
 * A write of another program within a transaction of ours, a few milliseconds, is seen only if it
 * changes a name, shortens a file, or empties the log: then the log has no beginning.
 */
#define _GNU_SOURCE /* O_PATH is Linux's own */
#include "db/store_files.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "db/connection.h"
#include "db/examine.h"
#include "db/file.h"
#include "db/file_system.h"
#include "db/sqlite_store.h"
#include "db/store.h"

enum file_fault {
    FILE_SAME,
    FILE_GONE,      /* no file has its name, or the name could not be looked up */
    FILE_EXCHANGED, /* another file has its name */
    FILE_CUT,       /* shorter than at the last write */
    FILE_WRITTEN,   /* written since by another program */
};

struct file_watch {
    char path[FILE_PATH_SIZE];
    int descriptor;   /* -1: no file is watched */
    bool has_times;   /* the time of the last change can be trusted */
    struct stat left; /* state of the file at file_watch_note() */
};

static const char *const fault_texts[] = {
    [FILE_SAME] = "is as it was left",
    [FILE_GONE] = "is gone",
    [FILE_EXCHANGED] = "was replaced by another file",
    [FILE_CUT] = "was cut short by another program",
    [FILE_WRITTEN] = "was written by another program",
};

static bool is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool is_same_time(struct timespec a, struct timespec b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

static void file_watch_end(struct file_watch *watch)
{
    if (watch->path[0] != '\0' && watch->descriptor >= 0)
        close(watch->descriptor);
    watch->descriptor = -1;
}

/* Reads the size and the time of the last change. False: that failed. */
static bool file_watch_stamp(const struct file_watch *watch, struct stat *out)
{
    return fstat(watch->descriptor, out) == 0;
}

/* Notes that this process has written: the file's state now is the expected state. */
static void file_watch_note(struct file_watch *watch)
{
    struct stat now;

    if (file_watch_stamp(watch, &now))
        watch->left = now;
}

/* Returns what has happened to the file since file_watch_note(). Asks only the kernel, and reads no
   disk. */
static enum file_fault file_watch_look(const struct file_watch *watch)
{
    struct stat named;
    struct stat own;

    if (!file_watch_stamp(watch, &own) || stat(watch->path, &named) != 0)
        return FILE_GONE;
    if (!is_same_file(&named, &own) || own.st_nlink == 0)
        return FILE_EXCHANGED;
    if (own.st_size < watch->left.st_size)
        return FILE_CUT;
    if (watch->has_times && !is_same_time(own.st_mtim, watch->left.st_mtim))
        return FILE_WRITTEN;
    return FILE_SAME;
}

/*
 * Begins to watch the file that has this name now. `has_times`: it is on a local disk, where only
 * a write changes the time of the last change. ERR_NOT_FOUND or another error of the disk;
 * ERR_UNKNOWN for a file system whose numbers do not tell one file from another.
 */
static enum err file_watch_begin(struct file_watch *watch, const char *path, bool has_times)
{
    *watch = (struct file_watch){.descriptor = -1, .has_times = has_times};
    enum err error = file_path_append(path, "", watch->path);
    if (error != ERR_OK)
        return error;
    watch->descriptor = open(path, O_PATH | O_CLOEXEC);
    if (watch->descriptor < 0)
        return file_error(errno);
    file_watch_note(watch);
    if (file_watch_look(watch) == FILE_SAME)
        return ERR_OK;
    file_watch_end(watch);
    return ERR_UNKNOWN;
}

/* True if the fault is only about the name: the open file is unchanged. */
static bool file_fault_is_of_name(enum file_fault fault)
{
    return fault == FILE_GONE || fault == FILE_EXCHANGED;
}

/* Returns "is gone", "was replaced by another file", … */
static const char *file_fault_text(enum file_fault fault)
{
    return fault_texts[fault];
}

struct store_files {
    struct file_watch database;
    struct file_watch log;
    struct stat doubted[2]; /* state of the files when they were last read and refused */
    bool is_log_headless;   /* after a commit the log did not begin like one */
    bool is_reported;       /* the fault was reported */
};

static enum err begin(struct store *store, const char *path, bool has_times)
{
    struct store_files *files = sqlite_of(store)->files;
    const char *name = sqlite3_db_filename(sqlite_of(store)->handle, "main");
    enum err error = file_watch_begin(&files->database, path, has_times);

    if (error == ERR_OK)
        error = file_watch_begin(&files->log, sqlite3_filename_wal(name), has_times);
    return error;
}

enum err store_watch_files(struct store *store, const char *path, struct store_status *status)
{
    struct store_status remote;

    status_clear(status);
    status_clear(&remote);
    sqlite_of(store)->files = calloc(1, sizeof *sqlite_of(store)->files);
    if (sqlite_of(store)->files == NULL)
        return ERR_MEMORY;
    /* A share of another machine may change times by itself. */
    bool is_local = file_system_check(path, &remote) == ERR_OK && remote.warning[0] == '\0';
    enum err error = begin(store, path, is_local);
    if (error == ERR_OK)
        return ERR_OK;
    store_files_free(store);
    if (error != ERR_UNKNOWN)
        return error;
    status_warn(status,
                "the file system cannot tell files apart: whether %s is replaced is not "
                "watched",
                path);
    return ERR_OK;
}

void store_files_free(struct store *store)
{
    if (sqlite_of(store)->files == NULL)
        return;
    file_watch_end(&sqlite_of(store)->files->database);
    file_watch_end(&sqlite_of(store)->files->log);
    free(sqlite_of(store)->files);
    sqlite_of(store)->files = NULL;
}

void store_files_note(struct store *store)
{
    if (sqlite_of(store)->files == NULL)
        return;
    file_watch_note(&sqlite_of(store)->files->database);
    file_watch_note(&sqlite_of(store)->files->log);
}

static enum file_fault look_at_log(const struct store_files *files)
{
    enum file_fault fault = file_watch_look(&files->log);

    return fault == FILE_SAME && files->is_log_headless ? FILE_CUT : fault;
}

enum err store_files_look(const struct store *store)
{
    if (sqlite_of(store)->files == NULL)
        return ERR_OK;
    return file_watch_look(&sqlite_of(store)->files->database) == FILE_SAME &&
                   look_at_log(sqlite_of(store)->files) == FILE_SAME
               ? ERR_OK
               : ERR_REPLACED;
}

/* True if the log is empty or begins like one. Reads it through SQLite's own file. */
static bool has_log_beginning(const struct store *store)
{
    static const uint8_t magic[] = {0x37, 0x7f, 0x06}; /* the fourth byte tells the byte order */
    uint8_t beginning[sizeof magic];
    sqlite3_file *log = NULL;
    sqlite3_int64 size = 0;

    if (sqlite3_file_control(sqlite_of(store)->handle, "main", SQLITE_FCNTL_JOURNAL_POINTER,
                             &log) != SQLITE_OK ||
        log == NULL || log->pMethods == NULL || log->pMethods->xFileSize(log, &size) != SQLITE_OK ||
        size == 0)
        return true;
    return log->pMethods->xRead(log, beginning, sizeof beginning, 0) == SQLITE_OK &&
           memcmp(beginning, magic, sizeof magic) == 0;
}

static enum err look_at_names(const struct store *store)
{
    if (sqlite_of(store)->files == NULL)
        return ERR_OK;
    return file_fault_is_of_name(file_watch_look(&sqlite_of(store)->files->database)) ||
                   file_fault_is_of_name(file_watch_look(&sqlite_of(store)->files->log))
               ? ERR_REPLACED
               : ERR_OK;
}

enum err store_files_look_after_commit(struct store *store)
{
    if (sqlite_of(store)->files == NULL)
        return ERR_OK;
    sqlite_of(store)->files->is_log_headless = !has_log_beginning(store);
    if (sqlite_of(store)->files->is_log_headless)
        return ERR_REPLACED;
    return look_at_names(store);
}

bool store_files_allow_checkpoint(const struct store *store)
{
    if (sqlite_of(store)->files == NULL)
        return true;
    enum file_fault log = look_at_log(sqlite_of(store)->files);
    return file_watch_look(&sqlite_of(store)->files->database) == FILE_SAME &&
           (log == FILE_SAME || file_fault_is_of_name(log));
}

/* True if all pages and rows of the last commit are in the files; nothing is read from memory. */
static bool is_content_whole(struct store *store)
{
    struct examination examination;
    struct store_status status;
    struct head head;

    (void)sqlite3_db_release_memory(sqlite_of(store)->handle);
    return connection_check(sqlite_of(store)->handle, &status) == ERR_OK &&
           store_examine(store, &examination) == ERR_OK && examination.state_is_whole &&
           head_read(sqlite_of(store)->handle, &head) == ERR_OK &&
           head.numbers[HEAD_SEAL] == store->state.head.numbers[HEAD_SEAL];
}

static bool is_same_stamp(const struct stat *a, const struct stat *b)
{
    return a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
           a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* True if files that another program has changed still have all of the last commit. Both must have
   their names. They are read only once they have stopped changing, and not twice in one state. */
static bool may_be_taken(struct store *store)
{
    struct store_files *files = sqlite_of(store)->files;
    struct stat now[2];

    if (!file_watch_stamp(&files->database, &now[0]) || !file_watch_stamp(&files->log, &now[1]) ||
        (is_same_stamp(&now[0], &files->doubted[0]) && is_same_stamp(&now[1], &files->doubted[1])))
        return false;
    files->doubted[0] = now[0];
    files->doubted[1] = now[1];
    return is_content_whole(store);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash == NULL ? path : slash + 1;
}

enum err store_check_files(struct store *store, struct store_status *status)
{
    struct store_files *files = sqlite_of(store)->files;

    status_clear(status);
    if (store_files_look(store) == ERR_OK) {
        if (files != NULL)
            files->is_reported = false;
        return ERR_OK;
    }
    enum file_fault database = file_watch_look(&files->database);
    bool is_log = database == FILE_SAME;
    enum file_fault fault = is_log ? look_at_log(files) : database;
    status_set(status, "%s %s", base_name(is_log ? files->log.path : files->database.path),
               file_fault_text(fault));
    if (!files->is_reported) {
        /* Reported first, for at least a second. */
        files->is_reported = true;
        return ERR_REPLACED;
    }
    if (look_at_names(store) != ERR_OK || !may_be_taken(store))
        return ERR_REPLACED;
    status_warn(status, "%s; it was read again, and all that was saved is in it", status->reason);
    status->reason[0] = '\0';
    store_files_note(store);
    files->is_log_headless = false;
    files->is_reported = false;
    return ERR_OK;
}

void store_file_sizes(const struct store *store, uint64_t *out_database, uint64_t *out_log)
{
    struct stat info;

    *out_database = 0;
    *out_log = 0;
    if (sqlite_of(store)->files == NULL)
        return;
    if (file_watch_stamp(&sqlite_of(store)->files->database, &info))
        *out_database = (uint64_t)info.st_size;
    if (file_watch_stamp(&sqlite_of(store)->files->log, &info))
        *out_log = (uint64_t)info.st_size;
}

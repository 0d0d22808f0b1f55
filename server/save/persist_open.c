/*
 * Opening the database: the work before anybody plays does not grow with the world. If it is
 * absent, signs of an older world in the folder, its mark and backups, refuse the start.
 */
#include "server/save/persist_open.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "db/examine.h"
#include "db/file.h"
#include "db/records.h"
#include "db/store.h"
#include "db/store_ledger.h"
#include "server/base/options.h"
#include "server/base/process.h"

enum { PERSIST_MARK_PATH_SIZE = 512 };

struct older_world {
    bool is_marked;
    /* there are backups, or their folder cannot be read */
    bool has_backups;
    char newest_backup[PERSIST_MARK_PATH_SIZE]; /* path of the newest backup; "": none */
};

static const char mark_name[] = "undercroft.world";
static const char suffix[] = ".db";

enum { TEXT_SIZE = 512, STAMP_SIZE = 32 };

static bool write_path(const char *folder, const char *name, char out[PERSIST_MARK_PATH_SIZE])
{
    int length = snprintf(out, PERSIST_MARK_PATH_SIZE, "%s/%s", folder, name);

    return length >= 0 && length < PERSIST_MARK_PATH_SIZE;
}

bool persist_mark_is_there(const char *folder)
{
    char path[PERSIST_MARK_PATH_SIZE];

    return write_path(folder, mark_name, path) && file_exists(path);
}

static bool is_backup(const char *name)
{
    size_t length = strlen(name);

    return length >= sizeof suffix && strcmp(name + length - (sizeof suffix - 1), suffix) == 0;
}

/* Finds the backup that was changed last; only plain files count. */
static void find_newest(DIR *stream, const char *backups, struct older_world *out)
{
    struct timespec newest = {0};

    for (struct dirent *entry; (entry = readdir(stream)) != NULL;) {
        char path[PERSIST_MARK_PATH_SIZE];
        struct stat info;
        if (!is_backup(entry->d_name) || !write_path(backups, entry->d_name, path) ||
            lstat(path, &info) != 0 || !S_ISREG(info.st_mode))
            continue;
        out->has_backups = true;
        if (info.st_mtim.tv_sec < newest.tv_sec ||
            (info.st_mtim.tv_sec == newest.tv_sec && info.st_mtim.tv_nsec < newest.tv_nsec))
            continue;
        newest = info.st_mtim;
        snprintf(out->newest_backup, sizeof out->newest_backup, "%s", path);
    }
}

/* Looks for an older world in the data folder; true if there are signs of one. */
static bool persist_mark_find(const char *folder, struct older_world *out)
{
    char backups[PERSIST_MARK_PATH_SIZE];

    *out = (struct older_world){.is_marked = persist_mark_is_there(folder)};
    if (!write_path(folder, "backups", backups))
        return out->is_marked;
    DIR *stream = opendir(backups);
    if (stream != NULL) {
        find_newest(stream, backups, out);
        closedir(stream);
    } else {
        out->has_backups = errno != ENOENT;
    }
    return out->is_marked || out->has_backups;
}

static struct tm now_parts(void)
{
    time_t now = time(NULL);
    struct tm parts = {0};

    (void)gmtime_r(&now, &parts);
    return parts;
}

static bool write_text(const char *path, uint64_t seed)
{
    char text[TEXT_SIZE];
    char stamp[STAMP_SIZE] = "";
    int file = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
    struct tm now = now_parts();

    if (file < 0)
        return false;
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &now);
    int length = snprintf(text, sizeof text,
                          "A world of Undercroft is kept here, in undercroft.db. Seed %" PRIu64
                          ".\nThis file was written at %s. Where it lies, or a backup, and\n"
                          "the database is gone, the server makes no new world unless it is\n"
                          "started with --new-world.\n",
                          seed, stamp);
    bool is_written = write(file, text, (size_t)length) == length;
    return close(file) == 0 && is_written;
}

enum err persist_mark_leave(const char *folder, uint64_t seed)
{
    char path[PERSIST_MARK_PATH_SIZE];
    char temporary[FILE_PATH_SIZE];

    if (!write_path(folder, mark_name, path))
        return ERR_TOO_BIG;
    enum err error = file_make_temporary(path, temporary);
    if (error != ERR_OK)
        return error;
    errno = 0;
    if (!write_text(temporary, seed)) {
        error = file_error(errno);
        unlink(temporary);
        return error;
    }
    return file_publish(temporary, path, true);
}

/*
 * Renames the folder of backups of an older world before a new one is made, because backups of the
 * new world would otherwise replace them one day. `out` is the new name; "": there was no folder.
 * Returns an error of the disk.
 */
static enum err persist_mark_set_aside(const char *folder, char out[PERSIST_MARK_PATH_SIZE])
{
    char backups[PERSIST_MARK_PATH_SIZE];
    char name[STAMP_SIZE];
    struct tm now = now_parts();

    out[0] = '\0';
    if (!write_path(folder, "backups", backups) || !file_exists(backups))
        return ERR_OK;
    strftime(name, sizeof name, "backups-older-%Y%m%d-%H%M%S", &now);
    if (!write_path(folder, name, out))
        return ERR_TOO_BIG;
    if (file_exists(out))
        return ERR_EXISTS;
    return rename(backups, out) == 0 ? ERR_OK : file_error(errno);
}

/* Makes a folder and those above it. False: errno says why. */
static bool make_folders(const char *path)
{
    char above[PATH_MAX];
    size_t length = strlen(path);

    if (mkdir(path, 0700) == 0 || errno == EEXIST)
        return true;
    if (errno != ENOENT || length >= sizeof above)
        return false;
    memcpy(above, path, length + 1);
    for (char *at = strchr(above + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
        *at = '\0';
        if (mkdir(above, 0755) != 0 && errno != EEXIST)
            return false;
        *at = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* Makes the data folder. One that was made by another user, such as a volume, may be closed to this
   user. */
static enum err make_data_folder(const char *path, int *out_exit_code)
{
    char cause[PATH_MAX + 64];
    struct stat info;
    bool is_there = make_folders(path);

    if (is_there && stat(path, &info) == 0 && !S_ISDIR(info.st_mode))
        errno = ENOTDIR;
    else if (is_there && access(path, R_OK | W_OK | X_OK) == 0)
        return ERR_OK;
    snprintf(cause, sizeof cause, "user %lu cannot %s the data directory %s",
             (unsigned long)getuid(), is_there ? "write to" : "make", path);
    *out_exit_code = EXIT_DATABASE_REFUSED;
    process_explain(cause, strerror(errno),
                    is_there ? "make it writable for that user, or name another with --data DIR"
                             : "make it yourself, or name another with --data DIR");
    return ERR_DISK;
}

struct refusal_row {
    enum err error;
    int exit_code;
    const char *cure;
};

static const struct refusal_row refusal_table[] = {
    {ERR_IN_USE, EXIT_DATABASE_IN_USE,
     "stop the other server, or give this one its own directory with --data DIR"},
    {ERR_FOREIGN, EXIT_DATABASE_REFUSED,
     "restore a backup, or move the file away and begin a new world with --new-world"},
    {ERR_CORRUPT, EXIT_DATABASE_REFUSED,
     "restore a backup, or move the file away and begin a new world with --new-world"},
    {ERR_NEWER, EXIT_DATABASE_REFUSED, "run the newer server, or restore a backup of that time"},
    {ERR_READ_ONLY, EXIT_DATABASE_REFUSED,
     "make the directory and the file writable for the user who runs this"},
    {ERR_NO_SPACE, EXIT_DATABASE_REFUSED, "free some space on that disk"},
    {ERR_NO_RESOURCE, EXIT_DATABASE_REFUSED, "raise the limit on open files (ulimit -n)"},
};

/* Reports a refused database. The reason and cure in `status` are used before the general ones of
   the error; `status` NULL: the store gave none. */
static void refuse(const char *path, enum err error, const struct store_status *status,
                   int *out_exit_code)
{
    const char *cure = "see the log of the disk, and restore a backup if need be";
    const char *reason = status == NULL ? "" : status->reason;
    char cause[PATH_MAX + 64];

    *out_exit_code = EXIT_DATABASE_REFUSED;
    for (size_t i = 0; i < sizeof refusal_table / sizeof refusal_table[0]; i++) {
        if (refusal_table[i].error != error)
            continue;
        *out_exit_code = refusal_table[i].exit_code;
        cure = refusal_table[i].cure;
    }
    if (status != NULL && status->cure[0] != '\0')
        cure = status->cure;
    snprintf(cause, sizeof cause, "the database %s is refused and left as it is", path);
    process_explain(cause, reason[0] == '\0' ? err_text(error) : reason, cure);
}

static void print_examination(const struct examination *examination)
{
    printf("checked: %llu players, %llu levels, %llu bands of memories; damaged rows: %llu\n",
           (unsigned long long)examination->rows[RECORD_DELVER].all,
           (unsigned long long)examination->rows[RECORD_LEVEL].all,
           (unsigned long long)examination->rows[RECORD_MEMORY].all,
           (unsigned long long)examination_bad_rows(examination));
    for (int i = 0; i < examination->finding_count; i++)
        printf("warn: %s\n", examination->findings[i]);
}

/* Calls store_settle(), after which the database is written. Prints the cause if that fails. */
static enum err settle(struct store *store, const char *path, int *out_exit_code)
{
    struct store_status status;

    status_clear(&status);
    enum err error = store_settle(store, &status);
    if (error != ERR_OK)
        refuse(path, error, &status, out_exit_code);
    return error;
}

/* Accepts the rows as the world, and the things that exist as the ledger. */
static enum err accept_rows(struct store *store, bool is_whole, const struct ledger_report *ledger)
{
    char text[LEDGER_TEXT_SIZE];
    enum err error = is_whole ? ERR_OK : store_accept_state(store);

    if (error == ERR_OK)
        error = store_right_ledger(store);
    if (error != ERR_OK)
        return error;
    if (!is_whole)
        puts("warn: the rows were not those of one moment; accepted as they are (--repair)");
    ledger_report_text(ledger->more, text, sizeof text);
    if (ledger->wrong > 0)
        printf("warn: the ledger of things was wrong (%s); it is set right (--repair)\n", text);
    return ERR_OK;
}

/* Checks every page and every row; a world whose rows come from different moments is accepted. */
static enum err repair(struct store *store, const char *path, int *out_exit_code)
{
    struct examination examination;
    struct store_status status;

    status_clear(&status);
    enum err error = store_check_pages(store, &status);
    if (error == ERR_OK)
        error = store_examine(store, &examination);
    if (error != ERR_OK) {
        refuse(path, error, &status, out_exit_code);
        return error;
    }
    print_examination(&examination);
    if (examination.state_is_whole && examination.ledger.wrong == 0)
        return ERR_OK;
    error = settle(store, path, out_exit_code);
    if (error != ERR_OK)
        return error;
    error = accept_rows(store, examination.state_is_whole, &examination.ledger);
    if (error != ERR_OK)
        refuse(path, error, NULL, out_exit_code);
    return error;
}

/* Checks the head, which tells what an earlier proof has found. Rows are proven only once players
   are in (server/save/persist_copy.h). */
static enum err check_head(const struct options *options, struct store *store, const char *path,
                           int *out_exit_code)
{
    struct store_status status;

    if (options->wants_repair)
        return repair(store, path, out_exit_code);
    enum err error = store_check_head(store, &status);
    if (error == ERR_OK)
        return ERR_OK;
    *out_exit_code = EXIT_DATABASE_REFUSED;
    process_explain("the database is refused and left as it is", status.reason,
                    "restore a backup, or accept the rows as they are with --repair");
    return error;
}

static enum err save_new_seed(struct store *store, uint64_t seed)
{
    enum err error = store_begin(store);

    if (error == ERR_OK)
        error = store_save_meta(store, META_SEED, seed);
    if (error == ERR_OK)
        error = store_save_meta(store, META_CREATED_AT, (uint64_t)time(NULL));
    if (error == ERR_OK)
        return store_commit(store);
    store_rollback(store);
    return error;
}

/* Reads the seed of an old world, or chooses one for a new world. */
static enum err settle_seed(const struct options *options, struct opened_store *opened,
                            const char *path, int *out_exit_code)
{
    enum err error = store_load_meta(opened->store, META_SEED, &opened->seed);

    if (error == ERR_OK && options->has_seed && options->seed != opened->seed) {
        char detail[64];
        *out_exit_code = EXIT_BAD_CONFIG;
        snprintf(detail, sizeof detail, "its seed is %llu", (unsigned long long)opened->seed);
        process_explain("this world was made with another seed", detail,
                        "leave --seed away, or name another directory with --data DIR");
        return ERR_EXISTS;
    }
    if (error == ERR_OK || error == ERR_NOT_FOUND) {
        enum err settled = settle(opened->store, path, out_exit_code);
        if (settled != ERR_OK)
            return settled;
    }
    if (error == ERR_NOT_FOUND) {
        if (options->has_seed)
            opened->seed = options->seed;
        else
            randombytes_buf(&opened->seed, sizeof opened->seed);
        error = save_new_seed(opened->store, opened->seed);
    }
    if (error == ERR_OK)
        error = store_load_meta(opened->store, META_TICK, &opened->tick);
    if (error == ERR_NOT_FOUND)
        error = ERR_OK;
    if (error != ERR_OK)
        refuse(path, error, NULL, out_exit_code);
    return error;
}

/* Handles a missing database. If there was a world, that is an accident: an unmounted folder, a
   removed file. *out_was_there: there was one, and a new one is wanted. */
static enum err check_absence(const struct options *options, const char *path, bool *out_was_there,
                              int *out_exit_code)
{
    struct older_world older;
    char cause[PATH_MAX + 128];
    char cure[2 * PATH_MAX];

    *out_was_there =
        store_driver_default()->is_absent(path) && persist_mark_find(options->data, &older);
    if (!*out_was_there || options->wants_new_world)
        return ERR_OK;
    *out_exit_code = EXIT_DATABASE_REFUSED;
    snprintf(cause, sizeof cause, "the database %s is absent, and a world was here", path);
    if (older.newest_backup[0] != '\0')
        snprintf(cure, sizeof cure,
                 "put it back, or restore the newest backup (cp %s %s), or make a new world with "
                 "--new-world",
                 older.newest_backup, path);
    else
        snprintf(cure, sizeof cure,
                 "put it back, or restore a backup, or make a new world with --new-world");
    process_explain(cause, older.is_marked ? "undercroft.world says so" : "its backups lie there",
                    cure);
    return ERR_NOT_FOUND;
}

/* Handles --new-world, which is meant only for the start that makes the world. */
static void settle_new_world(const struct options *options, const struct opened_store *opened,
                             bool was_there)
{
    char aside[PERSIST_MARK_PATH_SIZE];

    if (options->wants_new_world && !opened->is_new)
        puts("warn: a world is here, so --new-world has no effect; leave the flag away, because it "
             "would make a new world if this one were lost");
    if (!was_there || !opened->is_new)
        return;
    enum err error = persist_mark_set_aside(options->data, aside);
    puts("warn: a new world was made where an older one was (--new-world)");
    if (error != ERR_OK)
        printf("warn: backups of the older world could not be set aside: %s; newer backups will "
               "replace them\n",
               err_text(error));
    else if (aside[0] != '\0')
        printf("warn: backups of the older world are in %s\n", aside);
}

/* Begins to watch the files, and leaves the mark by which later starts know the folder. */
static enum err watch(const struct options *options, struct opened_store *opened, const char *path,
                      int *out_exit_code)
{
    struct store_status status;
    enum err error = store_watch(opened->store, path, &status);

    if (status.warning[0] != '\0')
        printf("warn: %s\n", status.warning);
    if (error != ERR_OK) {
        refuse(path, error, &status, out_exit_code);
        return error;
    }
    if (!opened->is_new && persist_mark_is_there(options->data))
        return ERR_OK;
    error = persist_mark_leave(options->data, opened->seed);
    if (error != ERR_OK)
        printf("warn: undercroft.world cannot be written in %s: %s\n", options->data,
               err_text(error));
    return ERR_OK;
}

enum err persist_open(const struct options *options, struct opened_store *out, int *out_exit_code)
{
    const struct store_driver *driver = store_driver_default();
    char path[PATH_MAX];
    struct store_status status;
    bool was_there = false;
    enum err error = make_data_folder(options->data, out_exit_code);

    *out = (struct opened_store){0};
    if (error != ERR_OK)
        return error;
    driver->place(options->data, path, sizeof path);
    error = check_absence(options, path, &was_there, out_exit_code);
    if (error != ERR_OK)
        return error;
    error = store_open_unsettled(driver, path, &out->store, &status);
    if (status.warning[0] != '\0')
        printf("warn: %s\n", status.warning);
    if (error != ERR_OK) {
        refuse(path, error, &status, out_exit_code);
        return error;
    }
    out->is_new = status.is_new;
    if (!out->is_new)
        error = check_head(options, out->store, path, out_exit_code);
    if (error == ERR_OK)
        error = settle_seed(options, out, path, out_exit_code);
    if (error == ERR_OK)
        error = watch(options, out, path, out_exit_code);
    if (error == ERR_OK)
        settle_new_world(options, out, was_there);
    if (error != ERR_OK && store_close(out->store) != ERR_OK)
        fprintf(stderr, "undercroftd: the database did not close cleanly\n");
    return error;
}

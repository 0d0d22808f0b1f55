/*
 * The mark is a text for people; only that it is there counts.
 */
#include "server/save/persist_mark.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "db/file.h"

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

bool persist_mark_find(const char *folder, struct older_world *out)
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

enum err persist_mark_set_aside(const char *folder, char out[PERSIST_MARK_PATH_SIZE])
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

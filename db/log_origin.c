/*
 * The head is read twice: through the log, and from the file as if it had no log. All commits of a
 * log carry the seal that the file had when the log was begun, its base. The file then holds either
 * that head, or one of the same base, where a checkpoint was under way, and no newer one.
 */
#include "db/log_origin.h"

#include <sqlite3.h>
#include <sys/stat.h>

#include "db/connection.h"
#include "db/file.h"
#include "db/head.h"
#include "db/schema.h"

static int newest_version(void)
{
    return schema_scripts[schema_script_count - 1].number;
}

static bool has_log(const char *path)
{
    char log_path[FILE_PATH_SIZE];
    struct stat info;

    return file_path_append(path, "-wal", log_path) == ERR_OK && stat(log_path, &info) == 0 &&
           info.st_size > 0;
}

/* Reads the schema version and the head in the file without its log. Version 0: not to be read. */
static enum err read_file_alone(const char *path, int64_t *out_version, struct head *out)
{
    sqlite3 *alone = NULL;
    enum err error = connection_open_without_log(path, &alone);

    *out_version = 0;
    *out = (struct head){.is_sound = false};
    if (error == ERR_OK)
        error = connection_read_int(alone, "PRAGMA user_version", out_version);
    if (error == ERR_OK && *out_version == newest_version())
        error = head_read(alone, out);
    connection_close(alone);
    if (error == ERR_MEMORY || error == ERR_DISK)
        return error;
    if (error != ERR_OK)
        *out_version = 0;
    return ERR_OK;
}

/* Whether the file may lie below a log whose newest head is `log`. Both are sound. */
static bool belongs(const struct head *file, const struct head *log)
{
    const uint64_t *below = file->numbers;
    const uint64_t *above = log->numbers;

    return below[HEAD_SEAL] == above[HEAD_BASE] || below[HEAD_SEAL] == above[HEAD_SEAL] ||
           (below[HEAD_BASE] == above[HEAD_BASE] && below[HEAD_COMMITS] < above[HEAD_COMMITS]);
}

/* Without a log all pages are in the file; with one, those that it had when the log was begun. */
static enum err check_length(struct sqlite3 *handle, const char *path, const struct head *head,
                             struct store_status *status)
{
    int64_t page_size = 0;
    int64_t pages = 0;
    struct stat info;
    enum err error = connection_read_int(handle, "PRAGMA page_size", &page_size);

    if (error == ERR_OK)
        error = connection_read_int(handle, "PRAGMA page_count", &pages);
    if (error != ERR_OK)
        return error;
    if (stat(path, &info) != 0)
        return ERR_DISK;
    uint64_t wanted = has_log(path) ? head->numbers[HEAD_PAGES] : (uint64_t)pages;
    if (page_size > 0 && (uint64_t)info.st_size / (uint64_t)page_size >= wanted)
        return ERR_OK;
    status_set(status, "%s is cut off: it is shorter than its head says", path);
    return ERR_CORRUPT;
}

enum err log_origin_check(struct sqlite3 *handle, const char *path, int version,
                          struct store_status *status)
{
    struct head log = {.is_sound = false};
    struct head file;
    int64_t file_version = 0;
    bool is_newest = version == newest_version();
    enum err error = is_newest ? head_read(handle, &log) : ERR_OK;

    if (error == ERR_OK && log.is_sound)
        error = check_length(handle, path, &log, status);
    if (error != ERR_OK || !has_log(path))
        return error;
    error = read_file_alone(path, &file_version, &file);
    if (error != ERR_OK || file_version == 0)
        return error;
    bool is_own = file_version <= version;
    if (is_newest && log.is_sound && file_version < version)
        is_own = log.numbers[HEAD_PAGES] == 0; /* the schema was new in that log */
    else if (log.is_sound && file.is_sound)
        is_own = belongs(&file, &log);
    if (is_own)
        return ERR_OK;
    status_set(status, "the log of %s is of another file", path);
    status_advise(status, "remove %s-wal if a backup was restored beside it; else restore a backup",
                  path);
    return ERR_CORRUPT;
}

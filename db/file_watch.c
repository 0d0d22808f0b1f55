/*
 * Compares by device and number, which no other file has while a descriptor holds this one.
 */
#define _GNU_SOURCE /* O_PATH is Linux's own */
#include "db/file_watch.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <unistd.h>

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

enum err file_watch_begin(struct file_watch *watch, const char *path, bool has_times)
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

void file_watch_end(struct file_watch *watch)
{
    if (watch->path[0] != '\0' && watch->descriptor >= 0)
        close(watch->descriptor);
    watch->descriptor = -1;
}

enum file_fault file_watch_look(const struct file_watch *watch)
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

bool file_fault_is_of_name(enum file_fault fault)
{
    return fault == FILE_GONE || fault == FILE_EXCHANGED;
}

const char *file_fault_text(enum file_fault fault)
{
    return fault_texts[fault];
}

void file_watch_note(struct file_watch *watch)
{
    struct stat now;

    if (file_watch_stamp(watch, &now))
        watch->left = now;
}

bool file_watch_stamp(const struct file_watch *watch, struct stat *out)
{
    return fstat(watch->descriptor, out) == 0;
}

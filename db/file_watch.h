/*
 * Whether open files are still the ones that their names lead to, and as this process left them.
 * Both are needed before anybody is told that something is saved: a file that lost its name, or
 * that another program has cut or written, is written to as if nothing had happened.
 *
 * A file is held by a descriptor that cannot read or write: closing it drops no lock of SQLite's.
 */
#ifndef UNDERCROFT_DB_FILE_WATCH_H
#define UNDERCROFT_DB_FILE_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "base/err.h"
#include "db/file.h"

enum file_fault {
    FILE_SAME,
    FILE_GONE,      /* nothing has its name any more, or the name cannot be looked at */
    FILE_EXCHANGED, /* another file has its name */
    FILE_CUT,       /* shorter than it was left */
    FILE_WRITTEN,   /* written since by another program */
};

struct file_watch {
    char path[FILE_PATH_SIZE];
    int descriptor;   /* -1: nothing is watched */
    bool has_times;   /* the time of the last change can be relied on */
    struct stat left; /* what it was when file_watch_note() was called */
};

/*
 * Begins to watch the file that has this name now. `has_times`: it is on a local disk, where only
 * a write changes the time of the last change. ERR_NOT_FOUND or another error of the disk;
 * ERR_UNKNOWN for a file system whose numbers do not tell one file from another.
 */
MUST_USE enum err file_watch_begin(struct file_watch *watch, const char *path, bool has_times);
void file_watch_end(struct file_watch *watch); /* also of one that was never begun */

/* Waits for nothing but the kernel's knowledge of the file. */
enum file_fault file_watch_look(const struct file_watch *watch);

/* True if it is about the name alone: the open file is as it was left. */
bool file_fault_is_of_name(enum file_fault fault);

/* "is gone", "was replaced by another file", … */
const char *file_fault_text(enum file_fault fault);

/* This process has written: as the file is now, so it was left. */
void file_watch_note(struct file_watch *watch);

/* Size and time of the last change now; false if they cannot be had. */
bool file_watch_stamp(const struct file_watch *watch, struct stat *out);

#endif

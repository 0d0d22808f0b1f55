/*
 * A reserve of disk space: a file of no use that is given up when the disk is full, so that the
 * database can still be saved, and laid back when there is room again.
 */
#ifndef UNDERCROFT_SERVER_SAVE_BALLAST_H
#define UNDERCROFT_SERVER_SAVE_BALLAST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

enum {
    BALLAST_PATH_SIZE = 512,
    BALLAST_BYTES_MAX = 16 * 1024 * 1024,
    BALLAST_SHARE = 8,                 /* at most one part in so many of what is free */
    BALLAST_TIGHT_BYTES = 1024 * 1024, /* less than that free, */
    BALLAST_TIGHT_SHARE = 32, /* or on a small disk less than one part in so many of it: tight */
};

struct ballast {
    char path[BALLAST_PATH_SIZE]; /* empty: there is none to lay */
    bool is_laid;
};

/* Names the file in the folder of data; nothing is written. ERR_RANGE for a path too long. */
MUST_USE enum err ballast_init(struct ballast *ballast, const char *folder);

/*
 * Lays it, if it is not: really allocated, never more than its share of what is free. One that a
 * server before this left behind is taken over, also when the disk is full by now. ERR_NO_SPACE or
 * another error of the disk; then there is no file.
 */
MUST_USE enum err ballast_lay(struct ballast *ballast);

/* Gives the space back to the disk. True if there was any. */
bool ballast_release(struct ballast *ballast);

/* True if so little is free that nothing should be begun that has to grow. */
bool ballast_disk_is_tight(const struct ballast *ballast);

/* True if it will soon be: who can do without the room leaves it to others, while it is not. */
bool ballast_disk_is_nearly_tight(const struct ballast *ballast);

#endif

/*
 * A reserve of disk space: a file that is removed when the disk is full, so that the database can
 * still be saved, and made again when there is room.
 */
#ifndef UNDERCROFT_SERVER_SAVE_BALLAST_H
#define UNDERCROFT_SERVER_SAVE_BALLAST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

enum {
    BALLAST_PATH_SIZE = 512,
    BALLAST_BYTES_MAX = 16 * 1024 * 1024,
    BALLAST_SHARE = 8,                 /* most of the reserve: the free space divided by this */
    BALLAST_TIGHT_BYTES = 1024 * 1024, /* a disk with fewer free bytes is tight */
    BALLAST_TIGHT_SHARE = 32,          /* a small disk is tight with less than 1 / this free */
};

struct ballast {
    char path[BALLAST_PATH_SIZE]; /* empty: there is no reserve */
    bool is_laid;
};

/* Sets the name of the file in the data folder; nothing is written. ERR_RANGE: the path is too
   long. */
MUST_USE enum err ballast_init(struct ballast *ballast, const char *folder);

/*
 * Makes the file, unless it exists: really allocated, never more than its share of the free space.
 * A file of an earlier run is kept, even if the disk is full by now. ERR_NO_SPACE or another error
 * of the disk: there is no file.
 */
MUST_USE enum err ballast_lay(struct ballast *ballast);

/* Removes the file. True: there was one. */
bool ballast_release(struct ballast *ballast);

/* True if there is too little space for anything that grows, such as new accounts and levels. */
bool ballast_disk_is_tight(const struct ballast *ballast);

/* True if the disk will soon be tight: optional data should already leave the space free. */
bool ballast_disk_is_nearly_tight(const struct ballast *ballast);

#endif

/*
 * The file of settings, undercroft.conf: reading it, and writing one setting into it, so that it
 * holds at the next start as well.
 */
#ifndef UNDERCROFT_SERVER_BASE_OPTION_FILE_H
#define UNDERCROFT_SERVER_BASE_OPTION_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "server/base/options.h"

enum { OPTION_FILE_MAX = 64 * 1024 }; /* bytes of a file that is rewritten */

struct option_place {
    char path[OPTION_PATH_SIZE];
    int line;        /* from 1 */
    bool is_flushed; /* the disk has confirmed that the file has its new content */
};

/*
 * Applies the file `path`, and tells every bad line in *failure. One that does not exist is a fault
 * when `is_required`. A file that was there is noted in options->file.
 */
void option_file_load(struct options *options, const char *path, bool is_required,
                      struct options_failure *failure);

/*
 * Sets row `index` of the option table to `value`, which option_read() must take, in the file that
 * was read; if there was none, in the one that will be looked for. It waits for the disk: not for
 * the loop. ERR_DISK, ERR_TOO_BIG, ERR_MEMORY, or ERR_FORMAT (it is no plain file, or could not be
 * read back as it would be) with *failure filled and the file as it was.
 */
MUST_USE enum err option_save(const struct options *options, size_t index, const char *value,
                              struct option_place *out, struct options_failure *failure);

#endif

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

enum { OPTION_FILE_MAX = 64 * 1024 }; /* most bytes of a file that can be rewritten */

struct option_place {
    char path[OPTION_PATH_SIZE];
    int line;        /* line number, from 1 */
    bool is_flushed; /* the disk has confirmed the new content of the file */
};

/*
 * Applies the file `path`, and adds every bad line to *failure. With `is_required` a missing file
 * is a fault too. If the file exists, its path is stored in options->file.
 */
void option_file_load(struct options *options, const char *path, bool is_required,
                      struct options_failure *failure);

/*
 * Writes row `index` of the option table with `value`, which option_read() must accept, into the
 * file that was read; if there was none, into the one that the next start will look for. Waits for
 * the disk, so the loop must not call it. ERR_DISK, ERR_TOO_BIG, ERR_MEMORY, or ERR_FORMAT (not a
 * regular file, or the new text could not be read back), with *failure filled in; the file is then
 * unchanged.
 */
MUST_USE enum err option_save(const struct options *options, size_t index, const char *value,
                              struct option_place *out, struct options_failure *failure);

#endif

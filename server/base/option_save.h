/*
 * Writing one setting into the file of settings, so that it holds at the next start as well. All
 * other lines stay as they are, comments and order included, and the file is replaced in one step:
 * whatever happens meanwhile, it is the old one or the new one.
 */
#ifndef UNDERCROFT_SERVER_BASE_OPTION_SAVE_H
#define UNDERCROFT_SERVER_BASE_OPTION_SAVE_H

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
 * Sets row `index` of the option table to `value`, which option_read() must take, in the file that
 * was read; if there was none, in the one that will be looked for. It waits for the disk: not for
 * the loop. ERR_DISK, ERR_TOO_BIG, ERR_MEMORY, or ERR_FORMAT (it is no plain file, or could not be
 * read back as it would be) with *failure filled and the file as it was.
 */
MUST_USE enum err option_save(const struct options *options, size_t index, const char *value,
                              struct option_place *out, struct options_failure *failure);

#endif

/*
 * Writing one setting into the file of settings, so that it holds at the next start as well. All
 * other lines stay as they are, comments and order included, and the file is replaced in one step:
 * whatever happens meanwhile, it is the old one or the new one.
 */
#ifndef UNDERCROFT_SERVER_OPS_OPTION_SAVE_H
#define UNDERCROFT_SERVER_OPS_OPTION_SAVE_H

#include <stddef.h>

#include "base/err.h"
#include "server/ops/options.h"

enum { OPTION_FILE_MAX = 64 * 1024 }; /* bytes of a file that is written anew */

struct option_place {
    char path[OPTION_PATH_SIZE];
    int line; /* from 1 */
};

/*
 * Sets row `index` of the option table to `value`, which option_read() must take, in the file that
 * was read; if there was none, in the one that will be looked for. ERR_DISK, ERR_TOO_BIG,
 * ERR_MEMORY, or ERR_FORMAT (the file as it would be cannot be read back) with *failure filled and
 * the file as it was.
 */
MUST_USE enum err option_save(const struct options *options, size_t index, const char *value,
                              struct option_place *out, struct options_failure *failure);

#endif

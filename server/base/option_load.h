/*
 * Functions that the readers of flags, environment and file share: setting a value with regard to
 * its source, and reporting why a value is refused.
 */
#ifndef UNDERCROFT_SERVER_BASE_OPTION_LOAD_H
#define UNDERCROFT_SERVER_BASE_OPTION_LOAD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "server/base/options.h"

enum { OPTION_HINT_SIZE = 96 };

/* Adds to *failure, with control characters made harmless, and returns `error`. */
enum err option_fail(struct options_failure *failure, int exit_code, enum err error,
                     const char *format, ...) __attribute__((format(printf, 4, 5)));

/*
 * Sets row `index` of the table from `text`. A value that a weightier source has set already is
 * checked and not kept. `where` names the value in a message ("--tick-ms"). ERR_RANGE, ERR_FORMAT,
 * ERR_TOO_BIG, told in *failure as well, with *options as it was.
 */
enum err option_apply(struct options *options, size_t index, const char *text,
                      struct option_origin origin, const char *where,
                      struct options_failure *failure);

/*
 * Writes "; did you mean PREFIXcandidate?", or nothing if none of the `count` candidates is near.
 * Neither `word` nor the candidates have the prefix.
 */
void option_hint(const char *prefix, const char *word, const char *const *candidates, size_t count,
                 char out[OPTION_HINT_SIZE]);

/*
 * Applies the file `path`, and tells every bad line in *failure. One that does not exist is a fault
 * when `is_required`. A file that was there is noted in options->file.
 */
void option_file_load(struct options *options, const char *path, bool is_required,
                      struct options_failure *failure);

/* The same for a file that will stand at `path` and is still at `draft`; faults name `path`. */
void option_file_try(struct options *options, const char *draft, const char *path,
                     struct options_failure *failure);

/*
 * Applies the UNDERCROFT_ names of `environment`, which ends with NULL, and tells every fault in
 * *failure. Names that are no settings are noted in *options, unless they look like a slip.
 */
void option_environment_load(struct options *options, char *const *environment,
                             struct options_failure *failure);

#endif

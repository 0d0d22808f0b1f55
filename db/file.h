/*
 * Files that appear under their name whole or not at all: written under a temporary name beside
 * it, flushed, then given the name. They are readable and writable by their owner only.
 */
#ifndef UNDERCROFT_DB_FILE_H
#define UNDERCROFT_DB_FILE_H

#include <stdbool.h>

#include "base/err.h"

enum { FILE_PATH_SIZE = 1024 };

/* Writes `path` followed by `suffix`. ERR_TOO_BIG if that does not fit. */
MUST_USE enum err file_path_append(const char *path, const char *suffix, char out[FILE_PATH_SIZE]);

/* Writes the folder of `path`; "." for a bare name. ERR_TOO_BIG if it does not fit. */
MUST_USE enum err file_folder_of(const char *path, char out[FILE_PATH_SIZE]);

/* Returns the error for an errno value: ERR_READ_ONLY, ERR_NO_SPACE, ERR_EXISTS, … else
   ERR_DISK. */
enum err file_error(int code);

/* True if a file or folder has that name. */
bool file_exists(const char *path);

/*
 * Makes an empty file with a new name beside `path`, mode 0600 under any umask, and returns its
 * name. The caller publishes or unlinks it.
 */
MUST_USE enum err file_make_temporary(const char *path, char out[FILE_PATH_SIZE]);

/*
 * Flushes `temporary`, gives it the name `path` and flushes the folder. If `path` exists it is
 * replaced if `may_replace`, else the error is ERR_EXISTS. On any error `temporary` is removed and
 * `path` is unchanged; but if only the folder could not be flushed, `path` is the new file, perhaps
 * until a power cut.
 */
MUST_USE enum err file_publish(const char *temporary, const char *path, bool may_replace);

#endif

/*
 * A first look at a database file that cannot change a byte of it: no lock, no journal, no log is
 * touched. A file that passes was made by this program, as far as its header tells.
 */
#ifndef UNDERCROFT_DB_INSPECT_H
#define UNDERCROFT_DB_INSPECT_H

#include "base/err.h"
#include "db/status.h"

/*
 * ERR_NOT_FOUND: there is no such file, and one may be made. ERR_CORRUPT: damaged, not SQLite, or
 * missing while its log is still there. ERR_FOREIGN: empty, no plain file, or another program's.
 * ERR_NEWER: its schema is above `version_max`. ERR_READ_ONLY: the file or its folder cannot be
 * written by this user. The reason is in `status`.
 */
MUST_USE enum err inspect_file(const char *path, int version_max, struct store_status *status);

#endif

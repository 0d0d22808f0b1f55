/*
 * A copy of a living database in one file that is complete in itself.
 */
#ifndef UNDERCROFT_DB_BACKUP_H
#define UNDERCROFT_DB_BACKUP_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/err.h"
#include "db/status.h"

struct sqlite3;

/*
 * Writes the database as of the last commit to `path`: compacted, proven (backup_verify()),
 * flushed, mode 0600; the name appears only when all of that is done. No transaction may be open.
 * ERR_EXISTS when there is a `path` and it may not be replaced. Takes as long as writing and
 * reading the whole file takes; once another thread sets `interrupt` (NULL: none does), it ends
 * soon with ERR_DISK and leaves no file behind.
 */
MUST_USE enum err backup_write(struct sqlite3 *handle, const char *path, bool may_replace,
                               atomic_bool *interrupt, struct store_status *status);

/*
 * Proves that the file at `path` is a whole copy of the last commit of `handle`: SQLite's check,
 * our mark, and, in the newest schema, the state hash and every row (db/examine.h). ERR_CORRUPT if
 * it is not. What is bad in the world itself is bad in a true copy too: that is a warning.
 */
MUST_USE enum err backup_verify(struct sqlite3 *handle, const char *path,
                                struct store_status *status);

#endif

/*
 * The write-ahead log of a database that is to be opened. For the SQLite driver only.
 */
#ifndef UNDERCROFT_DB_LOG_H
#define UNDERCROFT_DB_LOG_H

#include <stdbool.h>

#include "base/err.h"
#include "db/status.h"

struct sqlite3;

/*
 * True if commits follow an unreadable frame of the log at `log_path`. A commit begins only when
 * the one before is on disk, so an interrupted write leaves at most one such commit; two show
 * damage. False as well if the log is missing or unreadable. The file is only read; no process may
 * be writing it.
 */
bool log_is_damaged(const char *log_path);

/*
 * Checks whether the log belongs to the file. `handle` has read the log and holds the lock;
 * `version` is the schema that it found. ERR_CORRUPT, with `status`: the log is another file's, or
 * the file is shorter than when the log was begun. ERR_OK also if that cannot be decided, because a
 * power cut has torn the head in the file while it was written from the log, which still has it.
 * Nothing is written.
 */
MUST_USE enum err log_origin_check(struct sqlite3 *handle, const char *path, int version,
                                   struct store_status *status);

/*
 * Replaces the log at `log_path` by a copy that is on the disk, under its name, when this returns.
 * No process may be writing the log, and a connection that has it open must be opened again.
 * ERR_NOT_FOUND: there is no log, or it is empty. After any error the log is as it was, or
 * replaced.
 */
MUST_USE enum err log_copy(const char *log_path);

#endif

/*
 * Whether a log and the file it lies beside belong together. SQLite takes any log that is whole in
 * itself: one of another world, or of another time of this one, would be mixed page by page with
 * what the file holds.
 */
#ifndef UNDERCROFT_DB_LOG_ORIGIN_H
#define UNDERCROFT_DB_LOG_ORIGIN_H

#include "base/err.h"
#include "db/status.h"

struct sqlite3;

/*
 * `handle` has read the log and holds the lock; `version` is the schema that it found. ERR_CORRUPT,
 * with `status`: the log is another file's, or the file is shorter than when the log was begun.
 * ERR_OK also where that cannot be told, because a power cut has torn the head in the file while it
 * was written from the log, which has it whole. Nothing is written.
 */
MUST_USE enum err log_origin_check(struct sqlite3 *handle, const char *path, int version,
                                   struct store_status *status);

#endif

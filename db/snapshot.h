/*
 * A copy of a living database that is made bit by bit, between other work of its connection, and
 * then belongs to nobody but its owner: another thread may prove it while the world goes on. It
 * lies beside the database without a name, and is gone with its owner.
 */
#ifndef UNDERCROFT_DB_SNAPSHOT_H
#define UNDERCROFT_DB_SNAPSHOT_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/err.h"
#include "db/status.h"

struct examination;
struct snapshot;
struct sqlite3;
struct store;

/*
 * Begins one; nothing is copied yet. ERR_NO_SPACE: the disk has no room for it, and to spare.
 * Errors of the disk, with `status`. The caller owns *out; while it is not whole it must be freed
 * before the store is closed.
 */
MUST_USE enum err snapshot_begin(struct store *store, struct snapshot **out,
                                 struct store_status *status);

/*
 * The same of any connection, into the empty file at `path`, whatever room there is. The file keeps
 * its name; it is the caller's, who closes it with snapshot_free() and takes what is beside it
 * away with snapshot_remove_beside().
 */
MUST_USE enum err snapshot_begin_file(struct sqlite3 *handle, const char *path,
                                      struct snapshot **out, struct store_status *status);

/* Removes what SQLite may have left beside a copy at `path`. */
void snapshot_remove_beside(const char *path);

/*
 * Copies the next few pages, outside of a transaction; what is committed in between is in the copy
 * too. *out_is_whole: it is the database as of the last commit, and needs the store no more.
 */
MUST_USE enum err snapshot_step(struct snapshot *snapshot, bool *out_is_whole,
                                struct store_status *status);

/*
 * Proves a whole one, on whatever thread: its pages (ERR_CORRUPT, with `status`), then its rows.
 * Once `interrupt` is set it ends soon, with ERR_DISK.
 */
MUST_USE enum err snapshot_prove(struct snapshot *snapshot, atomic_bool *interrupt,
                                 struct examination *out, struct store_status *status);

/* NULL is allowed. */
void snapshot_free(struct snapshot *snapshot);

/* Removes the files that a server killed during a snapshot left beside the database at `path`. */
void snapshot_remove_unfinished(const char *path);

#endif

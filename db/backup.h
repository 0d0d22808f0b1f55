/*
 * A snapshot is a copy of a running database, made bit by bit between other work of its connection,
 * for its owner alone: another thread may prove it while the world goes on. It is beside the
 * database without a name, and is removed with its owner.
 *
 * A backup is a copy of a running database in one complete file: proven, flushed, mode 0600, and
 * under its name only after all of that.
 *
 * A copy is made in steps, so that its database goes on meanwhile: pages are copied between other
 * work of the connection; then the copy is proven, which takes longest, on any thread. A bad row of
 * the world is bad in a true copy too, so only if bad rows are found must the connection be asked
 * whether it has the same ones.
 */
#ifndef UNDERCROFT_DB_BACKUP_H
#define UNDERCROFT_DB_BACKUP_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/err.h"
#include "db/status.h"

struct backup;
struct examination;
struct snapshot;
struct sqlite3;
struct store;

/*
 * Begins a snapshot; nothing is copied yet. ERR_NO_SPACE: too little space is free on the disk.
 * Errors of the disk, with `status`. The caller owns *out; while the snapshot is not whole it must
 * be freed before the store is closed.
 */
MUST_USE enum err snapshot_begin(struct store *store, struct snapshot **out,
                                 struct store_status *status);

/*
 * Copies the next few pages, outside of a transaction; changes committed in between are included.
 * *out_is_whole: the copy is the database as of the last commit, and no longer needs the store.
 */
MUST_USE enum err snapshot_step(struct snapshot *snapshot, bool *out_is_whole,
                                struct store_status *status);

/*
 * Proves a whole snapshot, on any thread: its pages (ERR_CORRUPT, with `status`), then its rows.
 * Once another thread sets `interrupt`, the proof soon ends with ERR_DISK.
 */
MUST_USE enum err snapshot_prove(struct snapshot *snapshot, atomic_bool *interrupt,
                                 struct examination *out, struct store_status *status);

/* Frees a snapshot. NULL is allowed. */
void snapshot_free(struct snapshot *snapshot);

/* Removes the files that a server killed during a snapshot left beside the database at `path`. */
void snapshot_remove_unfinished(const char *path);

/* Begins a backup of a store at `path`. ERR_EXISTS: that file exists; it is never replaced. */
MUST_USE enum err backup_begin_of_store(struct store *store, const char *path, struct backup **out,
                                        struct store_status *status);

/* Copies the next few pages, outside of a transaction. *out_is_whole: it is the database as of the
   last commit, and no longer needs the connection. */
MUST_USE enum err backup_step(struct backup *backup, bool *out_is_whole,
                              struct store_status *status);

/*
 * Proves a whole backup: SQLite's check, our mark, and, in the newest schema, the state hash and
 * every row (db/examine.h). ERR_CORRUPT if it is not a copy of its source. *out_is_doubtful: rows
 * are bad or missing; backup_compare() tells whether the world itself has that fault. Runs on any
 * thread; once another thread sets `interrupt` (NULL: none does), it ends soon with ERR_DISK.
 */
MUST_USE enum err backup_prove(struct backup *backup, atomic_bool *interrupt, bool *out_is_doubtful,
                               struct store_status *status);

/*
 * Compares a doubtful copy with the present database, on the thread of the connection: every row is
 * read. ERR_CORRUPT if the copy has more faults; else ERR_OK, with a warning.
 */
MUST_USE enum err backup_compare(struct backup *backup, atomic_bool *interrupt,
                                 struct store_status *status);

/* Flushes a proven copy and gives it its name. ERR_EXISTS: the name was taken meanwhile. */
MUST_USE enum err backup_publish(struct backup *backup, struct store_status *status);

/* Frees a backup, and removes its files if it was not published. NULL is allowed. */
void backup_free(struct backup *backup);

/* Runs all steps of a backup at once, for a caller that alone uses the database. Not inside a
   transaction. `status` keeps an earlier warning. */
MUST_USE enum err backup_write(struct sqlite3 *handle, const char *path, bool may_replace,
                               struct store_status *status);

#endif

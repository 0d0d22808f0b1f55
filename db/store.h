/*
 * The database of one world: one connection, one owner, any driver (db/driver.h). Notes on files
 * are about SQLite, the default. Every call is synchronous and may wait for the disk, so a thread
 * of its own makes them; nothing here may be called from two. The rows: db/records.h.
 *
 * Errors of the disk, from any function here and there: ERR_NO_SPACE, ERR_READ_ONLY, ERR_IN_USE,
 * ERR_CORRUPT, ERR_MEMORY, ERR_DISK; and if it is watched (store_watch()), ERR_REPLACED. After any
 * of them the database has the state of the last successful commit; but after ERR_REPLACED from
 * store_commit() the commit is in files that have lost their names.
 */
#ifndef UNDERCROFT_DB_STORE_H
#define UNDERCROFT_DB_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "db/driver.h"
#include "db/head.h"
#include "db/status.h"

struct store;

/*
 * Opens the database at `place` and locks it against every other process; makes one (mode 0600) if
 * there is no such file. The checks take the same time for any world: the mark, the tables, the
 * head, and whether the log belongs to the file. All come before anything is written, so a refused
 * file keeps its bytes. Rows are proven when they are read, and all of them by store_prove(). An
 * older schema is migrated, after a copy was made beside it. ERR_IN_USE (within about half a
 * second), ERR_FOREIGN (empty, or another program's), ERR_CORRUPT, ERR_NEWER, ERR_READ_ONLY, or an
 * error of the disk; `status` has the reason. `status` has a warning for a file system whose locks
 * or flushes cannot be trusted, or for a log that is damaged before its end. The caller owns *out
 * and ends it with store_close().
 */
MUST_USE enum err store_open(const char *place, struct store **out, struct store_status *status);

/*
 * Opens a store with any driver in two steps, so that the rows can be examined before they are
 * used. The caller calls store_check_head() (db/examine.h). Until store_settle() nothing may be
 * saved, and store_close() leaves file and log unchanged. An older schema is migrated, and so
 * settled, at once: its rows can only be read in the new form.
 */
MUST_USE enum err store_open_unsettled(const struct store_driver *driver, const char *place,
                                       struct store **out, struct store_status *status);
MUST_USE enum err store_settle(struct store *store, struct store_status *status);

/*
 * Rolls back an open transaction, writes the log back into the database and frees the store. After
 * ERR_OK the .db file alone is the whole world; after an error the log beside it is part of the
 * world, and nothing committed is lost. A store that was never settled is closed without writing.
 */
MUST_USE enum err store_close(struct store *store);

/*
 * Begins a transaction: all saves until store_commit() are on disk together or not at all, and they
 * are on disk when store_commit() returns ERR_OK. A commit that fails has rolled back, and the
 * whole may be tried again. Outside of a transaction every save is a transaction of its own. Each
 * commit writes the sums of the checksums of all tables (except audit) into a sealed head
 * (db/head.h): even if this program is killed, the rows on disk add up to the sums beside them
 * (db/examine.h).
 */
MUST_USE enum err store_begin(struct store *store);
MUST_USE enum err store_commit(struct store *store);
void store_rollback(struct store *store); /* does nothing without a transaction */

/*
 * A part of an open transaction that can fail by itself. store_end_part() keeps the part if
 * `result` is ERR_OK; else it undoes the part, and nothing before it. If either function returns an
 * error, the whole transaction must be rolled back.
 */
struct store_part {
    struct store_state before; /* state of the store before the part */
};
MUST_USE enum err store_begin_part(struct store *store, struct store_part *part);
MUST_USE enum err store_end_part(struct store *store, const struct store_part *part,
                                 enum err result);

/* Writes SQLite's log back into the database: work for idle time. */
MUST_USE enum err store_checkpoint(struct store *store);

/*
 * Makes the store compare the database, before and after every transaction, with the files that the
 * next start would find at `place`. ERR_REPLACED: another database is there, or another program has
 * written it. The store must be settled. If the files cannot be compared, `status` has a warning,
 * and nothing is watched.
 */
MUST_USE enum err store_watch(struct store *store, const char *place, struct store_status *status);

/*
 * Looks at the watched files; call it once a second. ERR_OK also if nothing is watched.
 * ERR_REPLACED comes with a clause in `status`. A database that another program has written is read
 * as a whole, once; if all that the last commit left is still in it, it is accepted, with a warning
 * in `status`.
 */
MUST_USE enum err store_look(struct store *store, struct store_status *status);

/* Gives the sizes of the database and of its log in bytes; 0 if they are not watched. */
void store_sizes(const struct store *store, uint64_t *out_database, uint64_t *out_log);

#endif

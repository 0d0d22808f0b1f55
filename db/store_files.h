/*
 * The files of a store under their names: what a commit needs beside SQLite's word before it may
 * be called saved.
 */
#ifndef UNDERCROFT_DB_STORE_FILES_H
#define UNDERCROFT_DB_STORE_FILES_H

#include <stdint.h>

#include "base/err.h"
#include "db/status.h"

struct store;

/*
 * From now on the database and its log are held against their names, before and after every
 * transaction: where they are not the files that were opened, or another program has cut or
 * written them, the answer is ERR_REPLACED. `path` is the name that the next start would open. The
 * store is settled. A file system that cannot tell files apart is a warning in `status`, and then
 * nothing is watched.
 */
MUST_USE enum err store_watch_files(struct store *store, const char *path,
                                    struct store_status *status);

/*
 * Looks at the files: once a second. ERR_OK also where nothing is watched. ERR_REPLACED comes with
 * a clause in `status`. Files that were written by another program, under their names, are read
 * again as a whole, once; if all that the last commit left is in them, they are taken as they are,
 * with a warning in `status`.
 */
MUST_USE enum err store_check_files(struct store *store, struct store_status *status);

/* Bytes of the database and of its log; 0 where nothing is watched. */
void store_file_sizes(const struct store *store, uint64_t *out_database, uint64_t *out_log);

#endif

/*
 * The files of a store under their names: the conditions, besides SQLite's result, for calling a
 * commit saved.
 */
#ifndef UNDERCROFT_DB_STORE_FILES_H
#define UNDERCROFT_DB_STORE_FILES_H

#include <stdint.h>

#include "base/err.h"
#include "db/status.h"

struct store;

/* Do what store_watch(), store_look() and store_sizes() of db/store.h promise, for SQLite. `path`
   is the name that the next start would open. A file system that cannot tell files apart is a
   warning. */
MUST_USE enum err store_watch_files(struct store *store, const char *path,
                                    struct store_status *status);
MUST_USE enum err store_check_files(struct store *store, struct store_status *status);
void store_file_sizes(const struct store *store, uint64_t *out_database, uint64_t *out_log);

#endif

/*
 * Brings a database to the newest schema, one script after the other, and all of them at once: what
 * comes of it can be looked at before it is committed.
 */
#ifndef UNDERCROFT_DB_MIGRATE_H
#define UNDERCROFT_DB_MIGRATE_H

#include <stddef.h>

#include "base/err.h"
#include "db/schema.h"
#include "db/status.h"

struct sqlite3;

/*
 * Runs every script with a number above the database's user_version, with the version that each
 * sets, and leaves the transaction open in which that is so; if none is to be run, none is open. A
 * script that fails leaves the database as it was. Foreign keys are checked behind each script;
 * their enforcement must be off, so that a script may rebuild tables. Scripts have the functions of
 * db/row_function.h, and CHECK constraints do not hold them up.
 *
 * `path` is the file of `handle`; if anything is to be run, a checked copy is written beside it
 * first ("PATH.before-002"). NULL for a database that is being made: nothing to lose.
 * ERR_FORMAT for a script that does not set its own number; else errors of the disk.
 */
MUST_USE enum err migrate_begin(struct sqlite3 *handle, const struct schema_script *scripts,
                                size_t script_count, const char *path, struct store_status *status);

/* The same, and commits it. */
MUST_USE enum err migrate_run(struct sqlite3 *handle, const struct schema_script *scripts,
                              size_t script_count, const char *path, struct store_status *status);

#endif

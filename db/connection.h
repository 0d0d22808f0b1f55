/*
 * A SQLite connection with the settings of all our connections, and SQLite's result codes as our
 * errors.
 */
#ifndef UNDERCROFT_DB_CONNECTION_H
#define UNDERCROFT_DB_CONNECTION_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "db/status.h"

struct sqlite3;

/* Returns our error for a SQLite result code, extended or not. SQLITE_OK, ROW and DONE give
   ERR_OK. */
enum err connection_error(int code);

/*
 * Opens an existing file. `flags` is SQLITE_OPEN_READWRITE or SQLITE_OPEN_READONLY. The schema is
 * not trusted, double quotes never mean a string, and closing never checkpoints (see
 * connection_allow_checkpoint_on_close). Reads and writes nothing yet.
 */
MUST_USE enum err connection_open(const char *path, int flags, struct sqlite3 **out);
void connection_close(struct sqlite3 *handle); /* NULL is allowed */

/* Opens the file at `path` for reading, without its log. Nothing is locked, and nobody may be
   writing the file. */
MUST_USE enum err connection_open_without_log(const char *path, struct sqlite3 **out);

/*
 * Lets closing write the log back. Until this call closing leaves the write-ahead log unchanged, so
 * that a database that is refused keeps its bytes.
 */
void connection_allow_checkpoint_on_close(struct sqlite3 *handle);

/* Runs constant SQL; rows are discarded. */
MUST_USE enum err connection_exec(struct sqlite3 *handle, const char *constant_sql);

/* Runs constant SQL and reads the first column of the first row. ERR_NOT_FOUND: there is no row. */
MUST_USE enum err connection_read_int(struct sqlite3 *handle, const char *constant_sql,
                                      int64_t *out);
MUST_USE enum err connection_read_text(struct sqlite3 *handle, const char *constant_sql, char *out,
                                       int out_size);

/* Calls `take` for every row of constant SQL that selects a name and a number. For a row of other
   types the name is "", which no number has. */
MUST_USE enum err connection_each_number(struct sqlite3 *handle, const char *constant_sql,
                                         void (*take)(const char *name, int64_t value,
                                                      void *argument),
                                         void *argument);

/* Makes all work on that connection end soon with ERR_DISK once another thread sets `interrupt`.
   NULL: removes the flag. */
void connection_heed(struct sqlite3 *handle, atomic_bool *interrupt);

/*
 * Runs SQLite's integrity_check of the whole file. The quicker quick_check would miss an index
 * without a row: that account could be made a second time, that level be generated again. CHECK
 * constraints are left out: a value out of range spoils one row, which is refused when it is
 * loaded, not the world. ERR_CORRUPT with the first finding in `status`.
 */
MUST_USE enum err connection_check(struct sqlite3 *handle, struct store_status *status);

#endif

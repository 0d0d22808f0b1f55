/*
 * Any row that carries a checksum, saved and loaded by its description (db/columns.h). `row` is the
 * struct of its record. db/records.h has functions with names of their own for the server's uses; a
 * new table needs none.
 *
 * Each save is part of the open transaction, or has its own, and changes the state hash by the old
 * row and the new one. Errors of the disk: see db/store.h.
 */
#ifndef UNDERCROFT_DB_ROWS_H
#define UNDERCROFT_DB_ROWS_H

#include <stdint.h>

#include "base/err.h"
#include "db/columns.h"

struct store;

/* Makes a row. ERR_EXISTS if a row equals it in a unique column, ERR_RANGE for an invalid value. */
MUST_USE enum err row_insert(struct store *store, enum record_id id, const void *row);

/* Makes or replaces a row. ERR_NOT_FOUND: its owner is missing, or a record that is made once was
   never made; ERR_RANGE for an invalid value. */
MUST_USE enum err row_save(struct store *store, enum record_id id, const void *row);

/* Loads the row with the key in `row`, without blobs. ERR_NOT_FOUND; ERR_FORMAT for a damaged row.
   After an error `row` is unchanged. */
MUST_USE enum err row_load(struct store *store, enum record_id id, void *row);

/* Deletes the row with the key in `row`, damaged or not. ERR_NOT_FOUND: there is none. */
MUST_USE enum err row_drop(struct store *store, enum record_id id, const void *row);

/* Calls `take` for all rows in their order, until that returns an error; *out_bad damaged rows are
   skipped. */
MUST_USE enum err row_each(struct store *store, enum record_id id,
                           enum err (*take)(const void *row, void *argument), void *argument,
                           uint64_t *out_bad);

#endif

/*
 * Any row that carries a checksum, saved and loaded by its description (db/columns.h). `row` is the
 * struct of its record. db/records.h has names of their own for what the server does; a new table
 * needs none.
 *
 * Each save is part of the open transaction, or one of its own, and moves the state hash by the row
 * that goes and the row that comes. Errors of the disk: see db/store.h.
 */
#ifndef UNDERCROFT_DB_ROWS_H
#define UNDERCROFT_DB_ROWS_H

#include <stdint.h>

#include "base/err.h"
#include "db/columns.h"

struct store;

/* Makes a row. ERR_EXISTS if there is a row like it, ERR_RANGE for an impossible value. */
MUST_USE enum err row_insert(struct store *store, enum record_id id, const void *row);

/* Makes or replaces a row. ERR_NOT_FOUND without the row it belongs to, or if a record that is
   made once was never made; ERR_RANGE for an impossible value. */
MUST_USE enum err row_save(struct store *store, enum record_id id, const void *row);

/* Fills in the row whose key `row` holds; without blobs. ERR_NOT_FOUND; ERR_FORMAT for a damaged
   row. After an error `row` is as it was. */
MUST_USE enum err row_load(struct store *store, enum record_id id, void *row);

/* Deletes the row whose key `row` holds, damaged or not. ERR_NOT_FOUND if there is none. */
MUST_USE enum err row_drop(struct store *store, enum record_id id, const void *row);

/* Hands all rows to `take`, in their order, until that returns an error; *out_bad of them are
   damaged and passed over. */
MUST_USE enum err row_each(struct store *store, enum record_id id,
                           enum err (*take)(const void *row, void *argument), void *argument,
                           uint64_t *out_bad);

#endif

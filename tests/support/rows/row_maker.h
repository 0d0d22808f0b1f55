/*
 * Rows of any record for tests, made from its columns: the key and what never changes follow from a
 * place, everything else from a version. All of it may be saved, but blobs are noise.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_ROWS_ROW_MAKER_H
#define UNDERCROFT_TESTS_SUPPORT_ROWS_ROW_MAKER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "db/columns.h"

enum { ROW_OWNERS = 12, ROW_PLACES = 16, ROW_BLOB_MAX = 9000 };

struct store;

struct made_row {
    union row_space row;
    uint8_t blob[ROW_BLOB_MAX]; /* what its blob points to */
};

/* The places of a record: each has a key of its own. Where the row has an owner, that is the one of
   place `place % ROW_OWNERS`. */
int row_places(enum record_id id);

void row_make(enum record_id id, int place, uint32_t version, struct made_row *out);

/* Makes the ROW_OWNERS accounts and delvers that rows belong to. Fails the test if it cannot. */
void row_make_owners(struct store *store);

/* Loads the row with the key of `wanted`. *out_is_same: every column is as in `wanted`. */
MUST_USE enum err row_compare(struct store *store, enum record_id id, const void *wanted,
                              bool *out_is_same);

/* The same, adding all columns to `hash`. */
MUST_USE enum err row_digest(struct store *store, enum record_id id, const void *key,
                             struct hash *hash);

/* Saves a row of each record for each of its places, in one transaction. */
void row_save_all(struct store *store, uint32_t version);

#endif

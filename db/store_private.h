/*
 * What a store is inside; for the files of db/ alone.
 */
#ifndef UNDERCROFT_DB_STORE_PRIVATE_H
#define UNDERCROFT_DB_STORE_PRIVATE_H

#include "base/bytes.h"
#include "db/statement.h"
#include "world/record.h"

struct store {
    struct sqlite3 *handle;
    struct sqlite3_stmt *statements[STATEMENT_COUNT];
    bool is_in_transaction; /* between store_begin() and its end, as the caller sees it */
    struct bytes scratch;   /* an encoded memory on its way in */
};

/* The checksum that is kept beside a blob. */
uint64_t store_checksum(const uint8_t *data, size_t length);

/* Binds or reads wing, depth and generation, in this order. */
void store_bind_key(struct statement *statement, struct level_key key);
struct level_key store_column_key(struct statement *statement);

/* The second half of store_create_account(). */
MUST_USE enum err store_insert_delver(struct store *store, const struct delver_record *delver);

/* Runs a statement without parameters or rows. */
MUST_USE enum err store_run(struct store *store, enum statement_id id);

#endif

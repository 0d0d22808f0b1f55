/*
 * What a delver remembers of a level, as runs of tiles with a checksum.
 */
#include "db/records.h"
#include "db/store_private.h"

static enum err save_memory(struct store *store, int64_t delver_id, struct level_key key)
{
    struct statement before = statement_start(store, STATEMENT_MEMORY_CHECKSUM);
    uint64_t old_share = 0;

    statement_bind_int(&before, delver_id);
    store_bind_key(&before, key);
    enum err error = store_read_share(&before, &old_share);
    if (error != ERR_OK)
        return error;

    struct statement statement = statement_start(store, STATEMENT_MEMORY_SAVE);
    statement_bind_int(&statement, delver_id);
    store_bind_key(&statement, key);
    statement_bind_blob(&statement, store->scratch.data, store->scratch.length);
    uint64_t checksum = statement_bind_checksum(&statement);
    error = statement_run(&statement);
    if (error == ERR_OK)
        store_exchange_share(store, old_share, checksum);
    return error;
}

enum err store_save_memory(struct store *store, int64_t delver_id, struct level_key key,
                           const uint8_t *tiles, size_t count)
{
    bool is_own = false;

    bytes_clear(&store->scratch, store->scratch.length_max);
    enum err error = tiles_encode(tiles, count, &store->scratch);
    if (error != ERR_OK)
        return error;
    error = store_enter(store, &is_own);
    if (error == ERR_OK)
        error = save_memory(store, delver_id, key);
    return store_leave(store, is_own, error);
}

void store_column_memory(struct statement *statement, struct memory_blob *out)
{
    out->delver_id = statement_column_int(statement, 1, INT64_MAX);
    out->key = store_column_key(statement);
    out->data = statement_column_blob(statement, &out->length);
    (void)statement_column_checksum(statement);
}

enum err store_load_memory(struct store *store, int64_t delver_id, struct level_key key,
                           uint8_t *tiles, size_t count)
{
    struct statement statement = statement_start(store, STATEMENT_MEMORY_LOAD);
    struct memory_blob memory;

    statement_bind_int(&statement, delver_id);
    store_bind_key(&statement, key);
    enum err read = statement_fetch(&statement);
    if (read == ERR_OK) {
        store_column_memory(&statement, &memory);
        read = statement.error;
    }
    if (read == ERR_OK)
        read = tiles_decode(memory.data, memory.length, tiles, count);
    enum err error = statement_end(&statement);
    return error == ERR_OK ? read : error;
}

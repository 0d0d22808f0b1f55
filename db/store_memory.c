/*
 * What a delver remembers of a level, as runs of tiles with a checksum.
 */
#include "db/records.h"
#include "db/store_private.h"

enum err store_save_memory(struct store *store, int64_t delver_id, struct level_key key,
                           const uint8_t *tiles, size_t count)
{
    struct bytes *encoded = &store->scratch;

    bytes_clear(encoded, encoded->length_max);
    enum err error = tiles_encode(tiles, count, encoded);
    if (error != ERR_OK)
        return error;

    struct statement statement = statement_start(store, STATEMENT_MEMORY_SAVE);
    statement_bind_int(&statement, delver_id);
    store_bind_key(&statement, key);
    statement_bind_blob(&statement, encoded->data, encoded->length);
    statement_bind_u64(&statement, store_checksum(encoded->data, encoded->length));
    return statement_run(&statement);
}

static enum err read_memory(struct statement *statement, uint8_t *tiles, size_t count)
{
    size_t length = 0;
    const uint8_t *blob = statement_column_blob(statement, &length);
    uint64_t checksum = statement_column_u64(statement);

    if (statement->error != ERR_OK)
        return statement->error;
    if (store_checksum(blob, length) != checksum)
        return ERR_CHECKSUM;
    return tiles_decode(blob, length, tiles, count);
}

enum err store_load_memory(struct store *store, int64_t delver_id, struct level_key key,
                           uint8_t *tiles, size_t count)
{
    struct statement statement = statement_start(store, STATEMENT_MEMORY_LOAD);

    statement_bind_int(&statement, delver_id);
    store_bind_key(&statement, key);
    enum err read = statement_fetch(&statement);
    if (read == ERR_OK)
        read = read_memory(&statement, tiles, count);
    enum err error = statement_end(&statement);
    return error == ERR_OK ? read : error;
}

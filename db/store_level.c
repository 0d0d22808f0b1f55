/*
 * Levels, as blobs with a checksum.
 */
#include "db/records.h"
#include "db/store_private.h"

static enum err save_level(struct store *store, const struct level_blob *level, const uint8_t *data,
                           size_t length)
{
    struct statement before = statement_start(store, STATEMENT_LEVEL_CHECKSUM);
    uint64_t old_share = 0;

    store_bind_key(&before, level->key);
    enum err error = store_read_share(&before, &old_share);
    if (error != ERR_OK)
        return error;

    struct statement statement = statement_start(store, STATEMENT_LEVEL_SAVE);
    store_bind_key(&statement, level->key);
    statement_bind_text(&statement, level->style);
    statement_bind_int(&statement, level->format);
    statement_bind_blob(&statement, data, length);
    uint64_t checksum = statement_bind_checksum(&statement);
    error = statement_run(&statement);
    if (error == ERR_OK)
        store_exchange_share(store, old_share, checksum);
    return error;
}

enum err store_save_level(struct store *store, const struct level_blob *level, const uint8_t *data,
                          size_t length)
{
    bool is_own = false;
    enum err error = store_enter(store, &is_own);

    if (error == ERR_OK)
        error = save_level(store, level, data, length);
    return store_leave(store, is_own, error);
}

void store_column_level(struct statement *statement, struct level_blob *out,
                        const uint8_t **out_data, size_t *out_length)
{
    out->key = store_column_key(statement);
    statement_column_word(statement, out->style, sizeof out->style);
    out->format = (int)statement_column_int(statement, 1, UINT16_MAX);
    *out_data = statement_column_blob(statement, out_length);
    (void)statement_column_checksum(statement);
    if (statement->error == ERR_OK && *out_length > LEVEL_BLOB_MAX)
        statement->error = ERR_FORMAT;
}

/* Nothing is handed out before all of the row is known to be right. */
static enum err read_level(struct statement *statement, struct level_blob *level,
                           struct bytes *data)
{
    const uint8_t *blob;
    size_t length = 0;

    store_column_level(statement, level, &blob, &length);
    if (statement->error != ERR_OK)
        return statement->error;
    return bytes_append(data, blob, length);
}

enum err store_load_level(struct store *store, struct level_key key, struct level_blob *out,
                          struct bytes *data)
{
    struct statement statement = statement_start(store, STATEMENT_LEVEL_LOAD);
    struct level_blob level = {0};

    store_bind_key(&statement, key);
    enum err read = statement_fetch(&statement);
    if (read == ERR_OK)
        read = read_level(&statement, &level, data);
    enum err error = statement_end(&statement);
    if (error == ERR_OK)
        error = read;
    if (error == ERR_OK)
        *out = level;
    return error;
}

enum err store_find_generation(struct store *store, uint16_t wing, uint16_t depth, uint32_t *out)
{
    struct statement statement = statement_start(store, STATEMENT_LEVEL_FIND_GENERATION);
    int64_t generation = 0;

    statement_bind_int(&statement, wing);
    statement_bind_int(&statement, depth);
    enum err fetched = statement_fetch(&statement);
    if (fetched == ERR_OK)
        generation = statement_column_int(&statement, 0, UINT32_MAX);
    enum err error = statement_end(&statement);
    if (error == ERR_OK)
        error = fetched;
    if (error == ERR_OK)
        *out = (uint32_t)generation;
    return error;
}

/*
 * Levels, as blobs with a checksum.
 */
#include "db/records.h"
#include "db/store_private.h"

enum err store_save_level(struct store *store, const struct level_blob *level, const uint8_t *data,
                          size_t length)
{
    struct statement statement = statement_start(store, STATEMENT_LEVEL_SAVE);

    store_bind_key(&statement, level->key);
    statement_bind_text(&statement, level->style);
    statement_bind_int(&statement, level->format);
    statement_bind_blob(&statement, data, length);
    statement_bind_u64(&statement, store_checksum(data, length));
    return statement_run(&statement);
}

/* Nothing is handed out before all of the row is known to be right. */
static enum err read_level(struct statement *statement, struct level_blob *level,
                           struct bytes *data)
{
    size_t length = 0;

    statement_column_text(statement, level->style, sizeof level->style);
    level->format = (int)statement_column_int(statement, 1, UINT16_MAX);
    const uint8_t *blob = statement_column_blob(statement, &length);
    uint64_t checksum = statement_column_u64(statement);
    if (statement->error != ERR_OK)
        return statement->error;
    if (store_checksum(blob, length) != checksum)
        return ERR_CHECKSUM;
    return bytes_append(data, blob, length);
}

enum err store_load_level(struct store *store, struct level_key key, struct level_blob *out,
                          struct bytes *data)
{
    struct statement statement = statement_start(store, STATEMENT_LEVEL_LOAD);
    struct level_blob level = {.key = key};

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

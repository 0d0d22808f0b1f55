/*
 * What is asked of levels beside their own rows, and letting go of a generation with all that
 * anybody remembers of it.
 */
#include "content/theme.h"
#include "db/records.h"
#include "db/rows.h"
#include "db/store_private.h"

static enum err drop_memories(struct store *store, struct level_key key)
{
    struct statement statement = statement_start(store, STATEMENT_MEMORY_CHECKSUMS_OF_LEVEL);
    uint64_t shares = 0;
    uint64_t count = 0;

    store_bind_key(&statement, key);
    enum err error = store_sum_shares(&statement, &shares, &count);
    if (error != ERR_OK)
        return error;
    statement = statement_start(store, STATEMENT_MEMORY_DELETE_OF_LEVEL);
    store_bind_key(&statement, key);
    error = statement_run(&statement);
    if (error == ERR_OK)
        store_withdraw_share(store, shares);
    return error;
}

enum err store_drop_level(struct store *store, struct level_key key)
{
    struct stored_level row = {.level = {.key = key}};
    bool is_own = false;
    enum err error = store_enter(store, &is_own);

    if (error == ERR_OK)
        error = drop_memories(store, key);
    if (error == ERR_OK)
        error = row_drop(store, RECORD_LEVEL, &row);
    return store_leave(store, is_own, error == ERR_NOT_FOUND ? ERR_OK : error);
}

enum err store_count_delvers(struct store *store, struct level_key key, uint64_t *out)
{
    struct statement statement = statement_start(store, STATEMENT_DELVER_COUNT_ON_LEVEL);
    int64_t count = 0;

    store_bind_key(&statement, key);
    if (statement_fetch(&statement) == ERR_OK)
        count = statement_column_int(&statement, 0, INT64_MAX);
    enum err error = statement_end(&statement);
    if (error == ERR_OK)
        *out = (uint64_t)count;
    return error;
}

static void column_summary(struct statement *statement, struct level_summary *out)
{
    const uint8_t *head;
    size_t length = 0;

    *out = (struct level_summary){.key = store_column_key(statement)};
    statement_column_word(statement, out->style, sizeof out->style);
    head = statement_column_blob(statement, &length);
    if (statement_take_row_error(statement) != ERR_OK || head == NULL)
        out->style[0] = '\0';
    else
        level_decode_size(head, length, &out->width, &out->height);
}

enum err store_list_levels(struct store *store, struct level_summary *out, int count_max,
                           int *out_count)
{
    struct statement statement = statement_start(store, STATEMENT_LEVEL_LIST);
    int count = 0;

    statement_bind_int(&statement, count_max);
    while (count < count_max && statement_fetch(&statement) == ERR_OK)
        column_summary(&statement, &out[count++]);
    *out_count = count;
    return statement_end(&statement);
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

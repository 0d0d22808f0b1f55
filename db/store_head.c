/*
 * Heads: which generation of a level counts, which is kept, whether it is locked. And letting go of
 * a generation that is neither, with all that anybody remembers of it.
 */
#include <string.h>

#include "content/theme.h"
#include "db/records.h"
#include "db/row_hash.h"
#include "db/store_private.h"

enum { NO_GENERATION = -1 };

static void bind_recipe(struct statement *statement, const struct level_recipe *recipe)
{
    statement_bind_u64(statement, recipe->seed);
    statement_bind_text(statement, recipe->style);
}

static enum err save_head(struct store *store, const struct level_head *head)
{
    struct statement before = statement_start(store, STATEMENT_HEAD_CHECKSUM);
    uint64_t old_share = 0;

    statement_bind_int(&before, head->wing);
    statement_bind_int(&before, head->depth);
    enum err error = store_read_share(&before, &old_share);
    if (error != ERR_OK)
        return error;

    struct statement statement = statement_start(store, STATEMENT_HEAD_SAVE);
    statement_bind_int(&statement, head->wing);
    statement_bind_int(&statement, head->depth);
    statement_bind_int(&statement, head->current);
    statement_bind_int(&statement, head->has_kept ? (int64_t)head->kept : NO_GENERATION);
    statement_bind_int(&statement, head->newest);
    statement_bind_int(&statement, head->is_locked);
    bind_recipe(&statement, &head->recipe);
    bind_recipe(&statement, &head->kept_recipe);
    uint64_t checksum = statement_bind_checksum(&statement);
    error = statement_run(&statement);
    if (error == ERR_OK)
        store_exchange_share(store, old_share, checksum);
    return error;
}

enum err store_save_head(struct store *store, const struct level_head *head)
{
    bool is_own = false;
    enum err error = store_enter(store, &is_own);

    if (error == ERR_OK)
        error = save_head(store, head);
    return store_leave(store, is_own, error);
}

static void column_recipe(struct statement *statement, struct level_recipe *out)
{
    out->seed = statement_column_u64(statement);
    statement_column_word(statement, out->style, sizeof out->style);
}

void store_column_head(struct statement *statement, struct level_head *out)
{
    out->wing = (uint16_t)statement_column_int(statement, 0, UINT16_MAX);
    out->depth = (uint16_t)statement_column_int(statement, 1, DEPTH_MAX);
    out->current = (uint32_t)statement_column_int(statement, 0, UINT32_MAX);
    int64_t kept = statement_column_int(statement, NO_GENERATION, UINT32_MAX);
    out->newest = (uint32_t)statement_column_int(statement, 0, UINT32_MAX);
    out->is_locked = statement_column_int(statement, 0, 1) == 1;
    column_recipe(statement, &out->recipe);
    column_recipe(statement, &out->kept_recipe);
    (void)statement_column_checksum(statement);
    out->has_kept = kept != NO_GENERATION;
    out->kept = out->has_kept ? (uint32_t)kept : 0;
    if (statement->error == ERR_OK &&
        (out->current > out->newest || out->kept > out->newest ||
         (out->has_kept && out->kept == out->current)))
        statement->error = ERR_FORMAT;
}

enum err store_load_head(struct store *store, uint16_t wing, uint16_t depth, struct level_head *out)
{
    struct statement statement = statement_start(store, STATEMENT_HEAD_LOAD);
    struct level_head head = {0};

    statement_bind_int(&statement, wing);
    statement_bind_int(&statement, depth);
    enum err fetched = statement_fetch(&statement);
    if (fetched == ERR_OK)
        store_column_head(&statement, &head);
    enum err error = statement_end(&statement);
    if (error == ERR_OK)
        error = fetched;
    if (error == ERR_OK)
        *out = head;
    return error == ERR_CHECKSUM ? ERR_FORMAT : error;
}

enum err store_each_head(struct store *store, enum err (*take)(const struct level_head *, void *),
                         void *argument, uint64_t *out_bad)
{
    struct statement statement = statement_start(store, STATEMENT_HEAD_EACH);
    enum err taken = ERR_OK;

    *out_bad = 0;
    while (taken == ERR_OK && statement_fetch(&statement) == ERR_OK) {
        struct level_head head = {0};
        store_column_head(&statement, &head);
        if (statement_take_row_error(&statement) != ERR_OK)
            ++*out_bad;
        else
            taken = take(&head, argument);
    }
    enum err error = statement_end(&statement);
    return error == ERR_OK ? taken : error;
}

/* What the rows that `id` selects by this key add to the state hash. */
static enum err sum_shares(struct store *store, enum statement_id id, struct level_key key,
                           uint64_t *out)
{
    struct statement statement = statement_start(store, id);
    uint64_t sum = 0;

    store_bind_key(&statement, key);
    while (statement_fetch(&statement) == ERR_OK)
        sum += row_share(statement_column_u64(&statement));
    enum err error = statement_end(&statement);
    if (error == ERR_OK)
        *out = sum;
    return error;
}

static enum err delete_rows(struct store *store, enum statement_id checksums,
                            enum statement_id delete, struct level_key key)
{
    uint64_t shares = 0;
    enum err error = sum_shares(store, checksums, key, &shares);

    if (error != ERR_OK)
        return error;
    struct statement statement = statement_start(store, delete);
    store_bind_key(&statement, key);
    error = statement_run(&statement);
    if (error == ERR_OK)
        store_withdraw_share(store, shares);
    return error;
}

enum err store_drop_level(struct store *store, struct level_key key)
{
    bool is_own = false;
    enum err error = store_enter(store, &is_own);

    if (error == ERR_OK)
        error = delete_rows(store, STATEMENT_MEMORY_CHECKSUMS_OF_LEVEL,
                            STATEMENT_MEMORY_DELETE_OF_LEVEL, key);
    if (error == ERR_OK)
        error = delete_rows(store, STATEMENT_LEVEL_CHECKSUM, STATEMENT_LEVEL_DELETE, key);
    return store_leave(store, is_own, error);
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

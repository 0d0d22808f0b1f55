/*
 * Questions about levels beside their own rows, and dropping a generation with all memories of it.
 */
#include "content/theme.h"
#include "db/records.h"
#include "db/rows.h"
#include "db/store_ledger.h"
#include "db/store_private.h"

static enum err drop_of_level(struct store *store, enum record_id id, struct level_key key)
{
    const struct record *record = record_at(id);
    const int64_t parts[] = {key.wing, key.depth, key.generation};
    union row_space row = {.bytes = {0}};
    struct row_sum gone;

    for (int i = 0, part = 0; i < record->count; i++) {
        if ((record->columns[i].flags & COLUMN_LEVEL) != 0)
            column_set_value(&record->columns[i], row.bytes, parts[part++]);
    }
    return rows_drop(store, id, ROWS_OF_LEVEL, row.bytes, &gone);
}

enum err store_drop_level(struct store *store, struct level_key key)
{
    bool is_own = false;
    enum err error = store_enter(store, &is_own);

    if (error == ERR_OK)
        error = store_end_things_of_level(store, key);
    for (int id = 0; error == ERR_OK && id < RECORD_COUNT; id++) {
        if (record_has(record_at((enum record_id)id), COLUMN_LEVEL))
            error = drop_of_level(store, (enum record_id)id, key);
    }
    return store_leave(store, is_own, error);
}

enum err store_count_delvers(struct store *store, struct level_key key, uint64_t *out)
{
    struct statement statement = statement_start(store, QUERY_DELVER_COUNT);

    statement_bind_int(&statement, key.wing);
    statement_bind_int(&statement, key.depth);
    statement_bind_int(&statement, key.generation);
    return statement_count(&statement, out);
}

static void column_summary(struct statement *statement, struct level_summary *out)
{
    const uint8_t *head;
    size_t length = 0;

    *out = (struct level_summary){.width = 0};
    out->key.wing = (uint16_t)statement_column_int(statement, 0, UINT16_MAX);
    out->key.depth = (uint16_t)statement_column_int(statement, 1, DEPTH_MAX);
    out->key.generation = (uint32_t)statement_column_int(statement, 0, UINT32_MAX);
    statement_column_text(statement, out->style, sizeof out->style);
    head = statement_column_blob(statement, &length);
    if (statement_take_row_error(statement) != ERR_OK || head == NULL || !text_is_word(out->style))
        out->style[0] = '\0';
    else
        level_decode_size(head, length, &out->width, &out->height);
}

enum err store_list_levels(struct store *store, struct level_summary *out, int count_max,
                           int *out_count)
{
    struct statement statement = statement_start(store, QUERY_LEVEL_LIST);
    int count = 0;

    statement_bind_int(&statement, count_max);
    while (count < count_max && statement_fetch(&statement) == ERR_OK)
        column_summary(&statement, &out[count++]);
    *out_count = count;
    return statement_end(&statement);
}

enum err store_find_generation(struct store *store, uint16_t wing, uint16_t depth, uint32_t *out)
{
    struct statement statement = statement_start(store, QUERY_LEVEL_GENERATION);
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

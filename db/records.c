/*
 * Rows under the names that the server uses: levels, populations, heads, delvers and their
 * memories, and the audit of operators' acts and players' reports. The operations on any row:
 * db/rows.h.
 */
#include "db/records.h"

#include <string.h>

#include "base/check.h"
#include "content/theme.h"
#include "db/columns.h"
#include "db/rows.h"
#include "db/store_ledger.h"
#include "db/store_private.h"

enum err store_save_delver(struct store *store, const struct delver_record *delver)
{
    return row_save(store, RECORD_DELVER, delver);
}

enum err store_load_delver(struct store *store, int64_t id, struct delver_record *out)
{
    struct delver_record delver = {.id = id};
    enum err error = row_load(store, RECORD_DELVER, &delver);

    if (error == ERR_OK)
        *out = delver;
    return error;
}

enum err store_save_settings(struct store *store, int64_t account_id, const char *list)
{
    struct stored_settings row = {.account_id = account_id};
    size_t length = strlen(list);

    if (length >= sizeof row.list)
        return ERR_RANGE;
    memcpy(row.list, list, length + 1);
    if (length > 0)
        return row_save(store, RECORD_SETTING, &row);
    enum err error = row_drop(store, RECORD_SETTING, &row);
    return error == ERR_NOT_FOUND ? ERR_OK : error;
}

enum err store_load_settings(struct store *store, int64_t account_id, char out[SETTINGS_SIZE])
{
    struct stored_settings row = {.account_id = account_id};
    enum err error = row_load(store, RECORD_SETTING, &row);

    if (error == ERR_OK)
        memcpy(out, row.list, sizeof row.list);
    return error;
}

enum err store_save_level(struct store *store, const struct level_blob *level, const uint8_t *data,
                          size_t length)
{
    struct stored_level row = {.level = *level, .blob = {data, length}};

    return row_save(store, RECORD_LEVEL, &row);
}

/* Loads a level. `data` is changed only once the whole row is known to be right. */
enum err store_load_level(struct store *store, struct level_key key, struct level_blob *out,
                          struct bytes *data)
{
    struct stored_level row = {.level = {.key = key}};
    struct statement statement;
    enum err read = row_find(store, RECORD_LEVEL, &row, &statement);

    if (read == ERR_OK)
        read = bytes_append(data, row.blob.data, row.blob.length);
    enum err error = statement_end_after(&statement, read);
    if (error == ERR_OK)
        *out = row.level;
    return error;
}

enum err store_save_population(struct store *store, struct level_key key, const uint8_t *data,
                               size_t length)
{
    struct stored_population row = {.key = key, .blob = {data, length}};

    return row_save(store, RECORD_POPULATION, &row);
}

enum err store_load_population(struct store *store, struct level_key key, struct bytes *data)
{
    struct stored_population row = {.key = key};
    struct statement statement;
    enum err read = row_find(store, RECORD_POPULATION, &row, &statement);

    if (read == ERR_OK)
        read = bytes_append(data, row.blob.data, row.blob.length);
    enum err error = statement_end(&statement);
    return error == ERR_OK ? read : error;
}

static size_t band_length(size_t count, size_t from)
{
    return count - from < memory_band(count) ? count - from : memory_band(count);
}

static bool is_unknown(const uint8_t *tiles, size_t count)
{
    size_t known = 0;

    while (known < count && tiles[known] == TILE_UNKNOWN)
        known++;
    return known == count;
}

/* Saves a band. A band without known cells has no row, so the rows that change now were made
   recently, and are together on disk. */
static enum err save_band(struct store *store, struct stored_memory *row, const uint8_t *tiles,
                          size_t count)
{
    if (is_unknown(tiles, count)) {
        enum err dropped = row_drop(store, RECORD_MEMORY, row);
        return dropped == ERR_NOT_FOUND ? ERR_OK : dropped;
    }
    bytes_clear(&store->scratch, store->scratch.length_max);
    enum err error = tiles_encode(tiles, count, &store->scratch);

    if (error != ERR_OK)
        return error;
    row->explored = (struct row_blob){store->scratch.data, store->scratch.length};
    return row_save(store, RECORD_MEMORY, row);
}

enum err store_save_memory(struct store *store, int64_t delver_id, struct level_key key,
                           const uint8_t *tiles, size_t count, uint32_t bands)
{
    struct stored_memory row = {.delver_id = delver_id, .key = key};
    bool is_own = false;
    enum err error = store_enter(store, &is_own);

    for (size_t from = 0; error == ERR_OK && from < count; from += memory_band(count)) {
        row.band = (uint8_t)(from / memory_band(count));
        if ((bands >> row.band & 1) != 0)
            error = save_band(store, &row, tiles + from, band_length(count, from));
    }
    return store_leave(store, is_own, error);
}

/* Loads a band. *out_fits: the band has as many cells as the level, or cannot be read. */
static enum err load_band(struct store *store, struct stored_memory row, uint8_t *tiles,
                          size_t count, bool *out_fits)
{
    struct statement statement;
    enum err read = row_find(store, RECORD_MEMORY, &row, &statement);

    *out_fits = read != ERR_OK ||
                tiles_decode(row.explored.data, row.explored.length, tiles, count) == ERR_OK;
    enum err error = statement_end(&statement);
    return error == ERR_OK ? read : error;
}

/* The result of reading the bands of a memory. */
struct bands_found {
    int count;
    bool fits;
    enum err damage; /* the first damage; ERR_OK: none */
};

/* Loads all bands; damage of a band is in *out. Returns errors of the disk. */
static enum err load_bands(struct store *store, struct stored_memory row, uint8_t *tiles,
                           size_t count, struct bands_found *out)
{
    *out = (struct bands_found){.fits = true};
    for (size_t from = 0; out->fits && from < count; from += memory_band(count)) {
        row.band = (uint8_t)(from / memory_band(count));
        enum err error = load_band(store, row, tiles + from, band_length(count, from), &out->fits);
        if (error == ERR_NOT_FOUND)
            continue;
        if (error != ERR_OK && !err_is_damage(error))
            return error;
        out->count++;
        if (out->damage == ERR_OK)
            out->damage = error;
    }
    return ERR_OK;
}

/* Loads a memory. If it has a band after the level's last one, it was saved with another count of
   cells. */
enum err store_load_memory(struct store *store, int64_t delver_id, struct level_key key,
                           uint8_t *tiles, size_t count)
{
    struct stored_memory row = {.delver_id = delver_id, .key = key};
    struct bands_found found;
    struct row_sum behind;

    memset(tiles, TILE_UNKNOWN, count);
    enum err error = load_bands(store, row, tiles, count, &found);
    row.band = (uint8_t)((count + memory_band(count) - 1) / memory_band(count));
    if (error == ERR_OK)
        error = rows_sum(store, RECORD_MEMORY, ROWS_OF_KEY, &row, &behind);
    if (error != ERR_OK)
        return error;
    if (found.count + (int)behind.count == 0)
        return ERR_NOT_FOUND;
    if (found.fits && behind.count == 0)
        return found.damage;
    memset(tiles, TILE_UNKNOWN, count);
    return found.damage == ERR_OK ? ERR_FORMAT : found.damage;
}

enum err store_save_head(struct store *store, const struct level_head *head)
{
    struct stored_head row = {.head = *head,
                              .kept = head->has_kept ? (int64_t)head->kept : NO_GENERATION};

    return row_save(store, RECORD_HEAD, &row);
}

static struct level_head head_of(const struct stored_head *row)
{
    struct level_head head = row->head;

    head.has_kept = row->kept != NO_GENERATION;
    head.kept = head.has_kept ? (uint32_t)row->kept : 0;
    return head;
}

enum err store_load_head(struct store *store, uint16_t wing, uint16_t depth, struct level_head *out)
{
    struct stored_head row = {.head = {.wing = wing, .depth = depth}};
    enum err error = row_load(store, RECORD_HEAD, &row);

    if (error == ERR_OK)
        *out = head_of(&row);
    return error;
}

struct head_taker {
    enum err (*take)(const struct level_head *head, void *argument);
    void *argument;
};

static enum err take_head(const void *row, void *argument)
{
    const struct head_taker *taker = argument;
    struct level_head head = head_of(row);

    return taker->take(&head, taker->argument);
}

enum err store_each_head(struct store *store, enum err (*take)(const struct level_head *, void *),
                         void *argument, uint64_t *out_bad)
{
    struct head_taker taker = {take, argument};

    return row_each(store, RECORD_HEAD, take_head, &taker, out_bad);
}

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
    enum err error = statement_end_after(&statement, fetched);
    if (error == ERR_OK)
        *out = (uint32_t)generation;
    return error;
}

static enum err insert_audit(struct store *store, const struct audit_record *record)
{
    struct statement statement = statement_start(store, QUERY_AUDIT_SAVE);

    statement_bind_int(&statement, record->at);
    statement_bind_text(&statement, record->who);
    statement_bind_text(&statement, record->what);
    return statement_run(&statement);
}

/* Removes the oldest reports above the limits. It runs after each report, so at most one row is too
   many. */
static enum err trim_bugs(struct store *store, const char *author)
{
    struct statement statement = statement_start(store, QUERY_BUG_TRIM_AUTHOR);

    statement_bind_text(&statement, author);
    statement_bind_int(&statement, BUGS_OF_ONE_MAX);
    enum err error = statement_run(&statement);
    if (error != ERR_OK)
        return error;
    statement = statement_start(store, QUERY_BUG_TRIM);
    statement_bind_int(&statement, BUGS_MAX);
    return statement_run(&statement);
}

enum err store_audit(struct store *store, const struct audit_record *record)
{
    bool is_own = false;
    enum err error = store_enter(store, &is_own);

    if (error == ERR_OK)
        error = insert_audit(store, record);
    if (error == ERR_OK && strncmp(record->what, BUG_PREFIX, strlen(BUG_PREFIX)) == 0)
        error = trim_bugs(store, record->who);
    return store_leave(store, is_own, error);
}

enum err store_forget_bugs(struct store *store, const char *name)
{
    struct statement statement = statement_start(store, QUERY_BUG_FORGET);

    statement_bind_text(&statement, name);
    return statement_run(&statement);
}

enum err store_rename_bugs(struct store *store, const char *before, const char *name)
{
    struct statement statement = statement_start(store, QUERY_BUG_RENAME);

    statement_bind_text(&statement, before);
    statement_bind_text(&statement, name);
    return statement_run(&statement);
}

static enum err load(struct store *store, enum query query, struct audit_record *out, int count_max,
                     int *out_count)
{
    struct statement statement = statement_start(store, query);
    int count = 0;

    statement_bind_int(&statement, count_max);
    while (count < count_max && statement_fetch(&statement) == ERR_OK) {
        struct audit_record *row = &out[count++];
        row->at = statement_column_int(&statement, INT64_MIN, INT64_MAX);
        statement_column_text(&statement, row->who, sizeof row->who);
        statement_column_text(&statement, row->what, sizeof row->what);
        /* A bad row does not hide others. */
        if (statement_take_row_error(&statement) != ERR_OK)
            *row = (struct audit_record){.who = "?", .what = "(this row cannot be read)"};
    }
    *out_count = count;
    return statement_end(&statement);
}

enum err store_load_audit(struct store *store, struct audit_record *out, int count_max,
                          int *out_count)
{
    return load(store, QUERY_AUDIT_LOAD, out, count_max, out_count);
}

enum err store_load_bugs(struct store *store, struct audit_record *out, int count_max,
                         int *out_count)
{
    return load(store, QUERY_BUG_LOAD, out, count_max, out_count);
}

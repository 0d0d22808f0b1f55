/*
 * SQL functions of our own.
 */
#include "db/row_function.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "db/connection.h"
#include "db/row_hash.h"
#include "world/ledger.h"
#include "world/life.h"
#include "world/population_codec.h"
#include "world/record.h"

enum { FUNCTION_FLAGS = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS };

static void answer_u64(sqlite3_context *context, uint64_t value)
{
    int64_t bits;

    memcpy(&bits, &value, sizeof bits);
    sqlite3_result_int64(context, bits);
}

/* Adds a value to the hash. False for a type that our rows do not have. */
static bool hash_value(struct hash *hash, sqlite3_value *value)
{
    const uint8_t *bytes;

    switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER:
        row_hash_int(hash, sqlite3_value_int64(value));
        return true;
    case SQLITE_TEXT:
        bytes = sqlite3_value_text(value);
        row_hash_text(hash, (const char *)bytes, (size_t)sqlite3_value_bytes(value));
        return true;
    case SQLITE_BLOB:
        bytes = sqlite3_value_blob(value);
        row_hash_blob(hash, bytes, (size_t)sqlite3_value_bytes(value));
        return true;
    default:
        return false;
    }
}

static void row_checksum(sqlite3_context *context, int count, sqlite3_value **values)
{
    struct hash hash;

    if (count < 2 || sqlite3_value_type(values[0]) != SQLITE_TEXT) {
        sqlite3_result_error(context, "row_checksum() wants a table and columns", -1);
        return;
    }
    row_hash_init(&hash, (const char *)sqlite3_value_text(values[0]));
    for (int i = 1; i < count; i++) {
        if (!hash_value(&hash, values[i])) {
            sqlite3_result_error(context, "row_checksum() wants integers, texts and blobs", -1);
            return;
        }
    }
    answer_u64(context, hash.value);
}

static void blob_checksum(sqlite3_context *context, int count, sqlite3_value **values)
{
    struct hash hash;
    const uint8_t *data = sqlite3_value_blob(values[0]);

    CHECK(count == 1);
    hash_init(&hash);
    if (data != NULL)
        hash_bulk(&hash, data, (size_t)sqlite3_value_bytes(values[0]));
    answer_u64(context, hash.value);
}

/* Returns the number of cells in the runs of a memory: each is a count from 1 and a tile. With too
   many cells the result is 0. */
static size_t count_cells(const uint8_t *runs, size_t length)
{
    size_t cells = 0;

    for (size_t i = 0; i < length; i += 2) {
        cells += runs[i];
        if (length % 2 != 0 || runs[i] == 0 || cells > (size_t)MEMORY_BAND * MEMORY_BANDS_MAX)
            return 0;
    }
    return cells;
}

static void band_count(sqlite3_context *context, int count, sqlite3_value **values)
{
    const uint8_t *runs = sqlite3_value_blob(values[0]);
    size_t cells = count_cells(runs, (size_t)sqlite3_value_bytes(values[0]));

    CHECK(count == 1);
    sqlite3_result_int64(context, (int64_t)((cells + MEMORY_BAND - 1) / MEMORY_BAND));
}

/* Cuts a band out of the runs that band_count() counts. The result is NULL if no cell of it is
   known. */
static void band_of(sqlite3_context *context, int count, sqlite3_value **values)
{
    uint8_t band[2 * MEMORY_BAND];
    const uint8_t *runs = sqlite3_value_blob(values[0]);
    int length = sqlite3_value_bytes(values[0]);
    int64_t begin = sqlite3_value_int64(values[1]) * MEMORY_BAND;
    int64_t end = begin + MEMORY_BAND;
    int64_t at = 0;
    bool is_known = false;
    int used = 0;

    CHECK(count == 2);
    for (int i = 0; i + 1 < length && at < end; i += 2) {
        int64_t first = at > begin ? at : begin;
        at += runs[i];
        int64_t last = at < end ? at : end;
        if (first >= last)
            continue;
        band[used++] = (uint8_t)(last - first);
        band[used++] = runs[i + 1];
        is_known = is_known || runs[i + 1] != tile_row(TILE_UNKNOWN)->save_id;
    }
    if (is_known)
        sqlite3_result_blob(context, band, used, SQLITE_TRANSIENT);
}

static void add_to_sum(sqlite3_context *context, int count, sqlite3_value **values)
{
    uint64_t *sum = sqlite3_aggregate_context(context, sizeof *sum);

    CHECK(count == 1);
    if (sum == NULL)
        sqlite3_result_error_nomem(context);
    else
        *sum += row_term((uint64_t)sqlite3_value_int64(values[0]));
}

static void answer_sum(sqlite3_context *context)
{
    const uint64_t *sum = sqlite3_aggregate_context(context, 0);

    answer_u64(context, sum != NULL ? *sum : 0);
}

/* The number of things of each kind in the rows, by the kind's save_id. */
struct things {
    int64_t counts[UINT8_MAX + 1];
};

static void add_counts(struct things *things, const uint64_t kinds[ITEM_KIND_COUNT])
{
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++)
        things->counts[item_row(kind)->save_id] += (int64_t)kinds[kind];
}

/* Counts the things of a row. Parameters for a delver: gold and belongings; for a population: NULL,
   its bytes, and whether its graves count. Bytes that cannot be read count as empty. */
static void add_things(sqlite3_context *context, int count, sqlite3_value **values)
{
    struct things *things = sqlite3_aggregate_context(context, sizeof *things);
    const uint8_t *data = sqlite3_value_blob(values[1]);
    size_t length = (size_t)sqlite3_value_bytes(values[1]);
    struct population_tally tally = {.lying = {0}};
    struct life life = life_new();

    CHECK(count == 3);
    if (things == NULL) {
        sqlite3_result_error_nomem(context);
    } else if (sqlite3_value_type(values[0]) != SQLITE_NULL) {
        if (data == NULL || belongings_unpack(data, length, &life) != ERR_OK)
            return;
        life.gold = sqlite3_value_int64(values[0]);
        ledger_count_life(tally.lying, &life);
        add_counts(things, tally.lying);
    } else if (data != NULL && population_count(data, length, &tally) == ERR_OK) {
        add_counts(things, tally.lying);
        if (sqlite3_value_int(values[2]) != 0)
            add_counts(things, tally.in_graves);
    }
}

/* Gives the counts as one blob. */
static void answer_things(sqlite3_context *context)
{
    static const struct things nothing;
    const struct things *things = sqlite3_aggregate_context(context, 0);

    sqlite3_result_blob(context, things != NULL ? things : &nothing, sizeof nothing,
                        SQLITE_TRANSIENT);
}

static void things_count(sqlite3_context *context, int count, sqlite3_value **values)
{
    struct things things;
    const void *data = sqlite3_value_blob(values[0]);
    int64_t save_id = sqlite3_value_int64(values[1]);

    CHECK(count == 2);
    if (data == NULL || sqlite3_value_bytes(values[0]) != (int)sizeof things || save_id < 0 ||
        save_id > UINT8_MAX) {
        sqlite3_result_error(context, "things_count() wants counts and a save_id", -1);
        return;
    }
    memcpy(&things, data, sizeof things);
    sqlite3_result_int64(context, things.counts[save_id]);
}

struct function_row {
    const char *name;
    int argument_count; /* -1: any */
    void (*answer)(sqlite3_context *context, int count, sqlite3_value **values);
    void (*step)(sqlite3_context *context, int count, sqlite3_value **values);
    void (*end)(sqlite3_context *context);
};

static const struct function_row function_table[] = {
    {"row_checksum", -1, row_checksum, NULL, NULL},
    {"blob_checksum", 1, blob_checksum, NULL, NULL},
    {"band_count", 1, band_count, NULL, NULL},
    {"band_of", 2, band_of, NULL, NULL},
    {"state_sum", 1, NULL, add_to_sum, answer_sum},
    {"things_count", 2, things_count, NULL, NULL},
    {"things_sum", 3, NULL, add_things, answer_things},
};

enum { FUNCTIONS = sizeof function_table / sizeof function_table[0] };

enum err row_functions_add(struct sqlite3 *handle)
{
    int code = SQLITE_OK;

    for (size_t i = 0; code == SQLITE_OK && i < FUNCTIONS; i++) {
        const struct function_row *row = &function_table[i];
        code = sqlite3_create_function_v2(handle, row->name, row->argument_count, FUNCTION_FLAGS,
                                          NULL, row->answer, row->step, row->end, NULL);
    }
    return connection_error(code);
}

void row_functions_remove(struct sqlite3 *handle)
{
    /* Out of memory leaves a function that can do no harm. */
    for (size_t i = 0; i < FUNCTIONS; i++)
        (void)sqlite3_create_function_v2(handle, function_table[i].name,
                                         function_table[i].argument_count, SQLITE_UTF8, NULL, NULL,
                                         NULL, NULL, NULL);
}

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

enum { FUNCTION_FLAGS = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS };

static void answer_u64(sqlite3_context *context, uint64_t value)
{
    int64_t bits;

    memcpy(&bits, &value, sizeof bits);
    sqlite3_result_int64(context, bits);
}

/* False for a type that no row of ours holds. */
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

static void add_to_sum(sqlite3_context *context, int count, sqlite3_value **values)
{
    uint64_t *sum = sqlite3_aggregate_context(context, sizeof *sum);

    CHECK(count == 1);
    if (sum == NULL)
        sqlite3_result_error_nomem(context);
    else
        *sum += row_share((uint64_t)sqlite3_value_int64(values[0]));
}

static void answer_sum(sqlite3_context *context)
{
    const uint64_t *sum = sqlite3_aggregate_context(context, 0);

    answer_u64(context, sum != NULL ? *sum : 0);
}

enum err row_functions_add(struct sqlite3 *handle)
{
    int code = sqlite3_create_function_v2(handle, "row_checksum", -1, FUNCTION_FLAGS, NULL,
                                          row_checksum, NULL, NULL, NULL);

    if (code == SQLITE_OK)
        code = sqlite3_create_function_v2(handle, "blob_checksum", 1, FUNCTION_FLAGS, NULL,
                                          blob_checksum, NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_create_function_v2(handle, "state_sum", 1, FUNCTION_FLAGS, NULL, NULL,
                                          add_to_sum, answer_sum, NULL);
    return connection_error(code);
}

static void remove_function(struct sqlite3 *handle, const char *name, int argument_count)
{
    /* Out of memory leaves a function that can do no harm. */
    (void)sqlite3_create_function_v2(handle, name, argument_count, SQLITE_UTF8, NULL, NULL, NULL,
                                     NULL, NULL);
}

void row_functions_remove(struct sqlite3 *handle)
{
    remove_function(handle, "row_checksum", -1);
    remove_function(handle, "blob_checksum", 1);
    remove_function(handle, "state_sum", 1);
}

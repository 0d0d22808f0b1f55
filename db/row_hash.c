/*
 * Checksums of rows.
 */
#include "db/row_hash.h"

#include <string.h>

/* The types of values in a checksum. The numbers are part of saved files: never change or reuse
   one. */
enum row_type { ROW_TYPE_INT = 1, ROW_TYPE_TEXT = 2, ROW_TYPE_BLOB = 3 };

void row_hash_init(struct hash *hash, const char *table)
{
    hash_init(hash);
    row_hash_text(hash, table, strlen(table));
}

void row_hash_int(struct hash *hash, int64_t value)
{
    uint8_t bytes[9] = {ROW_TYPE_INT};

    for (int i = 0; i < 8; i++)
        bytes[i + 1] = (uint8_t)((uint64_t)value >> 8 * i);
    hash_bulk(hash, bytes, sizeof bytes);
}

static void add_run(struct hash *hash, enum row_type type, const uint8_t *data, size_t length)
{
    hash_u64(hash, (uint64_t)length << 8 | type);
    if (length > 0)
        hash_bulk(hash, data, length);
}

void row_hash_text(struct hash *hash, const char *text, size_t length)
{
    add_run(hash, ROW_TYPE_TEXT, (const uint8_t *)text, length);
}

void row_hash_blob(struct hash *hash, const uint8_t *data, size_t length)
{
    add_run(hash, ROW_TYPE_BLOB, data, length);
}

uint64_t row_term(uint64_t checksum)
{
    uint64_t mixed = checksum + UINT64_C(0x9e3779b97f4a7c15);

    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ mixed >> 31;
}

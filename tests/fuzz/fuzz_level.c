/*
 * Bytes of a damaged level. Either they are refused, or they make a level that is written back as a
 * blob which gives the same level again.
 */
#include "base/check.h"
#include "fuzz.h"
#include "world/level.h"

static uint64_t hash_of(const struct level *level)
{
    struct hash hash;

    hash_init(&hash);
    level_hash(level, &hash);
    return hash.value;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct level_key key = {.depth = 1};
    struct level *level = NULL;
    struct level *again = NULL;
    struct bytes blob;

    if (level_decode(data, size, key, &level) != ERR_OK)
        return 0;
    CHECK(level_contains(level, level->up) && level_contains(level, level->down));
    bytes_init(&blob, LEVEL_BLOB_MAX);
    CHECK(level_encode(level, &blob) == ERR_OK);
    CHECK(level_decode(blob.data, blob.length, key, &again) == ERR_OK);
    CHECK(hash_of(level) == hash_of(again));
    level_free(again);
    level_free(level);
    bytes_release(&blob);
    return 0;
}

/*
 * FNV-1a with 64 bits.
 */
#include "base/hash.h"

static const uint64_t fnv_offset = UINT64_C(0xcbf29ce484222325);
static const uint64_t fnv_prime = UINT64_C(0x100000001b3);

void hash_init(struct hash *hash)
{
    hash->value = fnv_offset;
}

void hash_bytes(struct hash *hash, const void *data, size_t length)
{
    const uint8_t *bytes = data;
    uint64_t value = hash->value;

    for (size_t i = 0; i < length; i++)
        value = (value ^ bytes[i]) * fnv_prime;
    hash->value = value;
}

void hash_u64(struct hash *hash, uint64_t value)
{
    uint64_t running = hash->value;

    for (int shift = 0; shift < 64; shift += 8)
        running = (running ^ ((value >> shift) & 0xff)) * fnv_prime;
    hash->value = running;
}

void hash_bulk(struct hash *hash, const uint8_t *data, size_t length)
{
    uint64_t value = hash->value;
    size_t i = 0;

    for (; i + 8 <= length; i += 8) {
        uint64_t word = 0;
        for (int byte = 7; byte >= 0; byte--)
            word = word << 8 | data[i + (size_t)byte];
        value = (value ^ word) * fnv_prime;
        value ^= value >> 32;
    }
    hash->value = value;
    hash_bytes(hash, data + i, length - i);
}

/*
 * FNV-1a: the published vectors, and the same numbers on every machine.
 */
#include "base/hash.h"

#include <string.h>

#include "support/test.h"

static uint64_t hash_of(const char *text)
{
    struct hash hash;

    hash_init(&hash);
    hash_bytes(&hash, text, strlen(text));
    return hash.value;
}

static uint64_t bulk_of(const void *data, size_t length)
{
    struct hash hash;

    hash_init(&hash);
    hash_bulk(&hash, data, length);
    return hash.value;
}

TEST(the_published_vectors_hold)
{
    ck_assert_uint_eq(hash_of(""), UINT64_C(0xcbf29ce484222325));
    ck_assert_uint_eq(hash_of("a"), UINT64_C(0xaf63dc4c8601ec8c));
    ck_assert_uint_eq(hash_of("foobar"), UINT64_C(0x85944171f73967e8));
}

TEST(a_number_is_eight_bytes_lowest_first)
{
    struct hash number;
    struct hash bytes;

    hash_init(&number);
    hash_u64(&number, UINT64_C(0x1122334455667788));
    hash_init(&bytes);
    hash_bytes(&bytes, "\x88\x77\x66\x55\x44\x33\x22\x11", 8);
    ck_assert_uint_eq(number.value, bytes.value);
}

TEST(parts_hash_like_the_whole)
{
    struct hash hash;

    hash_init(&hash);
    hash_bytes(&hash, "foo", 3);
    hash_bytes(&hash, "", 0);
    hash_bytes(&hash, "bar", 3);
    ck_assert_uint_eq(hash.value, hash_of("foobar"));
}

TEST(bulk_hashes_never_change)
{
    uint8_t counting[16];

    for (size_t i = 0; i < sizeof counting; i++)
        counting[i] = (uint8_t)i;
    ck_assert_uint_eq(bulk_of("", 0), UINT64_C(0xcbf29ce484222325));
    ck_assert_uint_eq(bulk_of("abcdefghijklmnopqrs", 19), UINT64_C(0xfbd2a8bcdcedf6f3));
    ck_assert_uint_eq(bulk_of(counting, sizeof counting), UINT64_C(0x34dcec684222d73e));
}

TEST(a_flipped_bit_anywhere_changes_a_bulk_hash)
{
    uint8_t data[21] = {0};
    uint64_t before = bulk_of(data, sizeof data);

    for (size_t bit = 0; bit < sizeof data * 8; bit++) {
        data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        ck_assert_uint_ne(bulk_of(data, sizeof data), before);
        data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
}

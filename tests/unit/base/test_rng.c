/*
 * Random streams: golden vectors, which must never change, and the promises about ranges.
 */
#include "base/rng.h"

#include "support/test.h"

TEST(level_seeds_match_the_golden_vectors)
{
    ck_assert_uint_eq(rng_level_seed(1, 1, 0, 0), UINT64_C(0x12f60db6d4a8f852));
    ck_assert_uint_eq(rng_level_seed(1, 1, 1, 0), UINT64_C(0xb82abefa05149df3));
    ck_assert_uint_eq(rng_level_seed(1, 2, 0, 0), UINT64_C(0xbfecdd6b1637b400));
    ck_assert_uint_eq(rng_level_seed(0, 0, 0, 0), UINT64_C(0x1957a7604e215178));
}

TEST(a_stream_matches_the_golden_vectors)
{
    static const uint64_t outputs[] = {UINT64_C(0xa51a5ceb2a0f2b94), UINT64_C(0x46f4a8ac1c72b7fd),
                                       UINT64_C(0x22c89647dda37a4f)};
    struct rng rng;

    rng_init(&rng, UINT64_C(0x12f60db6d4a8f852));
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++)
        ck_assert_uint_eq(rng_next(&rng), outputs[i]);
}

TEST(bounded_numbers_match_the_golden_vectors)
{
    static const uint32_t numbers[] = {64, 27, 13, 77, 87, 64, 77, 50, 76, 68};
    struct rng rng;

    rng_init(&rng, UINT64_C(0x12f60db6d4a8f852));
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        ck_assert_uint_eq(rng_below(&rng, 100), numbers[i]);
}

TEST(every_part_of_a_level_seed_counts)
{
    uint64_t seed = rng_level_seed(7, 3, 2, RNG_LAYOUT);

    ck_assert_uint_ne(seed, rng_level_seed(8, 3, 2, RNG_LAYOUT));
    ck_assert_uint_ne(seed, rng_level_seed(7, 4, 2, RNG_LAYOUT));
    ck_assert_uint_ne(seed, rng_level_seed(7, 3 | UINT64_C(1) << 32, 2, RNG_LAYOUT));
    ck_assert_uint_ne(seed, rng_level_seed(7, 3, 3, RNG_LAYOUT));
    ck_assert_uint_ne(seed, rng_level_seed(7, 3, 2, RNG_ITEMS));
    ck_assert_uint_ne(seed, rng_level_seed(7, 3, 2, RNG_LAYOUT | 1 << 8));
}

TEST(a_coin_is_fair)
{
    struct rng rng;
    int heads = 0;

    rng_init(&rng, 42);
    for (int i = 0; i < 10000; i++)
        heads += rng_percent(&rng, 50) ? 1 : 0;
    ck_assert_int_ge(heads, 4800);
    ck_assert_int_le(heads, 5200);
}

TEST(a_bound_that_does_not_divide_evenly_is_fair)
{
    struct rng rng;
    int thirds = 0;

    /* Without rejection half of all numbers would be multiples of three. */
    rng_init(&rng, 8);
    for (int i = 0; i < 9000; i++)
        thirds += rng_below(&rng, UINT32_C(3) << 30) % 3 == 0 ? 1 : 0;
    ck_assert_int_ge(thirds, 2800);
    ck_assert_int_le(thirds, 3200);
}

TEST(percent_is_never_at_0_and_always_at_100)
{
    struct rng rng;

    rng_init(&rng, 5);
    for (int i = 0; i < 1000; i++) {
        ck_assert(!rng_percent(&rng, 0));
        ck_assert(rng_percent(&rng, 100));
    }
}

TEST(a_range_reaches_both_ends_and_no_further)
{
    struct rng rng;
    bool has_low = false;
    bool has_high = false;

    rng_init(&rng, 6);
    for (int i = 0; i < 1000; i++) {
        int value = rng_range(&rng, -3, 4);
        ck_assert_int_ge(value, -3);
        ck_assert_int_le(value, 4);
        has_low = has_low || value == -3;
        has_high = has_high || value == 4;
    }
    ck_assert_msg(has_low && has_high, "both ends are drawn");
    ck_assert_int_eq(rng_range(&rng, 9, 9), 9);
    ck_assert_uint_eq(rng_below(&rng, 1), 0);
}

TEST(a_shuffle_keeps_every_item)
{
    enum { COUNT = 50 };
    uint32_t items[COUNT];
    bool seen[COUNT] = {false};
    uint32_t moved = 0;
    struct rng rng;

    for (uint32_t i = 0; i < COUNT; i++)
        items[i] = i;
    rng_init(&rng, 9);
    rng_shuffle(&rng, items, COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        ck_assert_uint_lt(items[i], COUNT);
        ck_assert_msg(!seen[items[i]], "%u is there once", items[i]);
        seen[items[i]] = true;
        moved += items[i] != i ? 1 : 0;
    }
    ck_assert_msg(moved > COUNT / 2, "most items have moved");
    rng_shuffle(&rng, items, 0);
}

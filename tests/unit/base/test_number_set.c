/*
 * The lowest member of a set of numbers, beside an array of flags that is walked.
 */
#include "base/numbers.h"

#include <string.h>

#include "base/rng.h"
#include "support/test.h"

enum { MOST = 5000, CHANGES = TEST_COUNT(200000, 20000) };

static bool flags[MOST];

static uint32_t walk(uint32_t count, uint32_t from)
{
    while (from < count && !flags[from])
        from++;
    return from < count ? from : count;
}

static void change(struct number_set *set, struct rng *rng)
{
    uint32_t number = rng_below(rng, set->count);

    flags[number] = rng_percent(rng, 50);
    if (flags[number])
        number_set_add(set, number);
    else
        number_set_remove(set, number);
    ck_assert_int_eq(number_set_has(set, number), flags[number]);
}

/* Sets of one, two and three floors, from empty to full. */
TEST(the_next_member_is_the_one_that_a_walk_finds)
{
    static const uint32_t counts[] = {1, 2, 63, 64, 65, 1000, 4096, 4097, MOST};
    struct rng rng;

    rng_init(&rng, 1);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        struct number_set set;
        memset(flags, 0, sizeof flags);
        ck_assert_int_eq(number_set_init(&set, counts[i]), ERR_OK);
        for (int n = 0; n < CHANGES / 20; n++) {
            change(&set, &rng);
            uint32_t from = rng_below(&rng, counts[i] + 1);
            ck_assert_uint_eq(number_set_next(&set, from), walk(counts[i], from));
            ck_assert_uint_eq(number_set_next(&set, 0), walk(counts[i], 0));
        }
        number_set_release(&set);
    }
}

TEST(one_member_is_found_from_far_away)
{
    struct number_set set;

    ck_assert_int_eq(number_set_init(&set, NUMBER_SET_MAX), ERR_OK);
    ck_assert_uint_eq(number_set_next(&set, 0), NUMBER_SET_MAX);
    number_set_add(&set, NUMBER_SET_MAX - 1);
    ck_assert_uint_eq(number_set_next(&set, 0), NUMBER_SET_MAX - 1);
    ck_assert_uint_eq(number_set_next(&set, NUMBER_SET_MAX - 1), NUMBER_SET_MAX - 1);
    number_set_release(&set);
}

TEST(a_set_that_is_full_can_be_emptied_from_below)
{
    struct number_set set;

    ck_assert_int_eq(number_set_init(&set, MOST), ERR_OK);
    number_set_add_all(&set);
    for (uint32_t i = 0; i < MOST; i++) {
        ck_assert_uint_eq(number_set_next(&set, 0), i);
        number_set_remove(&set, i);
    }
    ck_assert_uint_eq(number_set_next(&set, 0), MOST);
    number_set_release(&set);
}

TEST(no_set_of_nothing_or_of_too_much_is_made)
{
    struct number_set set;

    ck_assert_int_eq(number_set_init(&set, 0), ERR_RANGE);
    ck_assert_int_eq(number_set_init(&set, NUMBER_SET_MAX + 1), ERR_RANGE);
}

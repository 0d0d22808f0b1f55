/*
 * A table of numbers by numbers: what was put is found, what was taken out is not, and a search
 * looks at a few rows however many there are.
 */
#include "base/numbers.h"

#include "base/rng.h"
#include "support/test.h"

#define NOBODY UINT32_MAX

enum { KEYS = 500, CHANGES = TEST_COUNT(200000, 20000) };

static struct number_table table;

static uint32_t value_of(uint64_t key)
{
    uint32_t value = NOBODY;

    return number_table_find(&table, key, &value) ? value : NOBODY;
}

/* Room for half of the keys, so that rows are taken out and filled again all the time. */
TEST(it_holds_what_an_array_holds)
{
    uint32_t values[KEYS];
    struct rng rng;

    rng_init(&rng, 1);
    for (int i = 0; i < KEYS; i++)
        values[i] = NOBODY;
    ck_assert_int_eq(number_table_init(&table, KEYS / 2), ERR_OK);
    for (uint32_t n = 0; n < CHANGES; n++) {
        uint32_t key = rng_below(&rng, KEYS);
        values[key] = table.count < KEYS / 2 && rng_percent(&rng, 50) ? n : NOBODY;
        if (values[key] == n)
            number_table_put(&table, key, n);
        else
            number_table_remove(&table, key);
        key = rng_below(&rng, KEYS);
        ck_assert_uint_eq(value_of(key), values[key]);
    }
    for (uint32_t key = 0; key < KEYS; key++)
        ck_assert_uint_eq(value_of(key), values[key]);
    number_table_release(&table);
}

TEST(every_number_can_be_a_key)
{
    ck_assert_int_eq(number_table_init(&table, 2), ERR_OK);
    number_table_put(&table, 0, 7);
    number_table_put(&table, UINT64_MAX, 8);
    ck_assert_uint_eq(value_of(0), 7);
    ck_assert_uint_eq(value_of(UINT64_MAX), 8);
    ck_assert_uint_eq(value_of(1), NOBODY);
    number_table_release(&table);
}

/* Rows looked at to find each of so many keys that were given out one after another. */
static uint64_t count_visits(uint32_t keys)
{
    uint64_t visits = 0;

    ck_assert_int_eq(number_table_init(&table, keys), ERR_OK);
    for (uint32_t key = 1; key <= keys; key++)
        number_table_put(&table, key, key);
    for (uint32_t key = 1; key <= keys; key++)
        visits += number_table_visits(&table, key);
    number_table_release(&table);
    return visits;
}

TEST(a_search_looks_at_two_rows_however_many_there_are)
{
    for (uint32_t keys = 10; keys <= 100000; keys *= 10)
        ck_assert_uint_le(count_visits(keys), (uint64_t)2 * keys);
}

TEST(no_table_for_nothing_or_for_too_much_is_made)
{
    ck_assert_int_eq(number_table_init(&table, 0), ERR_RANGE);
    ck_assert_int_eq(number_table_init(&table, UINT32_MAX), ERR_RANGE);
}

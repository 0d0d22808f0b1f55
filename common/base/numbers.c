/*
 * Numbers. A set is three floors of words: a bit of an upper one says that its word below is not 0.
 *
 * A table is open addressing with linear probing. Rows behind one that is taken out fill its place
 * if they belong nearer to their own (D. Knuth, vol. 3, 6.4, algorithm R), so that no search ever
 * has to go past empty rows.
 */
#include "base/numbers.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/rng.h"

enum { WORD_BITS = 64 };

static uint32_t words_for(uint32_t bits)
{
    return (bits + WORD_BITS - 1) / WORD_BITS;
}

enum err number_set_init(struct number_set *set, uint32_t count)
{
    uint32_t words = count;
    uint32_t all = 0;

    *set = (struct number_set){.count = count};
    if (count < 1 || count > NUMBER_SET_MAX)
        return ERR_RANGE;
    for (int floor = 0; floor < NUMBER_SET_FLOORS; floor++) {
        words = words_for(words);
        all += words;
    }
    uint64_t *memory = calloc(all, sizeof *memory);
    if (memory == NULL)
        return ERR_MEMORY;
    words = count;
    for (int floor = 0; floor < NUMBER_SET_FLOORS; floor++) {
        words = words_for(words);
        set->floors[floor] = memory;
        memory += words;
    }
    return ERR_OK;
}

void number_set_release(struct number_set *set)
{
    free(set->floors[0]);
    *set = (struct number_set){.count = 0};
}

void number_set_add(struct number_set *set, uint32_t number)
{
    CHECK(number < set->count);
    for (int floor = 0; floor < NUMBER_SET_FLOORS; floor++) {
        set->floors[floor][number / WORD_BITS] |= UINT64_C(1) << number % WORD_BITS;
        number /= WORD_BITS;
    }
}

void number_set_remove(struct number_set *set, uint32_t number)
{
    CHECK(number < set->count);
    for (int floor = 0; floor < NUMBER_SET_FLOORS; floor++) {
        uint64_t *word = &set->floors[floor][number / WORD_BITS];
        *word &= ~(UINT64_C(1) << number % WORD_BITS);
        if (*word != 0)
            return;
        number /= WORD_BITS;
    }
}

bool number_set_has(const struct number_set *set, uint32_t number)
{
    CHECK(number < set->count);
    return (set->floors[0][number / WORD_BITS] >> number % WORD_BITS & 1) != 0;
}

void number_set_add_all(struct number_set *set)
{
    for (uint32_t number = 0; number < set->count; number++)
        number_set_add(set, number);
}

/* Returns the lowest member below bit `number` of a floor: goes down through the lowest bit of each
   floor. */
static uint32_t descend(const struct number_set *set, int floor, uint32_t number)
{
    while (floor-- > 0)
        number = number * WORD_BITS + (uint32_t)__builtin_ctzll(set->floors[floor][number]);
    return number;
}

uint32_t number_set_next(const struct number_set *set, uint32_t from)
{
    uint32_t end = set->count; /* number of bits of this floor */

    for (int floor = 0; floor < NUMBER_SET_FLOORS && from < end; floor++) {
        uint64_t rest = set->floors[floor][from / WORD_BITS] >> from % WORD_BITS;
        if (rest != 0)
            return descend(set, floor, from + (uint32_t)__builtin_ctzll(rest));
        /* Nothing more in this word: goes on in the next word. */
        from = from / WORD_BITS + 1;
        end = words_for(end);
    }
    return set->count;
}

enum { KEYS_MAX = 1 << 24 };

enum err number_table_init(struct number_table *table, uint32_t max)
{
    uint32_t rows = 2;

    *table = (struct number_table){.max = max};
    if (max < 1 || max > KEYS_MAX)
        return ERR_RANGE;
    while (rows < 2 * max)
        rows *= 2;
    table->mask = rows - 1;
    table->rows = calloc(rows, sizeof *table->rows);
    return table->rows == NULL ? ERR_MEMORY : ERR_OK;
}

void number_table_release(struct number_table *table)
{
    free(table->rows);
    *table = (struct number_table){.max = 0};
}

static uint32_t home_of(const struct number_table *table, uint64_t key)
{
    return (uint32_t)rng_mix(key) & table->mask;
}

/* Returns the index of the row with that key, or of the free row where the key would be put. */
static uint32_t place_of(const struct number_table *table, uint64_t key)
{
    uint32_t at = home_of(table, key);

    while (table->rows[at].is_taken && table->rows[at].key != key)
        at = (at + 1) & table->mask;
    return at;
}

void number_table_put(struct number_table *table, uint64_t key, uint32_t value)
{
    struct number_row *row = &table->rows[place_of(table, key)];

    CHECK(row->is_taken || table->count < table->max);
    table->count += !row->is_taken;
    *row = (struct number_row){.key = key, .value = value, .is_taken = true};
}

bool number_table_find(const struct number_table *table, uint64_t key, uint32_t *out)
{
    const struct number_row *row = &table->rows[place_of(table, key)];

    if (row->is_taken)
        *out = row->value;
    return row->is_taken;
}

void number_table_remove(struct number_table *table, uint64_t key)
{
    uint32_t gap = place_of(table, key);

    if (!table->rows[gap].is_taken)
        return;
    table->count--;
    table->rows[gap].is_taken = false;
    for (uint32_t at = (gap + 1) & table->mask; table->rows[at].is_taken;
         at = (at + 1) & table->mask) {
        uint32_t from_home = (at - home_of(table, table->rows[at].key)) & table->mask;
        if (from_home < ((at - gap) & table->mask))
            continue;
        table->rows[gap] = table->rows[at];
        table->rows[at].is_taken = false;
        gap = at;
    }
}

uint32_t number_table_visits(const struct number_table *table, uint64_t key)
{
    return ((place_of(table, key) - home_of(table, key)) & table->mask) + 1;
}

/*
 * Open addressing with linear probing. A row that is taken out is filled by those behind it that
 * belong nearer to their own place (D. Knuth, vol. 3, 6.4, algorithm R), so that no search ever has
 * to go past rows that were.
 */
#include "base/number_table.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/rng.h"

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

/* The row with that key, or the free one where it would be. */
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

/*
 * A hash table from numbers to numbers: the seat of a delver, the slot of a session. Its room is
 * fixed and allocated at its start alone, so that it can be used within a tick. The keys are
 * numbers that this program or its database has given out, never numbers that strangers choose.
 */
#ifndef UNDERCROFT_BASE_NUMBER_TABLE_H
#define UNDERCROFT_BASE_NUMBER_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct number_row {
    uint64_t key;
    uint32_t value;
    bool is_taken;
};

struct number_table {
    struct number_row *rows; /* a power of two, at least twice as many as are ever taken; owned */
    uint32_t mask;           /* their count less one */
    uint32_t count;          /* taken */
    uint32_t max;
};

/* For up to `max` keys (1 … 2^24). ERR_MEMORY; ERR_RANGE. */
MUST_USE enum err number_table_init(struct number_table *table, uint32_t max);
void number_table_release(struct number_table *table);

/* Maps `key` to `value`. CHECKs that there is room for a new key. */
void number_table_put(struct number_table *table, uint64_t key, uint32_t value);

/* False: the table does not have that key. */
bool number_table_find(const struct number_table *table, uint64_t key, uint32_t *out);

/* Does nothing if the table does not have that key. */
void number_table_remove(struct number_table *table, uint64_t key);

/* How many rows a search for `key` looks at. */
uint32_t number_table_visits(const struct number_table *table, uint64_t key);

#endif

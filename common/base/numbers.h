/*
 * Sets of numbers, and tables from numbers to numbers. Room for all is allocated at the start
 * alone, so that they can be used within a tick.
 */
#ifndef UNDERCROFT_BASE_NUMBERS_H
#define UNDERCROFT_BASE_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

/*
 * A set of the numbers below a count. number_set_next() finds the next member without a loop over
 * all numbers: above the bits of the members lie two more floors of bits, which say which words
 * below are not 0.
 */
enum {
    NUMBER_SET_FLOORS = 3,
    NUMBER_SET_MAX = 64 * 64 * 64, /* numbers */
};

struct number_set {
    uint64_t *floors[NUMBER_SET_FLOORS]; /* the lowest first; owned */
    uint32_t count;
};

/* Makes an empty set for numbers below `count`, which is 1 … NUMBER_SET_MAX. ERR_MEMORY;
   ERR_RANGE. */
MUST_USE enum err number_set_init(struct number_set *set, uint32_t count);
void number_set_release(struct number_set *set);

/* Adds a number, which must be below the count of the set. */
void number_set_add(struct number_set *set, uint32_t number);
void number_set_remove(struct number_set *set, uint32_t number);
bool number_set_has(const struct number_set *set, uint32_t number);
void number_set_add_all(struct number_set *set);

/* Returns the lowest member that is at least `from`, or the count of the set if there is none. */
uint32_t number_set_next(const struct number_set *set, uint32_t from);

/*
 * A hash table from numbers to numbers: the slot of a delver, the slot of a session. The keys are
 * numbers that this program or its database has given out, never numbers that strangers choose.
 */
struct number_row {
    uint64_t key;
    uint32_t value;
    bool is_taken;
};

struct number_table {
    /* owned; their number is a power of two, at least twice the most keys */
    struct number_row *rows;
    uint32_t mask;  /* number of rows less 1 */
    uint32_t count; /* keys in the table */
    uint32_t max;
};

/* Makes a table for up to `max` keys (1 … 2^24). ERR_MEMORY; ERR_RANGE. */
MUST_USE enum err number_table_init(struct number_table *table, uint32_t max);
void number_table_release(struct number_table *table);

/* Maps `key` to `value`. CHECKs that there is room for a new key. */
void number_table_put(struct number_table *table, uint64_t key, uint32_t value);

/* Stores the value of `key` in *out. False: the table does not have the key. */
bool number_table_find(const struct number_table *table, uint64_t key, uint32_t *out);

/* Removes `key`; does nothing if the table does not have it. */
void number_table_remove(struct number_table *table, uint64_t key);

/* Returns the number of rows that a search for `key` looks at. */
uint32_t number_table_visits(const struct number_table *table, uint64_t key);

#endif

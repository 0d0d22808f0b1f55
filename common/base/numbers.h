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
 * A set of the numbers below a count, that gives its lowest member from some number on without
 * looking around: bits, and above them bits that say which words below hold any, three floors high.
 */
enum {
    NUMBER_SET_FLOORS = 3,
    NUMBER_SET_MAX = 64 * 64 * 64, /* numbers */
};

struct number_set {
    uint64_t *floors[NUMBER_SET_FLOORS]; /* the lowest first; owned */
    uint32_t count;
};

/* `count`: 1 … NUMBER_SET_MAX. The set is empty. ERR_MEMORY; ERR_RANGE. */
MUST_USE enum err number_set_init(struct number_set *set, uint32_t count);
void number_set_release(struct number_set *set);

/* `number` must be below the count of the set. */
void number_set_add(struct number_set *set, uint32_t number);
void number_set_remove(struct number_set *set, uint32_t number);
bool number_set_has(const struct number_set *set, uint32_t number);
void number_set_add_all(struct number_set *set);

/* The lowest member that is `from` or more; the count of the set if there is none. */
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
    struct number_row *rows; /* a power of two, at least twice as many as are ever taken; owned */
    uint32_t mask;           /* number of rows less 1 */
    uint32_t count;          /* taken */
    uint32_t max;
};

/* Makes a table for up to `max` keys (1 … 2^24). ERR_MEMORY; ERR_RANGE. */
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

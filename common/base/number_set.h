/*
 * A set of the numbers below a count, that gives its lowest member from some number on without
 * looking around: bits, and above them bits that say which words below hold any, three floors high.
 * Room for all is allocated at the start.
 */
#ifndef UNDERCROFT_BASE_NUMBER_SET_H
#define UNDERCROFT_BASE_NUMBER_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

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

#endif

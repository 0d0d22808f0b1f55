/*
 * Three floors of words: a bit of an upper one says that its word below is not 0.
 */
#include "base/number_set.h"

#include <stdlib.h>

#include "base/check.h"

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

/* The lowest of the words below bit `number` of a floor, down to a member. */
static uint32_t descend(const struct number_set *set, int floor, uint32_t number)
{
    while (floor-- > 0)
        number = number * WORD_BITS + (uint32_t)__builtin_ctzll(set->floors[floor][number]);
    return number;
}

uint32_t number_set_next(const struct number_set *set, uint32_t from)
{
    uint32_t end = set->count; /* of the bits of this floor */

    for (int floor = 0; floor < NUMBER_SET_FLOORS && from < end; floor++) {
        uint64_t rest = set->floors[floor][from / WORD_BITS] >> from % WORD_BITS;
        if (rest != 0)
            return descend(set, floor, from + (uint32_t)__builtin_ctzll(rest));
        /* Nothing more in this word: the search goes on in the next one. */
        from = from / WORD_BITS + 1;
        end = words_for(end);
    }
    return set->count;
}

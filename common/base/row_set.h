/*
 * A set of rows of a level or of a screen: neither has more than 512.
 */
#ifndef UNDERCROFT_BASE_ROW_SET_H
#define UNDERCROFT_BASE_ROW_SET_H

#include <stdbool.h>
#include <stdint.h>

enum { ROW_SET_MAX = 512, ROW_SET_WORDS = ROW_SET_MAX / 64 };

/* All zero is the empty set. */
struct row_set {
    uint64_t words[ROW_SET_WORDS];
};

/* Adds row `y`; does nothing if `y` is not 0 … ROW_SET_MAX - 1. */
static inline void row_set_add(struct row_set *rows, int y)
{
    if (y >= 0 && y < ROW_SET_MAX)
        rows->words[y / 64] |= UINT64_C(1) << y % 64;
}

/* Removes row `y`, which is 0 … ROW_SET_MAX - 1. */
static inline void row_set_remove(struct row_set *rows, int y)
{
    rows->words[y / 64] &= ~(UINT64_C(1) << y % 64);
}

/* True if the set has row `y`, which is 0 … ROW_SET_MAX - 1. */
static inline bool row_set_has(const struct row_set *rows, int y)
{
    return (rows->words[y / 64] >> y % 64 & 1) != 0;
}

static inline void row_set_join(struct row_set *rows, const struct row_set *others)
{
    for (int i = 0; i < ROW_SET_WORDS; i++)
        rows->words[i] |= others->words[i];
}

static inline struct row_set row_set_all(void)
{
    struct row_set rows;

    for (int i = 0; i < ROW_SET_WORDS; i++)
        rows.words[i] = UINT64_MAX;
    return rows;
}

#endif

/*
 * Symmetric shadowcasting on rows of bits, in integers only.
 *
 * Four quadrants are scanned row by row between two slopes, kept as fractions. An opaque cell is
 * seen if the scan touches it; a clear one only if its centre lies between the slopes, which is
 * what makes sight mutual: if A sees B's cell, B sees A's. (The idea is Albert Ford's symmetric
 * shadowcasting; this is an own implementation.)
 *
 * vista_measure() says how far one sees on a level, as a measure by which levels are compared.
 */
#ifndef UNDERCROFT_WORLD_SIGHT_H
#define UNDERCROFT_WORLD_SIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/pos.h"
#include "world/level.h"

enum {
    SIGHT_RADIUS_MAX = 128, /* largest radius for which products of the fractions stay below 2^31 */
    SIGHT_ROW_WORDS = LEVEL_WIDTH_MAX / 64, /* words of the widest row */
    SIGHT_WORDS_MAX = LEVEL_CELLS_MAX / 64,
    SIGHT_SEEN_WORDS =
        (2 * SIGHT_RADIUS_MAX + 1) * SIGHT_ROW_WORDS + 1, /* words of the rows in which
                                                             anything is in sight */
};

/*
 * The cells seen from one cell: a bit for each cell of the level, row by row without gaps. A sight
 * that was never computed has width 0 and sees nothing.
 */
struct sight {
    uint64_t *bits; /* sight_word_count() words; the memory belongs to the caller */
    int16_t width;
    int16_t height;
    int16_t top;    /* first row with a cell in sight */
    int16_t bottom; /* one past the last such row; not above `top`: nothing is in sight */
};

static inline size_t sight_word_count(size_t cell_count)
{
    return (cell_count + 63) / 64;
}

/*
 * Computes the cells seen from `origin`, which is on the level, within `radius` cells (1 …
 * SIGHT_RADIUS_MAX; a circle: dx*dx + dy*dy <= r*r + r). The origin is always seen. sight->bits
 * must have room for this level; the sight takes the level's size.
 */
void sight_compute(const struct level *level, struct pos origin, int radius, struct sight *sight);

/* The words of `bits` in which anything can be in sight: from *out_first to before *out_end, at
   most SIGHT_SEEN_WORDS. */
static inline void sight_seen_words(const struct sight *sight, size_t *out_first, size_t *out_end)
{
    *out_first = (size_t)(sight->top * sight->width) / 64;
    *out_end = sight_word_count((size_t)(sight->bottom * sight->width));
}

/* True if the cell is in sight; false outside the level. */
bool sight_has(const struct sight *sight, struct pos at);

/* Clears the sight, so that it sees nothing. */
void sight_clear(struct sight *sight);

/*
 * Returns a word of row `y` like a level's rows of bits: bit x % 64 of word x / 64 is column x. `y`
 * is a row of the level; words to the right of it are 0.
 */
static inline uint64_t sight_row_word(const struct sight *sight, int y, int word)
{
    int columns = sight->width - word * 64; /* number of columns of the row from this word on */

    if (columns <= 0)
        return 0;
    size_t first = (size_t)(y * sight->width + word * 64);
    int skipped = (int)(first % 64);
    uint64_t bits = sight->bits[first / 64] >> skipped;
    if (skipped != 0 && skipped + columns > 64)
        bits |= sight->bits[first / 64 + 1] << (64 - skipped);
    return columns >= 64 ? bits : bits & ((UINT64_C(1) << columns) - 1);
}

enum { VISTA_EVERY = 17 /* walkable cells for each one from which sight is computed */ };

/*
 * Computes the sight from one walkable cell in VISTA_EVERY for each share of the level, up to
 * SIGHT_RADIUS_MAX, and the share of all open cells (walkable ones, water and chasms) that each of
 * them sees. *out_permille is the 90th percentile of these shares. ERR_MEMORY.
 */
MUST_USE enum err vista_measure(const struct level *level, int *out_permille);

#endif

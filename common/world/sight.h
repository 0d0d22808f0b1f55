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
    SIGHT_RADIUS_MAX = 128,                 /* keeps every product of the fractions below 2^31 */
    SIGHT_ROW_WORDS = LEVEL_WIDTH_MAX / 64, /* words of the widest row */
    SIGHT_WORDS_MAX = LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX / 64,
};

/*
 * The cells seen from one cell: one bit for each cell of the level, row by row without gaps, as
 * large as that level needs. A sight that was not computed yet has a width of 0 and sees nothing.
 */
struct sight {
    uint64_t *bits; /* the caller's, sight_word_count() of the level's cells */
    int16_t width;
    int16_t height;
    int16_t top;    /* the first row with anything in sight */
    int16_t bottom; /* the row behind the last; nothing is seen where it is not above `top` */
};

static inline size_t sight_word_count(size_t cell_count)
{
    return (cell_count + 63) / 64;
}

/*
 * Fills `sight` with the cells seen from `origin`, which must lie on the level, within `radius`
 * cells (1 … SIGHT_RADIUS_MAX; a circle: dx*dx + dy*dy <= r*r + r). The origin is always seen.
 * sight->bits must have room for this level; the size becomes the level's.
 */
void sight_compute(const struct level *level, struct pos origin, int radius, struct sight *sight);

/* False for cells outside the level. */
bool sight_has(const struct sight *sight, struct pos at);

/* Clears the sight: it sees nothing. */
void sight_clear(struct sight *sight);

/*
 * A word of row `y`, in the form of a level's own rows of bits: bit x % 64 of word x / 64 is column
 * x. `y` must be a row of the level; 0 for a word to the right of it.
 */
static inline uint64_t sight_row_word(const struct sight *sight, int y, int word)
{
    int columns = sight->width - word * 64; /* columns of the row, from this word on */

    if (columns <= 0)
        return 0;
    size_t first = (size_t)(y * sight->width + word * 64);
    int skipped = (int)(first % 64);
    uint64_t bits = sight->bits[first / 64] >> skipped;
    if (skipped != 0 && skipped + columns > 64)
        bits |= sight->bits[first / 64 + 1] << (64 - skipped);
    return columns >= 64 ? bits : bits & ((UINT64_C(1) << columns) - 1);
}

enum { VISTA_EVERY = 17 /* walkable cells, of which one is looked from */ };

/*
 * Looks about from every VISTA_EVERY-th walkable cell of the level, without a limit but
 * SIGHT_RADIUS_MAX, and counts what share of all open cells is seen from there: walkable ones,
 * water and chasms. *out_permille is the 90th percentile of those shares: one looks out so far from
 * one place in ten. ERR_MEMORY.
 */
MUST_USE enum err vista_measure(const struct level *level, int *out_permille);

#endif

/*
 * Symmetric shadowcasting on rows of bits, in integers only.
 *
 * Four quadrants are scanned row by row between two slopes, kept as fractions. An opaque cell is
 * seen if the scan touches it; a clear one only if its centre lies between the slopes, which is
 * what makes sight mutual: if A sees B's cell, B sees A's. (The idea is Albert Ford's symmetric
 * shadowcasting; this is an own implementation.)
 */
#ifndef UNDERCROFT_WORLD_SIGHT_H
#define UNDERCROFT_WORLD_SIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pos.h"
#include "world/level.h"

enum {
    SIGHT_RADIUS_MAX = 128, /* keeps every product of the fractions below 2^31 */
    SIGHT_ROW_WORDS = LEVEL_WIDTH_MAX / 64,
};

/* What is seen from one cell: one bit a cell of the level, whatever the level's own size. */
struct sight {
    uint64_t rows[LEVEL_HEIGHT_MAX][SIGHT_ROW_WORDS];
};

/*
 * Fills `sight` with what is seen from `origin`, which must lie on the level, within `radius`
 * cells (1 … SIGHT_RADIUS_MAX; a circle: dx*dx + dy*dy <= r*r + r). The origin is always seen.
 */
void sight_compute(const struct level *level, struct pos origin, int radius, struct sight *sight);

/* False for cells outside the largest level. */
bool sight_has(const struct sight *sight, struct pos at);
void sight_clear(struct sight *sight);

#endif

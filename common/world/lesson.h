/*
 * Experience: what a kind or a depth teaches, and the level that comes of it. The n-th foe of a
 * kind pays the kind's lore divided by n, in integers, so that no kind pays for ever.
 */
#ifndef UNDERCROFT_WORLD_LESSON_H
#define UNDERCROFT_WORLD_LESSON_H

#include <stdbool.h>
#include <stdint.h>

#include "content/species.h"

enum {
    LESSON_LEVEL_MAX = 30,
    LESSON_BEYOND = 6, /* levels further down than a delver's own, nothing is learned */
};

/* Experience that the kind pays for its first kill, on that depth. */
int lesson_lore(const struct species_row *row, int depth);

/* True for a depth, or a kind first met there, so far down that a delver of that level learns
   nothing. */
bool lesson_is_beyond(int level, int depth);

/* Experience of the n-th kill of the kind, on that depth, at that level; `nth` is 1 or more. */
int lesson_of_kill(const struct species_row *row, int depth, uint32_t nth, int level);

/* Experience of the first arrival on a depth, and again of having seen nearly all of it. */
int lesson_of_depth(int depth, int level);

/* The experience at which a level is reached, of 1 … LESSON_LEVEL_MAX. */
int lesson_threshold(int level);

/* The level, 1 … LESSON_LEVEL_MAX, of so much experience. */
int lesson_level(int64_t experience);

/* The full health of a level before any draught. */
int lesson_health(int level);

#endif

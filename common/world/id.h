/*
 * The names by which bodies, items and levels are known outside their level. That of a body or an
 * item is a slot plus a count of its uses, so that a stale id is never another's; 0 is nobody and
 * nothing. That of a level is where it lies, and which of the levels made for that place it is.
 */
#ifndef UNDERCROFT_WORLD_ID_H
#define UNDERCROFT_WORLD_ID_H

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t body_id;
typedef uint32_t item_id;

/* Letters of a delver's name. */
enum { NAME_LENGTH_MIN = 3, NAME_LENGTH_MAX = 16 };

/* Names a level for good: the key and the world's seed determine the level at its birth. */
struct level_key {
    uint16_t wing;  /* 0 is the first */
    uint16_t depth; /* 1 is the top */
    uint32_t generation;
};

static inline bool level_key_equal(struct level_key a, struct level_key b)
{
    return a.wing == b.wing && a.depth == b.depth && a.generation == b.generation;
}

#endif

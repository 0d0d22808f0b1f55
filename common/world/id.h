/*
 * Ids of bodies, items and levels, for use outside their level. The id of a body or item is a slot
 * and a count of the slot's uses, so that an old id never names another body; 0 is none. The id of
 * a level is its wing and depth, and a number among the levels made for that place.
 */
#ifndef UNDERCROFT_WORLD_ID_H
#define UNDERCROFT_WORLD_ID_H

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t body_id;
typedef uint32_t item_id;

/* Bytes of a delver's name. */
enum { NAME_LENGTH_MIN = 3, NAME_LENGTH_MAX = 16 };

/* Identifies a level for good. The key and the world's seed determine how the level is made. */
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

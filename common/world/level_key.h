/*
 * The name of a level: where it lies, and which of the levels made for that place it is.
 */
#ifndef UNDERCROFT_WORLD_LEVEL_KEY_H
#define UNDERCROFT_WORLD_LEVEL_KEY_H

#include <stdbool.h>
#include <stdint.h>

/* Names a level for good: the same key and world seed always give the same level at birth. */
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

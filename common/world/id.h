/*
 * The names by which bodies and items are known outside their level: a slot plus a count of its
 * uses, so that a stale id is never another's. 0 is nobody and nothing.
 */
#ifndef UNDERCROFT_WORLD_ID_H
#define UNDERCROFT_WORLD_ID_H

#include <stdint.h>

typedef uint32_t body_id;
typedef uint32_t item_id;

/* Letters of a delver's name. */
enum { NAME_LENGTH_MIN = 3, NAME_LENGTH_MAX = 16 };

#endif

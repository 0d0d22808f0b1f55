/*
 * The trail of a delver: the last cells that it stood on, and the stairs that it took between them.
 * Another delver who stands on it, or beside it, can follow it out of sight and over stairs. A loop
 * is left out: where the delver comes back to a cell, what lies between is forgotten. Moves
 * that are no steps (by magic, by an administrator) leave a gap; one to a level that no stairs of
 * the trail lead to begins the trail again. It is not kept on disk and is no part of the state that
 * is hashed: the world's own rules never look at it.
 */
#ifndef UNDERCROFT_WORLD_TRAIL_H
#define UNDERCROFT_WORLD_TRAIL_H

#include <stddef.h>
#include <stdint.h>

#include "base/pos.h"
#include "world/level_key.h"

enum { TRAIL_LENGTH = 200 }; /* cells and stairs that are remembered; then the oldest goes */

/* Valid when all zero: no trail. */
struct trail {
    struct level_key level; /* of the newest cell */
    uint8_t first;          /* the oldest of `places` */
    uint8_t count;
    uint16_t places[TRAIL_LENGTH]; /* cells by level_index(), or stairs; a ring */
};

enum trail_kind {
    TRAIL_NONE, /* nothing of the trail is on that level */
    TRAIL_CELL, /* to `cell` */
    TRAIL_DOWN, /* down the stairs underfoot */
    TRAIL_UP,   /* up the stairs underfoot */
    TRAIL_ENDS, /* the last cell of the trail is underfoot */
};

/* How a trail goes on. */
struct trail_step {
    enum trail_kind kind;
    struct pos cell;
};

/* The delver stands on cell `index` of the level `key`. If the trail has that cell since the last
   stairs, it ends there again. */
void trail_add_cell(struct trail *trail, struct level_key key, size_t index);

/* The delver took the stairs down or up. */
void trail_add_stairs(struct trail *trail, int depths);

/*
 * How the trail goes on from the cell `at` of the level `key`, which is `width` cells wide: to its
 * newest cell within one step of `at`, or on from there if that is `at`; else to the newest cell on
 * that level, however far it is, that the follower knows: `known` holds a tile a cell of the level
 * (NULL: it knows all); else to the newest. Generations of levels are not compared.
 */
struct trail_step trail_next(const struct trail *trail, struct level_key key, int width,
                             const uint8_t *known, struct pos at);

#endif

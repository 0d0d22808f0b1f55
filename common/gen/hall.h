/*
 * L-shaped halls between rooms, for any style. Private to gen.
 *
 * A clean hall leaves a room straight through its wall, keeps rock on both sides, and ends at the
 * first open cell it meets, whatever that belongs to. So halls never run in a wall, lie side by
 * side, leave a pinch or cut a room's corner, and two exits never stand next to each other.
 */
#ifndef UNDERCROFT_GEN_HALL_H
#define UNDERCROFT_GEN_HALL_H

#include "gen/map.h"

enum { HALL_LENGTH_MAX = LEVEL_WIDTH_MAX + LEVEL_HEIGHT_MAX };

struct hall {
    int length;      /* of cells[]: those to dig, from the first room outwards */
    int cost;        /* length, and more for bends and for passing near other open cells */
    struct pos stop; /* the open cell it ends at */
    struct pos cells[HALL_LENGTH_MAX];
};

/* The cheapest of several random clean halls from one room towards another; false if none is. */
bool hall_find(struct gen_map *map, struct rect from, struct rect to, struct hall *best);
void hall_dig(struct gen_map *map, const struct hall *hall);

#endif

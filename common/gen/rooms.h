/*
 * The halls of style `rooms`, for its tests. Private to gen.
 */
#ifndef UNDERCROFT_GEN_ROOMS_H
#define UNDERCROFT_GEN_ROOMS_H

#include "gen/map.h"

enum { HALL_LENGTH_MAX = GEN_SECTOR_WIDTH + GEN_SECTOR_HEIGHT };

struct hall {
    int length;      /* cells of the hall in cells[], from the first room outwards */
    int cost;        /* length, plus more for bends and for passing near open cells */
    struct pos stop; /* open cell where it ends */
    struct pos cells[HALL_LENGTH_MAX];
};

/* Finds the cheapest of several random clean halls from one room towards another. False: none is
   clean. */
bool hall_find(struct gen_map *map, struct rect from, struct rect to, struct hall *best);
void hall_dig(struct gen_map *map, const struct hall *hall);

#endif

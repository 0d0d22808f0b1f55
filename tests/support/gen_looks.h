/*
 * Ugly details of a level, found on the finished tiles and without the help of the passes.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_GEN_LOOKS_H
#define UNDERCROFT_TESTS_SUPPORT_GEN_LOOKS_H

#include "world/level.h"

/* Counts of faults. */
struct gen_looks {
    int close_doors;   /* with another within two king's moves: in rows, or facing each other */
    int vain_doors;    /* that can be walked round in eight steps or fewer */
    int stubs;         /* dead ends of one or two cells with nothing at their end */
    int small_islands; /* of rock, fewer than four cells: pillars where no style meant any */
    int thin_rooms;    /* listed rooms without a 3x3 of open cells: what differs from a hall? */
};

void gen_looks_count(const struct level *level, struct gen_looks *out);

#endif

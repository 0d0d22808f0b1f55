/*
 * What can be counted on a finished level: the hard invariants, and the measures by which styles
 * are compared. Definitions: rooms = pieces covered by full 3x3 walkable blocks; loops = islands
 * of rock, joined by eight directions, that do not touch the border; loops9 = those of nine tiles
 * or more; dead end = walkable with at most one orthogonal exit, stairs excepted; articulation =
 * walkable cells whose blocking would cut the level (Tarjan, four directions).
 */
#ifndef UNDERCROFT_GEN_MEASURE_H
#define UNDERCROFT_GEN_MEASURE_H

#include <stdbool.h>

#include "base/err.h"
#include "world/level.h"

/* The hard invariants a single level can be held against, as bits. */
enum gen_fault {
    GEN_FAULT_DISCONNECTED = 1 << 0,  /* H1: one walkable piece by four directions */
    GEN_FAULT_STAIRS = 1 << 1,        /* H2: there, distinct, mutually reachable */
    GEN_FAULT_DOOR = 1 << 2,          /* H3: two opposite walkable, two opposite blocked */
    GEN_FAULT_BORDER = 1 << 3,        /* H4: the outer ring is rock */
    GEN_FAULT_PINCH = 1 << 4,         /* H5: no 2x2 checkerboard */
    GEN_FAULT_STAIRS_CHOKE = 1 << 5,  /* H6: stairs never where one body blocks the only way */
};

struct gen_measure {
    int rooms;
    int loops;
    int loops9;
    int dead_ends;
    int walkable;     /* cells; a door counts, closed or open */
    int articulation;
    int path;         /* steps from the stairs up to those down by four directions */
};

/* A set of gen_fault bits, 0 for a right level, through *out_faults. ERR_MEMORY. */
MUST_USE enum err gen_prove(const struct level *level, unsigned *out_faults);
MUST_USE enum err gen_measure(const struct level *level, struct gen_measure *out);

#endif

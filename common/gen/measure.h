/*
 * Measures of a finished level: the hard invariants, and the numbers by which styles are compared.
 * Definitions: rooms = pieces covered by full 3x3 walkable blocks; loops = islands of rock, joined
 * by eight directions, that do not touch the border; loops9 = those of nine tiles or more; dead end
 * = walkable with at most one orthogonal exit, stairs excepted; articulation = walkable cells whose
 * blocking would cut the level (Tarjan, four directions).
 */
#ifndef UNDERCROFT_GEN_MEASURE_H
#define UNDERCROFT_GEN_MEASURE_H

#include <stdbool.h>

#include "base/err.h"
#include "world/level.h"

/* The hard invariants a single level can be held against, as bits. */
enum gen_fault {
    GEN_FAULT_DISCONNECTED = 1 << 0, /* H1: one walkable piece by four directions */
    GEN_FAULT_STAIRS = 1 << 1,       /* H2: there, distinct, mutually reachable */
    GEN_FAULT_DOOR = 1 << 2,         /* H3: two opposite walkable, two opposite blocked */
    GEN_FAULT_BORDER = 1 << 3,       /* H4: the outer ring is rock */
    GEN_FAULT_PINCH = 1 << 4,        /* H5: no 2x2 checkerboard */
    GEN_FAULT_STAIRS_CHOKE = 1 << 5, /* H6: stairs never where one body blocks the only way */
    /* faults of a furnished level: */
    GEN_FAULT_GATE = 1 << 6,    /* H7: with every gate shut, stairs, levers and plates are one
                                 * piece, and all cells behind a gate are joined to its inside */
    GEN_FAULT_CHOKE = 1 << 7,   /* H8: no one body parts the stairs, or them from a lever */
    GEN_FAULT_ARRIVAL = 1 << 8, /* H9: nothing hidden, shut or deep within 6 steps of the stairs, no
                                 * lever, plate or key within 3 */
    GEN_FAULT_HIDDEN = 1 << 9,  /* H10: no staircase, lever, plate or key behind hidden doors */
};

struct gen_measure {
    int rooms;
    int loops;
    int loops9;
    int dead_ends;
    int walkable; /* cells; a door counts, closed or open */
    int articulation;
    int doors;    /* closed or open */
    int hall;     /* walkable cells that no 2x2 of walkable ones holds */
    int path;     /* steps from the stairs up to those down by four directions */
    int diameter; /* longest walk, or nearly: from the cell farthest from the stairs up to the cell
                     farthest from it */
    int kinds;    /* number of different tiles, rock included */
    int surface;  /* walkable cells that are shallows, grass, thicket or rubble */
    int purposes; /* cells of tiles that do something, or stand for somebody's work: water and
                   * chasms, bridges, thickets, gates with their levers and plates, caches, shrines,
                   * lights, statues, bookcases */
};

/* A set of gen_fault bits, 0 for a right level, through *out_faults: H1 to H6, with every gate
   open. ERR_MEMORY. */
MUST_USE enum err gen_prove(const struct level *level, unsigned *out_faults);

/* Finds faults H7 to H10 if gen_prove() finds none; else returns the faults of gen_prove(). */
MUST_USE enum err gen_prove_furnished(const struct level *level, unsigned *out_faults);
MUST_USE enum err gen_measure(const struct level *level, struct gen_measure *out);

#endif

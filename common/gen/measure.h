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

/* Faults of a level, as bits. Each comment states the rule that a level with the fault breaks. */
enum gen_fault {
    GEN_FAULT_DISCONNECTED = 1 << 0, /* H1: all walkable cells are one piece by four directions */
    GEN_FAULT_STAIRS = 1 << 1,       /* H2: both stairs exist, are distinct, and reach each other */
    /* H3: a door has two opposite walkable neighbours, and two blocked ones */
    GEN_FAULT_DOOR = 1 << 2,
    GEN_FAULT_BORDER = 1 << 3,       /* H4: the outer ring is rock */
    GEN_FAULT_PINCH = 1 << 4,        /* H5: no 2x2 block is a checkerboard */
    GEN_FAULT_STAIRS_CHOKE = 1 << 5, /* H6: no single body near the stairs blocks a way */
    /* rules for a furnished level: */
    GEN_FAULT_GATE = 1 << 6, /* H7: with every gate shut, stairs, levers and plates are in one
                                piece, and the cells behind each gate are joined to its inside */
    /* H8: no single body separates the stairs from each other or from a lever */
    GEN_FAULT_CHOKE = 1 << 7,
    /* H9: within 6 steps of the stairs nothing is hidden, shut or deep, and within 3 there is no
       lever, plate or key */
    GEN_FAULT_ARRIVAL = 1 << 8,
    /* H10: stairs, levers, plates and keys are not behind hidden doors */
    GEN_FAULT_HIDDEN = 1 << 9,
};

enum {
    GEN_LONG_HALL = 30,  /* cells */
    GEN_DOORS_APART = 4, /* cells between two doors */
};

struct gen_measure {
    int rooms;
    int loops;
    int loops9;
    int dead_ends;
    int walkable; /* walkable cells; a door counts, closed or open */
    int articulation;
    int doors;    /* doors, closed or open */
    int hall;     /* walkable cells outside every walkable 2x2 block */
    int path;     /* steps between the stairs, by four directions */
    int diameter; /* about the longest walk: from the cell farthest from the stairs up to the cell
                     farthest from that */
    int kinds;    /* number of different tiles, rock included */
    int surface;  /* walkable cells of shallows, grass, thicket or rubble */
    /* stretches of GEN_LONG_HALL or more hall cells without a fork, a door or a find beside */
    int long_halls;
    int lone_ponds; /* pieces of deep water or chasm with rock all around */
    int door_pairs; /* pairs of doors with a hall of at most GEN_DOORS_APART cells between them */
    /* cells of tiles with a function or a meaning: water and chasms, bridges, thickets, gates with
       their levers and plates, caches, shrines, lights, statues, bookcases */
    int purposes;
};

/* Checks H1 to H6 with every gate open. *out_faults: a set of gen_fault bits, 0 for a correct
   level. ERR_MEMORY. */
MUST_USE enum err gen_prove(const struct level *level, unsigned *out_faults);

/* Checks H7 to H10 if gen_prove() finds no fault. *out_faults: those of gen_prove(), or else the
   new ones. */
MUST_USE enum err gen_prove_furnished(const struct level *level, unsigned *out_faults);
MUST_USE enum err gen_measure(const struct level *level, struct gen_measure *out);

#endif

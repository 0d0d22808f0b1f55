/*
 * Traps and spots: what a delver's own step on a cell sets off.
 *
 * A hidden trap is no tile: it lies beside the tiles, so that no screen, map or message can tell of
 * it. The first delver to step on it springs it; from then on it is a tile, known to all and
 * avoided by every errand, and springs again for a delver who walks in all the same. Foes know
 * where they live and set none off.
 */
#ifndef UNDERCROFT_WORLD_TRAP_H
#define UNDERCROFT_WORLD_TRAP_H

#include <stdint.h>

#include "world/level.h"

struct delver;
struct level;
struct world;

enum {
    TRAPS_A_LEVEL = 2,  /* at its birth, */
    TRAP_DEPTH_MIN = 3, /* from here on */
    TRAP_STEPS_MIN = 7, /* king's moves from the stairs */
};

/* Hides the traps of a new level: drawn from a stream of their own, in the open, off stairs and
   doors. Does nothing to a level that has traps, and none of them lies in a haven. */
void traps_place(struct level *level, uint64_t world_seed);

/* The delver has stepped where it is. It may be gone from the level afterwards. */
void trap_step(const struct world *world, struct delver *delver);

/* A delver has come to another cell by its own step: a spot there has its sentence told, once for
   each arrival on the level. */
void spot_step(struct delver *delver);

#endif

/*
 * How far one sees on a level, as a measure by which levels are compared.
 */
#ifndef UNDERCROFT_WORLD_VISTA_H
#define UNDERCROFT_WORLD_VISTA_H

#include "base/err.h"
#include "world/level.h"

enum { VISTA_EVERY = 17 /* walkable cells, of which one is looked from */ };

/*
 * Looks about from every VISTA_EVERY-th walkable cell of the level, without a limit but
 * SIGHT_RADIUS_MAX, and counts what share of all open cells is seen from there: walkable ones,
 * water and chasms. *out_permille is the 90th percentile of those shares: one looks out so far from
 * one place in ten. ERR_MEMORY.
 */
MUST_USE enum err vista_measure(const struct level *level, int *out_permille);

#endif

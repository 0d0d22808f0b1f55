/*
 * Wandering pedlars. In each half hour of its clock one level in ten, but for those with havens,
 * has a pedlar's stall on open ground, where one deals as in a haven. Whether it has one follows
 * from the seed of the world, the level and the half hour; the stall itself is a tile, and so saved
 * with the level. It comes and goes where no delver sees it.
 */
#ifndef UNDERCROFT_WORLD_PEDLAR_VISIT_H
#define UNDERCROFT_WORLD_PEDLAR_VISIT_H

#include "world/world_private.h"

enum { PEDLAR_VISIT_MS = 30 * 60 * 1000 };

/* True if a pedlar visits the level in that half hour of its clock, counted from 0. */
bool pedlar_visits(const struct world *world, const struct level *level, uint64_t half_hour);

#endif

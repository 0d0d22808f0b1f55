/*
 * Terrain with rules for levels of a simulation: surfaces, chasms, lights, caches, and doors turned
 * into bars with a lever or two plates.
 */
#ifndef UNDERCROFT_TESTS_SIM_SIM_WORKS_H
#define UNDERCROFT_TESTS_SIM_SIM_WORKS_H

#include "base/rng.h"
#include "world/world.h"

/* Returns the level with works laid on it, which the caller owns; `level` itself is freed. */
struct level *sim_works_lay(struct level *level, uint64_t seed);

/* NULL, or why a delver on the level cannot walk to the stairs up with what it finds there: doors
   open, and gates that are shut from the inside alone. */
const char *sim_works_find_prison(const struct world *world, const struct level *level);

#endif

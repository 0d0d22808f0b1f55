/*
 * Invariants of every world between two ticks, checked from scratch. Both directions are checked
 * where two structures speak of the same thing: a body that only one of them knows is a ghost.
 */
#ifndef UNDERCROFT_TESTS_SIM_INVARIANTS_H
#define UNDERCROFT_TESTS_SIM_INVARIANTS_H

#include "world/world.h"

/*
 * NULL, or a sentence about the first thing that is wrong. Looks at all delvers and all cells of
 * all levels. Sight and memory are computed afresh for one delver, chosen by the tick.
 */
const char *invariants_find_broken(const struct world *world);

#endif

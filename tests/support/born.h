/*
 * The foes of a level at its birth, as a test asks for them.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_BORN_H
#define UNDERCROFT_TESTS_SUPPORT_BORN_H

#include "world/population.h"

/* Writes the foes that a level has by the rules and that seed. Returns how many. */
int born_on(const struct level *level, uint64_t seed, struct placement out[POPULATION_MAX]);

bool born_with(const struct placement *foe, enum part_id part);

/* The number of groups that the `count` foes of a level came in. */
int born_groups(const struct placement *foes, int count);

#endif

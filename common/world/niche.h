/*
 * Niches: three cells of a level in which each delver finds something once in a life. The find
 * depends on the delver alone (world/find.h), so nobody can take it, and waiting changes nothing.
 */
#ifndef UNDERCROFT_WORLD_NICHE_H
#define UNDERCROFT_WORLD_NICHE_H

#include "world/population.h"
#include "world/world_private.h"

/* Puts the niches of a level that has none into dead ends and corners far from the stairs up; fewer
   where there are not so many. Overwrites `search`. */
void niches_place(struct level *level, struct rng *rng, struct population_search *search);

/* The number of the niche at `at`; NICHE_COUNT: there is none. */
enum niche niche_at(const struct level *level, struct pos at);

/* True if the niche holds something for the delver, and all of it would go into the pack. */
bool niche_has_room(const struct world *world, const struct delver *delver, enum niche niche);

/* The delver has come to another cell: if that is a niche with something in it, all of it goes into
   the pack. Where it has no room for all, the niche stays as it is and the delver is told. */
void niche_step(const struct world *world, struct delver *delver);

#endif

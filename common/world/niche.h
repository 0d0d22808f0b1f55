/*
 * Niches: three cells of a level in which each delver finds something once in a life. The find
 * depends on the delver alone (world/find.h), so nobody can take it, and waiting changes nothing.
 *
 * Caches: each delver finds something in one, once a depth and life: gold and a thing that is used
 * up. The find follows from the world, the delver, the life and the depth alone, so that neither
 * waiting nor a level that is made again pays. An opened cache is marked by the bit of the depth's
 * fountain: a depth with a haven has a fountain and no cache.
 */
#ifndef UNDERCROFT_WORLD_NICHE_H
#define UNDERCROFT_WORLD_NICHE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pos.h"
#include "world/find.h"
#include "world/population.h"
#include "world/stack.h"

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

enum { CACHE_FINDS = 2 };

/* Finds in a cache of that depth (1 and deeper) for a delver in one of its lives. */
void cache_finds(uint64_t world_seed, int64_t delver_id, uint32_t life, int depth,
                 struct stack out[CACHE_FINDS]);

/* The delver has stepped where it is. */
void cache_step(const struct world *world, struct delver *delver);

#endif

/*
 * Caches: each delver finds something in one, once a depth and life: gold and a thing that is used
 * up. The find follows from the world, the delver, the life and the depth alone, so that neither
 * waiting nor a level that is made again pays. An opened cache is marked by the bit of the depth's
 * fountain: a depth with a haven has a fountain and no cache.
 */
#ifndef UNDERCROFT_WORLD_CACHE_H
#define UNDERCROFT_WORLD_CACHE_H

#include "world/world_private.h"

enum { CACHE_FINDS = 2 };

/* Finds in a cache of that depth (1 and deeper) for a delver in one of its lives. */
void cache_finds(uint64_t world_seed, int64_t delver_id, uint32_t life, int depth,
                 struct stack out[CACHE_FINDS]);

/* The delver has stepped where it is. */
void cache_step(const struct world *world, struct delver *delver);

#endif

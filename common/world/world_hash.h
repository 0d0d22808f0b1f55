/*
 * The hash of the world, by which replays and tests compare two worlds.
 */
#ifndef UNDERCROFT_WORLD_WORLD_HASH_H
#define UNDERCROFT_WORLD_WORLD_HASH_H

#include <stdint.h>

#include "base/hash.h"

struct delver;
struct world;

/* Returns the hash of everything that decides what happens next, in an order that does not depend
   on memory. */
uint64_t world_hash(const struct world *world);

/* Hashes one delver. */
void delver_hash(const struct delver *delver, struct hash *hash);

#endif

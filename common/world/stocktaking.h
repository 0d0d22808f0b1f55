/*
 * Counting all things of a world against its ledger: packs and purses, what lies on loaded levels,
 * what foes have stolen, and graves. It reads lists alone, so that it takes as long as there is to
 * count, and changes nothing.
 */
#ifndef UNDERCROFT_WORLD_STOCKTAKING_H
#define UNDERCROFT_WORLD_STOCKTAKING_H

#include "world/world.h"

/* Between two ticks. How many kinds are there in another number than the ledger says, and of each
   how many more. */
int world_take_stock(const struct world *world, int64_t more[ITEM_KIND_COUNT]);

#endif

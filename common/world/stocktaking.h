/*
 * Counting all things of a world against its ledger: packs and purses, what lies on loaded levels,
 * what foes have stolen, and graves. Each place can be counted by itself (see world/ledger.h). It
 * reads lists alone, so that it takes as long as there is to count, and changes nothing.
 *
 * All functions are for the time between two ticks. They return of how many kinds there are more or
 * fewer than there should be, and in `more` of each kind how many more; below 0: fewer.
 */
#ifndef UNDERCROFT_WORLD_STOCKTAKING_H
#define UNDERCROFT_WORLD_STOCKTAKING_H

#include "world/world.h"

/* All of the world against its ledger. */
int world_take_stock(const struct world *world, int64_t more[ITEM_KIND_COUNT]);

/* One level against what it should hold. */
int level_take_stock(const struct world *world, const struct level *level,
                     int64_t more[ITEM_KIND_COUNT]);

/* All that is on no level, with those between levels, against what the ledger says beside what all
   levels should hold. With it and each level once, all is counted; a level that goes leaves to it
   what was wrong there. */
int way_take_stock(const struct world *world, int64_t more[ITEM_KIND_COUNT]);

/* The next level to be counted: the first one, by wing and depth, from `place` on, which becomes
   the place behind it; 0 is before all levels. NULL: there is none. */
const struct level *stock_next_level(const struct world *world, uint32_t *place);

#endif

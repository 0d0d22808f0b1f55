/*
 * Counting all things of a world against its ledger: packs and purses, what lies on loaded levels,
 * what foes have stolen, and graves. Each place can be counted by itself (see world/ledger.h). It
 * reads lists alone, so that it takes as long as there is to count, and changes nothing.
 *
 * All functions are for the time between two ticks. They return the number of kinds with more or
 * fewer things than there should be, and in `more` how many more of each kind there are; below 0:
 * fewer.
 */
#ifndef UNDERCROFT_WORLD_STOCKTAKING_H
#define UNDERCROFT_WORLD_STOCKTAKING_H

#include <stdint.h>

#include "content/item.h"

struct level;
struct world;

/* All of the world against its ledger. */
int world_take_stock(const struct world *world, int64_t more[ITEM_KIND_COUNT]);

/* Compares a level with the things that it should hold. */
int level_take_stock(const struct world *world, const struct level *level,
                     int64_t more[ITEM_KIND_COUNT]);

/* All things on no level, as delvers between levels have them, against the ledger without the
   holdings of all levels. Together with each level once, all is counted; the difference of a level
   that goes is counted here from then on. */
int way_take_stock(const struct world *world, int64_t more[ITEM_KIND_COUNT]);

/* The next level to be counted: the first one, by wing and depth, from `place` on, which becomes
   the place behind it; 0 is before all levels. NULL: there is none. */
const struct level *stock_next_level(const struct world *world, uint32_t *place);

#endif

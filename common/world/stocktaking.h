/*
 * Checks the number of all things in a world against its ledger: packs and purses, things on loaded
 * levels, stolen gold of foes, and graves. Each level can be checked by itself (see
 * world/ledger.h). It only reads, and takes time in proportion to the number of things.
 *
 * All functions are for the time between two ticks. They return the number of kinds with a
 * difference, and store in `more` how many more of each kind there are; negative: fewer.
 */
#ifndef UNDERCROFT_WORLD_STOCKTAKING_H
#define UNDERCROFT_WORLD_STOCKTAKING_H

#include <stdint.h>

#include "content/item.h"

struct level;
struct world;

/* Checks the whole world. Returns the number of kinds that differ from the ledger; `more` has the
   surplus of each. */
int world_take_stock(const struct world *world, int64_t more[ITEM_KIND_COUNT]);

/* Checks a level against its holding; otherwise like world_take_stock(). */
int level_take_stock(const struct world *world, const struct level *level,
                     int64_t more[ITEM_KIND_COUNT]);

/* Checks the things of delvers between levels against the ledger minus the holdings of all levels.
   Together with each level once, that covers all things; the difference of a level that is removed
   counts here from then on. */
int way_take_stock(const struct world *world, int64_t more[ITEM_KIND_COUNT]);

/* Returns the next level to check: the first by wing and depth from *place on; *place becomes the
   place after it. Begin with 0. NULL: there is none. */
const struct level *stock_next_level(const struct world *world, uint32_t *place);

#endif

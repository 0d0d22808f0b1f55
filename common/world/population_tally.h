/*
 * Encoded populations (world/population_codec.h) without a world: the things in them are counted,
 * and what speaks of a player is taken out.
 */
#ifndef UNDERCROFT_WORLD_POPULATION_TALLY_H
#define UNDERCROFT_WORLD_POPULATION_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "content/item.h"

/* How many of each kind; gold by the piece. */
struct population_tally {
    uint64_t lying[ITEM_KIND_COUNT]; /* on the level, and with its foes */
    uint64_t in_graves[ITEM_KIND_COUNT];
};

/* Adds to `tally`, which after ERR_FORMAT holds nothing to rely on. */
MUST_USE enum err population_count(const uint8_t *data, size_t length,
                                   struct population_tally *tally);

/* Whether there is a grave of that player, or a thing that only that player may pick up. */
MUST_USE enum err population_mentions(const uint8_t *data, size_t length, int64_t delver_id,
                                      bool *out);

/*
 * Takes the graves of a player out of `data`, with what is in them, and makes things that only that
 * player might pick up anybody's. *length becomes smaller or stays; what was in the graves is added
 * to `gone`. *out_found: there was any of it. ERR_FORMAT: nothing was changed.
 */
MUST_USE enum err population_forget(uint8_t *data, size_t *length, int64_t delver_id,
                                    uint64_t gone[ITEM_KIND_COUNT], bool *out_found);

#endif

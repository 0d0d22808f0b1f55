/*
 * Encoded populations (world/population_codec.h) without a world: the things in them are counted,
 * and the graves and claims of a player are taken out.
 */
#ifndef UNDERCROFT_WORLD_POPULATION_TALLY_H
#define UNDERCROFT_WORLD_POPULATION_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "content/item.h"
#include "world/id.h"

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

/* Whether there is a grave of that player with another name than this. */
MUST_USE enum err population_has_other_name(const uint8_t *data, size_t length, int64_t delver_id,
                                            const char *name, bool *out);

/*
 * The player has that name from now on, as name_normalise() writes it, filled up with NULs: so do
 * the graves in `data`, which keeps its length. *out_found: there was one. ERR_FORMAT: nothing was
 * changed.
 */
MUST_USE enum err population_rename(uint8_t *data, size_t length, int64_t delver_id,
                                    const char name[NAME_LENGTH_MAX + 1], bool *out_found);

#endif

/*
 * Remains of a dead delver: they lie in a grave on a level, or are on their way to their owner in
 * the bundle of another delver (world/grave.h, world/grave.h).
 */
#ifndef UNDERCROFT_WORLD_REMAINS_H
#define UNDERCROFT_WORLD_REMAINS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/pos.h"
#include "content/species.h"
#include "world/id.h"
#include "world/pack.h"

struct grave {
    int64_t delver_id; /* whose; 0: of a bundle that nobody has */
    char name[NAME_LENGTH_MAX + 1];
    enum species_id killer; /* SPECIES_DELVER: nobody */
    uint64_t died_at;       /* tick of the world */
    struct pos at;          /* where it lies, or lay */
    int64_t gold;
    int64_t experience; /* that the delver gets back */
    struct stack things[PACK_MAX];
    bool is_kept;  /* of a delver that was new: it opens to nobody else, ever */
    uint32_t next; /* on the same level, one more than its place in the pool; 0: none */
};

/* Contents of a grave that came into a pack, to be told to the player. */
struct regained {
    struct stack things[PACK_MAX];
    int64_t gold;
    int64_t experience;
};

void remains_hash(const struct grave *grave, struct hash *hash);

#endif

/*
 * Bonds: a day's account of two delvers with each other, so that nobody is a store or a mill for
 * another. Things that one has passed to the other are counted, by gift or by trade, in either
 * direction. For raising the other, for bringing its grave and for teaching it a kind of thing a
 * delver has renown, once a day of each other delver; renown has no use but to be seen. The newest
 * bonds are kept in memory alone; a start begins with none.
 */
#ifndef UNDERCROFT_WORLD_BOND_H
#define UNDERCROFT_WORLD_BOND_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"

struct delver;
struct event_list;
struct world;

enum {
    BOND_THINGS_MAX = 20, /* most things that two delvers may give each other in a day */
    BOND_DAY_MS = 24 * 60 * 60 * 1000,
    BONDS_MAX = 1024, /* most bonds in a world; the oldest ends early for a new one */
};

struct bond {
    int64_t low;    /* delver_id of the delver with the lower number; 0: free entry */
    int64_t high;   /* delver_id of the other */
    uint64_t began; /* tick of the world when it began */
    uint32_t things;
    bool has_honoured[2]; /* the lower, and the higher, has renown of the other */
};

/* Returns how many more things the two may pass between them today, at most BOND_THINGS_MAX. */
uint32_t bond_room(const struct world *world, const struct delver *delver,
                   const struct delver *other);

/* Counts all things that changed hands and gives renown, as the events say; news of renown is added
   to them. Call it between ticks. */
void bonds_collect(struct world *world, struct event_list *events);

void bonds_hash(const struct world *world, struct hash *hash);

#endif

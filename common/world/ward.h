/*
 * Wards: ground that no foe enters for some time, around a scroll that was read or in a doorway
 * that was locked. They count on the clock of their level, are not saved, and bind foes alone.
 */
#ifndef UNDERCROFT_WORLD_WARD_H
#define UNDERCROFT_WORLD_WARD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/pos.h"

enum { WARDS_MAX = 8 }; /* on one level; the one that ends first gives way */

struct ward {
    struct pos at;
    uint8_t radius; /* cells around; 0: that cell alone */
    uint64_t until; /* of the level's clock; 0: there is none */
};

struct ward_list {
    struct ward items[WARDS_MAX];
};

/* Adds a ward; `until` is not 0. */
void ward_add(struct ward_list *wards, struct ward ward);

/* True if a foe may not enter that cell at `clock`. */
bool ward_is_at(const struct ward_list *wards, uint64_t clock, struct pos at);

/* Hashes nothing where there is no ward. */
void wards_hash(const struct ward_list *wards, struct hash *hash);

#endif

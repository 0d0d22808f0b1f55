/*
 * Everything that differed from the disk at one tick boundary: rows copied out of the world, so
 * that the database thread never looks at anything that moves. A newer set can be laid over an
 * older one that has not been written yet; the newest row wins.
 */
#ifndef UNDERCROFT_SERVER_CHANGE_SET_H
#define UNDERCROFT_SERVER_CHANGE_SET_H

#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/err.h"
#include "world/world.h"

struct memory_row {
    int64_t delver_id;
    struct level_key key;
    uint8_t *tiles; /* owned */
    size_t count;
};

struct level_row {
    struct level_key key;
    struct bytes blob; /* as level_encode() writes it */
};

struct change_set {
    uint64_t tick; /* the boundary it was taken at */
    struct delver_record *delvers;
    size_t delver_count;
    size_t delver_capacity;
    struct memory_row *memories;
    size_t memory_count;
    size_t memory_capacity;
    struct level_row *levels;
    size_t level_count;
    size_t level_capacity;
};

void change_set_init(struct change_set *set);
void change_set_release(struct change_set *set);

/*
 * Copies all that is dirty in the world and marks it clean. *out_is_empty: nothing was. ERR_MEMORY:
 * the set then
 * holds half of a tick and must not be written.
 */
MUST_USE enum err change_set_collect(struct change_set *set, struct world *world,
                                     bool *out_is_empty);

#endif

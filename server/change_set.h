/*
 * Everything that differed from the disk at one tick boundary: rows copied out of the world, so
 * that the database thread never looks at anything that moves. A newer set can be laid over an
 * older one that is not on disk yet; the newest row of each thing wins.
 */
#ifndef UNDERCROFT_SERVER_CHANGE_SET_H
#define UNDERCROFT_SERVER_CHANGE_SET_H

#include <stdbool.h>
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

/* One kind of rows; each thing has at most one. */
struct change_rows {
    void *rows;
    size_t count;
    size_t capacity;
    bool is_sorted; /* by what the rows are about */
};

struct change_set {
    uint64_t tick; /* the boundary it was taken at */
    struct change_rows delvers;  /* of struct delver_record */
    struct change_rows memories; /* of struct memory_row */
    struct change_rows levels;   /* of struct level_row */
};

void change_set_init(struct change_set *set);
void change_set_release(struct change_set *set);
bool change_set_is_empty(const struct change_set *set);

/*
 * Copies all that is dirty in the world into an empty set and marks it clean. ERR_MEMORY: the set
 * is empty and the world as dirty as before.
 */
MUST_USE enum err change_set_collect(struct change_set *set, struct world *world);

/*
 * Lays `newer` over `older`, which then is of the newer's tick; `newer` is empty afterwards.
 * ERR_MEMORY: both are as they were.
 */
MUST_USE enum err change_set_merge(struct change_set *older, struct change_set *newer);

/* The row of one thing; NULL if the set has none. Owned by the set. */
const struct delver_record *change_set_find_delver(struct change_set *set, int64_t delver_id);
const struct memory_row *change_set_find_memory(struct change_set *set, int64_t delver_id,
                                                struct level_key key);

/* Of the newest generation in the set. */
const struct level_row *change_set_find_level(struct change_set *set, uint16_t wing,
                                              uint16_t depth);

/* The rows as arrays, for whoever goes through all of them. */
const struct delver_record *change_set_delvers(const struct change_set *set);
const struct memory_row *change_set_memories(const struct change_set *set);
const struct level_row *change_set_levels(const struct change_set *set);

#endif

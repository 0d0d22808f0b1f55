/*
 * Questions about levels and memories of them. The asker may take over all that an answer owns.
 */
#ifndef UNDERCROFT_SERVER_SAVE_PERSIST_LEVELS_H
#define UNDERCROFT_SERVER_SAVE_PERSIST_LEVELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "server/save/job.h"
#include "world/level.h"
#include "world/record.h"

/* A delver's memory of a kept level. */
struct kept_memory {
    int64_t delver_id;
    uint8_t *tiles; /* owned */
    size_t count;
};

/* Facts of the database about a level. */
struct level_facts {
    bool is_made;     /* the generation asked for is stored */
    uint64_t delvers; /* delvers with their place on it, online or not */
};

/* The newest generation of (wing, depth), or with is_exact that one: the level; the facts about it;
   or that generation and the content of each of `memories`. */
struct level_question {
    struct level_key key;
    bool is_exact;
    struct level *level;     /* owned */
    struct bytes population; /* of that level; empty: none is known. Owned */
    bool is_population_lost; /* there is one, but its row is damaged */
    struct level_facts facts;
    struct kept_memory *memories; /* owned, and their tiles */
    size_t memory_count;
};
extern const struct question question_fetch_level;
extern const struct question question_look_level;
extern const struct question question_fetch_kept;

enum { LEVELS_LISTED_MAX = 2000 };

struct level_list {
    struct level_summary *list; /* owned */
    int count;
};
extern const struct question question_list_levels;

/* A delver's memory of a level. */
struct memory_question {
    int64_t delver_id;
    struct level_key key;
    uint8_t *memory; /* owned; `size` tiles */
    size_t size;
};
extern const struct question question_fetch_memory;

#endif

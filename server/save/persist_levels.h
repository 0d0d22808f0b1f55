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

/* Facts that the database knows about a level. */
struct level_facts {
    bool is_made;     /* the wanted generation is stored */
    uint64_t delvers; /* number of delvers with their place on it, online or not */
};

/* Asks for the newest generation of (wing, depth), or with is_exact for that one: the level; or the
   facts about it; or that generation with the content of each of `memories`. */
struct level_question {
    struct level_key key;
    bool is_exact;
    struct level *level;     /* owned; NULL: not found */
    struct bytes population; /* population of that level; empty: none is known. Owned */
    bool is_population_lost; /* the level has a population, but its row is damaged */
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

/* Asks for a delver's memory of a level. */
struct memory_question {
    int64_t delver_id;
    struct level_key key;
    uint8_t *memory; /* `size` tiles; owned */
    size_t size;
};
extern const struct question question_fetch_memory;

#endif

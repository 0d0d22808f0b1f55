/*
 * The current generation of each level, in memory, as the database has it or will have it with the
 * next commit. A level without an entry was never regenerated or locked: its newest generation is
 * the current one.
 *
 * A change made here reaches the disk with the next change set, in one transaction with the state
 * of the world at that tick.
 */
#ifndef UNDERCROFT_SERVER_GAME_LEVEL_VERSIONS_H
#define UNDERCROFT_SERVER_GAME_LEVEL_VERSIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "server/save/change_set.h"
#include "world/record.h"

enum { LEVEL_AUDITS_MAX = 32 }; /* changes that wait for a commit, of each kind */

struct gen_request;
struct setpieces;

struct head_entry {
    struct level_head head;
    bool is_dirty;
};

struct level_versions {
    struct head_entry *entries; /* owned; by wing and depth */
    size_t count;
    size_t capacity;
    uint64_t world_seed;
    struct level_key deletions[LEVEL_AUDITS_MAX]; /* generations to be forgotten */
    int deletion_count;
    struct audit_row *audits; /* owned; LEVEL_AUDITS_MAX of them, for the audit table */
    int audit_count;
    uint64_t next_note; /* number of the next */
};

/* ERR_MEMORY. To be released in any case. */
MUST_USE enum err level_versions_init(struct level_versions *heads, uint64_t world_seed);
void level_versions_release(struct level_versions *heads);

/* Finds an entry; NULL: none. Valid until the next change. */
const struct level_head *level_versions_find(const struct level_versions *heads, uint16_t wing,
                                             uint16_t depth);

/* The head of a level whose newest stored generation is `generation`, if it has none yet. */
struct level_head level_versions_get(const struct level_versions *heads, struct level_key key);

/* As read from the database: nothing is dirty. ERR_MEMORY. */
MUST_USE enum err level_versions_add(struct level_versions *heads, const struct level_head *head);

/* ERR_MEMORY: nothing has changed. */
MUST_USE enum err level_versions_set(struct level_versions *heads, const struct level_head *head);

/* True if there is room for one more drop and one more note. */
bool level_versions_have_room(const struct level_versions *heads);
void level_versions_drop(struct level_versions *heads, struct level_key key);
void level_versions_note(struct level_versions *heads, const struct audit_row *note);

/* A depth is locked in all wings. */
bool level_versions_is_locked(const struct level_versions *heads, int depth);

/* Copies the changed heads to a change set. ERR_MEMORY: the caller releases the set. */
MUST_USE enum err level_versions_collect(const struct level_versions *heads,
                                         struct change_set *set);
void level_versions_mark_clean(struct level_versions *heads);

/* The recipe of that generation if the head knows it; else the recipe of its depth and the world's
   seed. */
struct level_recipe level_versions_recipe(const struct level_versions *heads, struct level_key key);

/* The request that makes a level of a recipe, good for as long as `pieces`. */
void level_recipe_request(const struct level_recipe *recipe, struct level_key key,
                          const struct setpieces *pieces, struct gen_request *out);

#endif

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

enum { LEVEL_AUDITS_MAX = 32 }; /* changes of each kind that may wait for a commit */

struct gen_request;
struct setpieces;

struct head_entry {
    struct level_head head;
    bool is_dirty;
};

struct level_versions {
    struct head_entry *entries; /* sorted by wing and depth; owned */
    size_t count;
    size_t capacity;
    uint64_t world_seed;
    struct level_key deletions[LEVEL_AUDITS_MAX]; /* generations to delete */
    int deletion_count;
    struct audit_row *audits; /* LEVEL_AUDITS_MAX rows for the audit table; owned */
    int audit_count;
    uint64_t next_note; /* number of the next row */
};

/* Begins without entries. ERR_MEMORY. Release it in any case. */
MUST_USE enum err level_versions_init(struct level_versions *heads, uint64_t world_seed);
void level_versions_release(struct level_versions *heads);

/* Returns the head of a level; NULL: it has no entry. Valid until the next change. */
const struct level_head *level_versions_find(const struct level_versions *heads, uint16_t wing,
                                             uint16_t depth);

/* Returns the head of a level; for a level without an entry, one whose newest stored generation is
   that of `key`. */
struct level_head level_versions_get(const struct level_versions *heads, struct level_key key);

/* Adds a head that was read from the database, so it is not dirty. ERR_MEMORY. */
MUST_USE enum err level_versions_add(struct level_versions *heads, const struct level_head *head);

/* Changes the head of a level, which the next save writes. ERR_MEMORY: nothing has changed. */
MUST_USE enum err level_versions_set(struct level_versions *heads, const struct level_head *head);

/* True if one more deletion and one more row for the audit table have room. */
bool level_versions_have_room(const struct level_versions *heads);
void level_versions_drop(struct level_versions *heads, struct level_key key);
void level_versions_note(struct level_versions *heads, const struct audit_row *note);

/* True if a depth is locked, which it is in all wings. */
bool level_versions_is_locked(const struct level_versions *heads, int depth);

/* Copies the changed heads to a change set. ERR_MEMORY: the caller releases the set. */
MUST_USE enum err level_versions_collect(const struct level_versions *heads,
                                         struct change_set *set);
void level_versions_mark_clean(struct level_versions *heads);

/* Returns the recipe of that generation if the head knows it; else the recipe of its depth and the
   world's seed. */
struct level_recipe level_versions_recipe(const struct level_versions *heads, struct level_key key);

/* Fills in the request that makes a level of a recipe; valid as long as `pieces`. */
void level_recipe_request(const struct level_recipe *recipe, struct level_key key,
                          const struct setpieces *pieces, struct gen_request *out);

#endif

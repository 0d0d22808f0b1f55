/*
 * All that differed from the disk at one tick boundary: rows copied from the world, so that the
 * database thread reads nothing that changes. A newer set can be merged into an older one that is
 * not on disk yet; the newest row of each thing wins, and of a memory the parts of both are
 * written.
 */
#ifndef UNDERCROFT_SERVER_SAVE_CHANGE_SET_H
#define UNDERCROFT_SERVER_SAVE_CHANGE_SET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/err.h"
#include "world/record.h"
#include "world/world.h"

/* The kinds of things that were made or ended since the last save, with the numbers ever made and
   ended: not differences, so that a set may be saved twice. All zero: nothing has changed. */
struct change_ledger {
    bool has[ITEM_KIND_COUNT];
    struct ledger_kept now; /* valid for those kinds */
};

/*
 * A delver's memory of a level at one tick boundary, for the database thread to write. Each user
 * holds the image, and the last holder frees it, on any thread.
 *
 * The loop keeps the newest image of each delver. When nobody else holds it, it is updated with the
 * few cells that are new since; so a save copies only changes. While somebody holds it, it does not
 * change, and a new one is made for the next save.
 */
struct delver;

/* Time without additions after which the loop drops an image. */
enum { MEMORY_IMAGE_IDLE_TICKS = 50 };

struct memory_image {
    atomic_uint holders;
    size_t count;
    /* For the loop: when it was last taken, its slot, and its place in the list. */
    uint64_t tick;
    uint32_t slot;
    struct memory_image *older;
    struct memory_image *newer;
    uint8_t tiles[]; /* `count` of enum tile_id */
};

/* Ends a hold on the image; the last holder frees it. NULL is allowed. */
void memory_image_release(struct memory_image *image);

/* The newest image of the delver in each slot of the world; only the loop uses them. */
struct memory_images {
    struct memory_image **of_slot; /* newest image of each slot, held; NULL: none */
    uint32_t slots;
    struct memory_image *oldest; /* list of the images, by the time when they were taken */
    struct memory_image *newest;
};

/* Makes an empty set; `slots`: number of the world's slots for delvers. ERR_MEMORY. */
MUST_USE enum err memory_images_init(struct memory_images *images, uint32_t slots);
void memory_images_release(struct memory_images *images);

/*
 * Returns the present memory of the delver in that slot at that tick; the caller holds it. Copies
 * the parts that the delver has marked as touched; the marks may be cleared only once the image is
 * sure to be used. ERR_MEMORY: nothing changed.
 */
MUST_USE enum err memory_images_take(struct memory_images *images, uint32_t slot,
                                     const struct delver *delver, uint64_t tick,
                                     struct memory_image **out);

/* Drops images of delvers who are gone, or who have seen nothing new for MEMORY_IMAGE_IDLE_TICKS
   before `tick`. */
void memory_images_expire(struct memory_images *images, uint64_t tick);

struct memory_row {
    int64_t delver_id;
    struct level_key key;
    uint32_t bands;             /* bands that may differ from the disk, a bit each (MEMORY_BAND) */
    struct memory_image *image; /* a hold on the image */
};

struct level_row {
    struct level_key key;
    struct bytes blob; /* the output of level_encode() */
};

struct population_row {
    struct level_key key;
    struct bytes blob; /* the output of population_encode() */
};

/* An act of an operator, or of the server itself. */
struct audit_row {
    int64_t at; /* time in seconds since 1970 */
    char who[65];
    char what[1001];
};

/* An act that is saved together with its effects. Their numbers differ. */
struct audit_entry {
    uint64_t number;
    struct audit_row row;
};

enum { SETTINGS_ROW_SIZE = 1024 };

/* The settings of a player; "": none was chosen. */
struct settings_row {
    int64_t account_id;
    char list[SETTINGS_ROW_SIZE];
};

/* Kinds of rows, each about one thing. */
enum change_kind {
    CHANGE_DELVERS,     /* rows of struct delver_record */
    CHANGE_MEMORIES,    /* rows of struct memory_row */
    CHANGE_LEVELS,      /* rows of struct level_row */
    CHANGE_POPULATIONS, /* rows of struct population_row */
    CHANGE_HEADS,       /* rows of struct level_head */
    /* rows of struct level_key: generations to remove after all else is saved */
    CHANGE_DELETIONS,
    CHANGE_AUDITS,   /* rows of struct audit_entry */
    CHANGE_VISITS,   /* rows of struct account_record: mode and when last seen */
    CHANGE_SETTINGS, /* rows of struct settings_row */
    CHANGE_KIND_COUNT
};

/* The rows of one kind; each thing has at most one. */
struct change_rows {
    void *rows; /* owned */
    size_t count;
    size_t capacity;
    bool is_sorted; /* sorted by their keys */
};

struct change_set {
    uint64_t tick; /* tick boundary at which it was taken; 0: it has nothing of the world */
    struct change_rows of[CHANGE_KIND_COUNT];
    struct change_ledger ledger;
};

void change_set_init(struct change_set *set);
void change_set_release(struct change_set *set);
bool change_set_is_empty(const struct change_set *set);

/*
 * Copies all dirty data of the world into a set that has none of it yet, and marks it clean.
 * `images` belong to this world and its collector. ERR_MEMORY: set and world are unchanged.
 */
MUST_USE enum err change_set_collect(struct change_set *set, struct world *world,
                                     struct memory_images *images);

/* Add rows that are not in the world and go to disk with the set. ERR_MEMORY: the set is
   unchanged. */
MUST_USE enum err change_set_add_head(struct change_set *set, const struct level_head *head);
MUST_USE enum err change_set_add_deletion(struct change_set *set, struct level_key key);
MUST_USE enum err change_set_add_audit(struct change_set *set, uint64_t number,
                                       const struct audit_row *row);

/* Adds a row; it replaces one about the same account. */
MUST_USE enum err change_set_put_visit(struct change_set *set,
                                       const struct account_record *account);
MUST_USE enum err change_set_put_settings(struct change_set *set, int64_t account_id,
                                          const char *list);

/*
 * Merges `newer` into `older`, which gets the newer's tick; `newer` is then empty. ERR_MEMORY: both
 * are unchanged.
 */
MUST_USE enum err change_set_merge(struct change_set *older, struct change_set *newer);

/* Returns row number `index` of that kind. The set owns the row, as it owns all rows returned
   below. */
const void *change_set_row(const struct change_set *set, enum change_kind kind, size_t index);

/* Returns the row of that kind with the key `wanted`: a number, a wing and depth, the key of a
   level, or the first two members of a memory_row; NULL: there is none. */
const void *change_set_find(struct change_set *set, enum change_kind kind, const void *wanted);

/* Returns the row of the newest generation in the set; NULL: there is none. */
const struct level_row *change_set_find_level(const struct change_set *set, uint16_t wing,
                                              uint16_t depth);

#endif

/*
 * Things on levels. Each is an entry of a pool that the world allocates at its start. Levels tick
 * independently, so each level with delvers has a small reserve of free entries, filled between
 * ticks, for things that are dropped within a tick.
 */
#ifndef UNDERCROFT_WORLD_ITEM_H
#define UNDERCROFT_WORLD_ITEM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pos.h"
#include "world/id.h"
#include "world/life.h"
#include "world/pack.h"
#include "world/record.h"

struct delver;
struct level;
struct world;

enum {
    ITEM_SPARE = 12,         /* free entries in reserve on a level with delvers */
    ITEM_LEVEL_MAX = 600,    /* most items on one level */
    ITEM_OWNED_MS = 300000,  /* milliseconds for which a thing belongs to its winner or thrower */
    ITEM_KEPT_MS = 86400000, /* milliseconds for which a new player's thing lies reserved */
};

struct item {
    item_id id;    /* 0: the entry is free */
    uint16_t uses; /* number of times that this entry was taken */
    struct stack stack;
    struct pos at;
    /* next item on the level; in the pool: index + 1 of the next free entry, 0: none */
    item_id next;
    int64_t owner;        /* delver_id; 0: anybody's */
    uint64_t owned_until; /* tick of the world from which anybody may take it */
    /* for a thing of a new player: tick at which it is destroyed, never free to others; 0: for
       others */
    uint64_t kept_until;
};

/* Returns the item with that id; NULL: it no longer exists. */
struct item *world_item(const struct world *world, item_id id);

/* Returns the top item at `at`; NULL: there is none. `at` may be outside the level. */
const struct item *level_item_at(const struct world *world, const struct level *level,
                                 struct pos at);

/* Returns the next item below it in the same cell; NULL: it is the last. */
const struct item *level_item_below(const struct world *world, const struct item *item);

/* Returns the newest grave at `at`; NULL: there is none. `at` may be outside the level. */
const struct grave *level_grave_at(const struct world *world, const struct level *level,
                                   struct pos at);

/*
 * True if the delver may pick up the item now, because it belongs to nobody else. All rules of
 * ownership are here and in item_lay(), so that things of a delver that was never below depth 3 are
 * treated alike.
 */
bool item_is_free(const struct world *world, const struct item *item, int64_t delver_id);

/* True if the item is that delver's own, won or thrown a short while ago; a step onto it picks it
   up. */
bool item_is_own(const struct world *world, const struct item *item, int64_t delver_id);

/* Adds a new item on a cell. NULL: the pool is full. Call it only between ticks. */
struct item *item_add(struct world *world, struct stack thing, struct level *level, struct pos at);

/* Frees all things on a level. Call it only between ticks. */
void items_free(struct world *world, struct level *level);

/* Fills the reserves of all levels with delvers. Call it only between ticks. */
void items_share_out(struct world *world);

/*
 * Puts a thing on a cell. `from` is the delver that had it, or for which it was made; NULL: it is
 * the level's own. The thing of a delver that was never below depth 3 stays that delver's and is
 * destroyed after a day; anybody may take any other. On a full level the oldest thing without an
 * owner is destroyed, or else the oldest thing of a new delver. NULL: there is no room, and the
 * caller keeps the thing.
 */
struct item *item_lay(const struct world *world, struct level *level, struct stack thing,
                      struct pos at, const struct delver *from);

/* True if item_lay() would find room now. */
bool item_has_room(const struct world *world, const struct level *level);

/* Destroys a thing for which item_lay() has no room at `at`, and tells the delvers who see the
   cell. */
void item_end_unplaced(struct level *level, struct stack thing, struct pos at);

/* Destroys things that new delvers left on the level a day ago. Call it after a level's tick and
   before ledger_close(). */
void items_clean_up(const struct world *world, struct level *level);

/* Removes an item from its level. The caller has copied its stack. */
void item_take_away(const struct world *world, struct level *level, struct item *item);

/* Updates the bit of a cell where a grave appeared or vanished. */
void items_mark_cell(const struct world *world, struct level *level, struct pos at);

/* Reserves the item for that delver for ITEM_OWNED_MS; the delver then picks it up by a step onto
   it. */
void item_own(const struct world *world, struct item *item, int64_t delver_id);

/* Makes the things that only that delver may pick up free for all. */
void items_disown(const struct world *world, struct level *level, int64_t delver_id);

#endif

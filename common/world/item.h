/*
 * Things that lie on levels. Each has a place of a pool that the world has from its start. Levels
 * tick by themselves, so that each level with delvers holds a few free places of its own, handed
 * out between ticks: what is dropped within a tick takes one of these.
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
    ITEM_SPARE = 12,         /* free places of a level with delvers */
    ITEM_LEVEL_MAX = 600,    /* items that may lie on one level */
    ITEM_OWNED_MS = 300000,  /* time for which a thing belongs to its winner or thrower */
    ITEM_KEPT_MS = 86400000, /* time for which the floor keeps a new player's thing */
};

struct item {
    item_id id;    /* 0: a free place of the pool */
    uint16_t uses; /* how often this place was taken */
    struct stack stack;
    struct pos at;
    item_id next;  /* the next item on the level; in the pool: index + 1 of the next free entry */
    int64_t owner; /* delver_id; 0: anybody's */
    uint64_t owned_until; /* tick of the world from which it is anybody's */
    uint64_t kept_until;  /* of a new player's: gone at that tick, never anybody's; 0: of no such */
};

/* NULL if that id is no item any more. */
struct item *world_item(const struct world *world, item_id id);

/* The top item at `at`; NULL: nothing lies there. `at` may lie outside the level. */
const struct item *level_item_at(const struct world *world, const struct level *level,
                                 struct pos at);

/* The next item below it in the same cell; NULL: it is the last. */
const struct item *level_item_below(const struct world *world, const struct item *item);

/* The newest grave at `at`; NULL: there is none. `at` may lie outside the level. */
const struct grave *level_grave_at(const struct world *world, const struct level *level,
                                   struct pos at);

/*
 * True if the delver may pick it up now: it belongs to nobody else. All rules of ownership are here
 * and in item_lay(), so the thing of a delver that was never below depth 3 is treated alike however
 * it came to the floor.
 */
bool item_is_free(const struct world *world, const struct item *item, int64_t delver_id);

/* True if it is that delver's own, won or thrown a short while ago: a step picks it up. */
bool item_is_own(const struct world *world, const struct item *item, int64_t delver_id);

/* A new item on a cell; NULL: the pool is used up. Between ticks only. */
struct item *item_add(struct world *world, struct stack thing, struct level *level, struct pos at);

/* Takes all that lies on a level out of the world. Between ticks only. */
void items_free(struct world *world, struct level *level);

/* Each level with delvers gets free places for things. Between ticks only. */
void items_share_out(struct world *world);

/*
 * Lays a thing on a cell. `from` is the delver that had it, or for which it was made; NULL: the
 * level's own. The thing of a delver that was never below depth 3 stays that delver's, and is gone
 * after a day; any other is anybody's. On a full level the oldest thing that is nobody's goes, or
 * else the oldest that a new delver left. NULL: there is no place; the thing is still the caller's.
 */
struct item *item_lay(const struct world *world, struct level *level, struct stack thing,
                      struct pos at, const struct delver *from);

/* True if item_lay() would find a place now. */
bool item_has_room(const struct world *world, const struct level *level);

/* Ends a thing for which item_lay() has no place at `at`, and tells the delvers who see the
   cell. */
void item_end_unplaced(struct level *level, struct stack thing, struct pos at);

/* Ends things that new delvers left there a day ago. Between a level's tick and the end of its
   ledger's page. */
void items_clean_up(const struct world *world, struct level *level);

/* Takes an item off its level; the caller has copied its stack. */
void item_take_away(const struct world *world, struct level *level, struct item *item);

/* Updates the mark of a cell that a grave has come to, or gone from. */
void items_mark_cell(const struct world *world, struct level *level, struct pos at);

/* Reserves the item for that delver for ITEM_OWNED_MS, who then picks it up by a step. */
void item_own(const struct world *world, struct item *item, int64_t delver_id);

/* Things that only that delver might pick up are anybody's from now on. */
void items_disown(const struct world *world, struct level *level, int64_t delver_id);

#endif

/*
 * Items. Each lies in a pool that the world has from its start, and is in exactly one place: on a
 * cell of a level or in a body's pack. One that flies is an event, and lies where it came down.
 */
#ifndef UNDERCROFT_WORLD_ITEM_H
#define UNDERCROFT_WORLD_ITEM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pos.h"
#include "content/item.h"
#include "world/id.h"

enum { PACK_MAX = 16 }; /* items that a body carries */

struct body;
struct level;
struct world;

struct item {
    item_id id;    /* 0: a free place of the pool */
    uint16_t uses; /* how often this place was taken */
    enum item_kind kind;
    body_id holder; /* whose pack it is in; 0: it lies on a level */
    struct pos at;  /* the cell there */
    item_id next;   /* in the same pack, or on the same level */
};

/* NULL if that id is no item any more. */
struct item *world_item(const struct world *world, item_id id);

/* The item on top of those at `at`; NULL: nothing lies there. Takes any place. */
const struct item *level_item_at(const struct world *world, const struct level *level,
                                 struct pos at);

/* The item of that id if the body carries it; else NULL. */
struct item *pack_item(const struct world *world, const struct body *body, item_id id);

int pack_count(const struct world *world, const struct body *body);

#endif

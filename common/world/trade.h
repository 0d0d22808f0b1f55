/*
 * Trades between two delvers who stand side by side. Each lays down things of the pack and gold;
 * nothing leaves a pack until both have agreed to the same two lists, and then all of it changes
 * hands within one tick. A change of either list takes back the yes of both, and for a moment after
 * a change no yes is taken, so that nobody agrees to a list that was not read. When one
 * walks away, dies or leaves, the trade ends and nothing has moved.
 *
 * A trade lives as long as both are in the world, and is not kept on disk.
 */
#ifndef UNDERCROFT_WORLD_TRADE_H
#define UNDERCROFT_WORLD_TRADE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "world/id.h"
#include "world/pack.h"

struct action;
struct delver;
struct world;

enum {
    TRADE_THINGS_MAX = 6,
    TRADE_ASK_MS = 60000, /* for so long a trade that was asked for can be taken up */
    TRADE_LOOK_MS = 2000, /* after a change of the other's list no yes is taken */
};

/* The words of a trade: the member `other` of an INPUT_TRADE's action. */
enum trade_word {
    TRADE_ASK,  /* the delver that is the target, beside; or takes up that one's asking */
    TRADE_PUT,  /* `count` of `object` into the list; 0: all of it */
    TRADE_TAKE, /* `object` out of it */
    TRADE_GOLD, /* `count` gold */
    TRADE_YES,
    TRADE_NO, /* ends it, or says no to who asks */
    TRADE_WORD_COUNT
};

/* The news of a trade: the count of an EVENT_TRADE. */
enum trade_news {
    TRADE_ASKED,
    TRADE_OPENED,
    TRADE_CHANGED,
    TRADE_AGREED,
    TRADE_DONE,
    TRADE_ENDED,   /* by the actor */
    TRADE_BROKEN,  /* the two stand side by side no more */
    TRADE_NO_ROOM, /* in the actor's pack */
};

struct trade_thing {
    uint32_t object; /* of its pack */
    struct stack part;
};

/* The side of one delver. Valid when all zero: none. */
struct trade {
    body_id partner; /* 0: none */
    bool is_open;    /* the partner has taken it up */
    bool has_agreed;
    uint64_t at; /* tick of the world at which it was asked for, or this side last changed */
    uint32_t gold;
    uint8_t count;
    struct trade_thing things[TRADE_THINGS_MAX];
};

/* Does an INPUT_TRADE, or tells the delver why not. */
void trade_apply(struct world *world, struct delver *delver, const struct action *action);

/* Between ticks: ends trades of delvers who have parted, and takes what was lost or used out of
   the lists. */
void trades_check(struct world *world);

void trade_hash(const struct trade *trade, struct hash *hash);

#endif

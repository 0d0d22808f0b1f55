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
    TRADE_ASK_MS = 60000, /* milliseconds in which the other delver may accept */
    /* milliseconds after a change of the other's list in which no agreement counts */
    TRADE_LOOK_MS = 2000,
};

/* The words of a trade: the member `other` of the action of an INPUT_TRADE. */
enum trade_word {
    /* asks the target, which must be beside the delver; or accepts what that one asks */
    TRADE_ASK,
    TRADE_PUT,  /* puts `count` of `object` into the list; 0: all of it */
    TRADE_TAKE, /* takes `object` out of the list */
    TRADE_GOLD, /* puts `count` gold into the list */
    TRADE_YES,
    TRADE_NO, /* ends the trade, or refuses one that was asked for */
    TRADE_WORD_COUNT
};

/* The events of a trade, as the count of an EVENT_TRADE. */
enum trade_news {
    TRADE_ASKED,
    TRADE_OPENED,
    TRADE_CHANGED,
    TRADE_AGREED,
    TRADE_DONE,
    TRADE_ENDED,   /* the actor ended the trade */
    TRADE_BROKEN,  /* the two no longer stand side by side */
    TRADE_NO_ROOM, /* the actor's pack has no room */
};

struct trade_thing {
    uint32_t object; /* object of the delver's pack */
    struct stack part;
};

/* A delver's side of a trade. All zero: no trade. */
struct trade {
    body_id partner; /* the other delver; 0: none */
    bool is_open;    /* the partner has accepted */
    bool has_agreed;
    uint64_t at; /* tick of the world at which the delver asked, or this list last changed */
    uint32_t gold;
    uint8_t count;
    struct trade_thing things[TRADE_THINGS_MAX];
};

/* Does an INPUT_TRADE, or tells the delver why it cannot be done. */
void trade_apply(struct world *world, struct delver *delver, const struct action *action);

/* Ends trades of delvers who have parted, and removes lost or used things from the lists. Call it
   between ticks. */
void trades_check(struct world *world);

void trade_hash(const struct trade *trade, struct hash *hash);

#endif

/*
 * What one tick brought about, for those who draw, tell and save. Events live until the next tick.
 */
#ifndef UNDERCROFT_WORLD_EVENT_H
#define UNDERCROFT_WORLD_EVENT_H

#include "content/item.h"
#include "content/tile.h"
#include "world/action.h"
#include "world/id.h"
#include "world/level_key.h"

enum event_kind {
    EVENT_MOVED,       /* from -> at */
    EVENT_SWAPPED,     /* `actor` went from -> at, other the other way */
    EVENT_DOOR_OPENED, /* the door is at `at` */
    EVENT_DOOR_CLOSED,
    EVENT_DOOR_FELL_SHUT, /* by itself: nobody is the actor, and nobody is told in words */
    EVENT_WAITED,
    EVENT_DEPARTED, /* took the stairs at `at`; `stairs` says which kind */
    EVENT_ARRIVED,  /* on another level; `stairs` says which kind they took, `passage` if any */
    EVENT_JOINED,   /* came into the world */
    EVENT_LEFT,     /* went out of the world */
    EVENT_LINK_LOST,
    EVENT_LINK_BACK,
    EVENT_SAID,
    EVENT_REFUSED,    /* only that delver is told; `refusal` says why */
    EVENT_ITEM_TAKEN, /* `item` lies at `at` no more; the actor carries it */
    EVENT_ITEM_DROPPED,
    EVENT_ITEM_THROWN, /* from -> at, where it lies now; `other` is the body that it met */
    EVENT_CANCELLED,   /* `count` queued actions were dropped at the delver's wish */
    EVENT_RETURNED,    /* the stairs led nowhere: the delver stands at `at` again */
    EVENT_COUNT
};

/* How somebody comes to leave a place, or to be in another. */
enum passage {
    PASSAGE_STAIRS,
    PASSAGE_REMADE,   /* they stayed where they were, and the level was regenerated around them */
    PASSAGE_PUT_BACK, /* the same, but the level is what it was before */
    PASSAGE_SENT,     /* an operator put them there */
};

struct event {
    enum event_kind kind;
    body_id actor;
    body_id other;
    struct level_key level; /* where, though it may be dropped since; depth 0: nowhere */
    struct pos at;
    struct pos from;
    enum tile_id stairs;
    enum passage passage; /* of EVENT_DEPARTED and EVENT_ARRIVED */
    struct level_key to;  /* of EVENT_DEPARTED, when sent: where */
    enum refusal refusal;
    item_id item;
    enum item_kind item_kind;
    enum dir dir;  /* of what was tried */
    int count;     /* of queued actions that were dropped */
    uint32_t text; /* what was said: see world_event_text(); 0 for other kinds */
    bool is_emote; /* of what was said: it is what they do, not what they say */
};

#endif

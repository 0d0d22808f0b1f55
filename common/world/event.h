/*
 * What one tick brought about, for those who draw, tell and save. Events live until the next tick.
 */
#ifndef UNDERCROFT_WORLD_EVENT_H
#define UNDERCROFT_WORLD_EVENT_H

#include "content/item.h"
#include "content/tile.h"
#include "content/status.h"
#include "world/action.h"
#include "world/company_state.h"
#include "world/fight.h"
#include "world/id.h"
#include "world/level_key.h"
#include "world/passage.h"

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
    EVENT_NOTICED,     /* only the actor is told: `other`, a foe, has come into view */
    EVENT_BLOW,        /* the actor strikes at `other`: `outcome`, `count` damage, `left` health */
    EVENT_SHOT,        /* the same from afar */
    EVENT_DIED,        /* `other`; the actor is the one that did it, or itself */
    EVENT_LESSON,      /* the actor learns `count` from the death of `other` */
    EVENT_REACHED,     /* the actor learns `count` from a depth that is new to it */
    EVENT_LEVELLED,    /* the actor has reached level `count` */
    EVENT_STATUS,      /* the actor has a `status` now, or no more: `count` is 0 */
    EVENT_WITHERS,     /* a status has cost the actor `count` health; `left` is what it has */
    EVENT_MENDED,      /* the actor's health has come back to `left` */
    EVENT_SHOUTED,     /* the actor, a foe, calls the others */
    EVENT_FLED,        /* the actor, a foe, turns to flee */
    EVENT_TIME,        /* only the actor is told: time goes on otherwise now; see `time` */
    EVENT_COUNT
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
    struct level_key to;  /* of EVENT_DEPARTED, unless by stairs: where */
    enum refusal refusal;
    item_id item;
    enum item_kind item_kind;
    enum dir dir; /* of what was tried */
    int count;    /* of queued actions that were dropped, or as the kind says */
    int left;     /* health */
    enum blow_outcome outcome;
    enum status_id status;
    enum company_state time;
    uint32_t text; /* what was said: see world_event_text(); 0 for other kinds */
    bool is_emote; /* of what was said: it is what they do, not what they say */
};

#endif

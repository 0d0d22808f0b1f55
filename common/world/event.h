/*
 * Events of one tick, for the code that draws, tells and saves. They live until the next tick.
 */
#ifndef UNDERCROFT_WORLD_EVENT_H
#define UNDERCROFT_WORLD_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pos.h"
#include "content/part.h"
#include "content/status.h"
#include "content/tile.h"
#include "world/action.h"
#include "world/company.h"
#include "world/fight.h"
#include "world/id.h"
#include "world/pack.h"
#include "world/stairs.h"

struct body;
struct event_list;
struct level;

enum event_kind {
    EVENT_MOVED,       /* from -> at */
    EVENT_SWAPPED,     /* `actor` went from -> at, `other` back; `count` 1: `other` has fallen */
    EVENT_DOOR_OPENED, /* the door is at `at` */
    EVENT_DOOR_CLOSED,
    EVENT_DOOR_FELL_SHUT, /* by itself: nobody is the actor, and nobody is told in words */
    EVENT_PROVIDED,       /* by itself: an operator put a foe or a thing at `at` */
    EVENT_WAITED,
    EVENT_DEPARTED, /* took the stairs at `at`; `stairs` says which kind */
    EVENT_ARRIVED,  /* on another level; `stairs` says which kind they took, `passage` if any */
    EVENT_JOINED,   /* came into the world */
    EVENT_LEFT,     /* went out of the world */
    EVENT_LINK_LOST,
    EVENT_LINK_BACK,
    EVENT_SAID,
    EVENT_REFUSED,     /* only that delver is told; `refusal` says why */
    EVENT_ITEM_TAKEN,  /* `stack` lies at `at` no more; the actor has it, and `left` of its kind;
                          its pack has no room for `count` more that it wanted */
    EVENT_ITEM_STAYED, /* only the actor is told: its own `stack` lies under it, and its pack has no
                          room for it */
    EVENT_ITEM_DROPPED,
    EVENT_ITEM_THROWN, /* from -> at, where it comes down; `other` is the body that it met, `count`
                          1: EVENT_SHOT or EVENT_REFLECTED tells of the throw as well */
    EVENT_ITEM_LANDED, /* only the actor is told: `stack`, which it threw or dropped, lies at `at`;
                          `count` is an enum throw_end */
    EVENT_ITEM_BROKE,  /* `stack`, which the actor threw, is no more; `count` as before */
    EVENT_ITEM_GONE,   /* by itself: nobody is the actor, and who sees `at` is told that `stack` is
                          no more there; `count` 1: for want of room */
    EVENT_ITEM_WORN,   /* the actor wears `stack` */
    EVENT_ITEM_REMOVED,
    EVENT_ITEM_GIVEN,  /* `other` has `stack` now, which was the actor's, and no room for `count`
                          more that the actor meant to give */
    EVENT_ITEM_USED,   /* the actor uses `stack`: drinks, reads, points; `count`: the result;
                          `left` > 0: its kind was unknown */
    EVENT_ITEM_NAMED,  /* only the actor is told: it knows the kind of `stack` now; `count` > 0:
                          by using it */
    EVENT_ITEM_LEFT,   /* the foe that the actor killed leaves `stack` at `at`; `count` 1: there
                          is no room for it, and it is not left */
    EVENT_NICHE,       /* the actor finds `stack` in a niche */
    EVENT_CACHE,       /* the actor finds `stack` in a cache */
    EVENT_LEVER,       /* the actor pulls the lever at `at` */
    EVENT_KEY,         /* the actor takes a key from the hook at `at`, where one like it stays */
    EVENT_SECRET,      /* only the actor is told: it has found the hidden door at `at` */
    EVENT_KEY_GONE,    /* the actor's lair key goes back to its place: `count` 1: its time is up */
    EVENT_GATE_OPENED, /* by the actor; `at` is a cell of it, `count` 1: a bridge, 2: a vault */
    EVENT_GATE_SHUT,   /* by itself, as EVENT_DOOR_FELL_SHUT */
    EVENT_TRAP,        /* the actor has sprung a trap: `count` behind TILE_SNARE */
    EVENT_SPOT,        /* only the actor is told: it comes to spot `count` of the level */
    EVENT_GREETED,     /* the actor has come to a pedlar's stall */
    EVENT_BOUGHT,      /* the actor has `stack` for `count` gold, and `left` gold */
    EVENT_SOLD,        /* the actor has sold `stack` for `count` gold, and has `left` gold */
    EVENT_IDENTIFIED,  /* a pedlar has told the actor what `stack` is, for `count` gold */
    EVENT_LANTERN,     /* the actor has touched the lantern of a haven for the first time */
    EVENT_FOUNTAIN,    /* the actor has `count` health more by a drink from it */
    EVENT_CARRIED_OFF, /* the actor went from -> at without walking */
    EVENT_RETURN_BROKEN, /* the actor's scroll of return fails */
    EVENT_TEMPERED,      /* `stack`, worn by the actor, is better by one */
    EVENT_GRAVE_GONE,    /* by itself, as EVENT_ITEM_GONE: the grave at `at`, with its contents; its
                            owner is `other` */
    EVENT_BUNDLE_GONE,   /* only the actor is told: the sealed bundle that it carried is no more */
    EVENT_GRAVE_OPENED,  /* the actor has the contents; `left`: 1 if something had no room */
    EVENT_FETCHED,       /* the actor has the contents of a closed grave, sealed as `stack` */
    EVENT_UNSEALED,      /* the actor has the contents of a bundle; `left`: 1 if not all had room */
    EVENT_CANCELLED,     /* `count` queued actions were dropped at the delver's wish */
    EVENT_RETURNED,      /* the stairs led nowhere: the delver stands at `at` again */
    EVENT_NOTICED,       /* only the actor is told of `other`, a foe; see `notice` */
    EVENT_SENSED,        /* only the actor is told: it feels `count` foes out of view, and where has
                          changed; `other` is a new one, or 0 */
    EVENT_BLOW,    /* the actor strikes at `other`, who is at `from`: `outcome`, `count` damage,
                      `left` health */
    EVENT_SHOT,    /* the actor shoots at `other`, like EVENT_BLOW; `stack`: the thrown thing, empty
                      for a shot */
    EVENT_BLAST,   /* a blast that the actor set off hits `other`: `count` damage, `left` health */
    EVENT_DIED,    /* `other` died; the actor is the killer, or `other` itself */
    EVENT_LESSON,  /* the actor learns `count` from the death of `other` */
    EVENT_REACHED, /* the actor learns `count` from a depth that is new to it */
    EVENT_SURVEYED,    /* the actor learns `count` from having seen nearly all of its level */
    EVENT_LEVELLED,    /* the actor has reached level `count` */
    EVENT_STATUS,      /* the actor has a `status` now, or no more: `count` is 0 */
    EVENT_WITHERS,     /* a status has cost the actor `count` health; `left` health remains */
    EVENT_MENDED,      /* the actor's health has come back to `left` */
    EVENT_SHOUTED,     /* the actor, a foe, calls other foes */
    EVENT_FLED,        /* the actor, a foe, turns to flee */
    EVENT_WOKE,        /* the actor, a foe that slept, is awake */
    EVENT_STIRRED,     /* the actor, a foe, looks otherwise: it dozed off, hid or stopped hiding */
    EVENT_WIND_UP,     /* the actor, a foe, is about to do `part` at `at`: a beat to step aside */
    EVENT_DEED,        /* the actor does `part` at `at`, or to `other` */
    EVENT_STRUCK,      /* the actor's part hits `other`: as EVENT_BLOW */
    EVENT_REFLECTED,   /* the shot or throw of `other` comes back from the actor, a foe */
    EVENT_STOLE,       /* the actor, a foe, has taken `count` gold from `other` */
    EVENT_REGAINED,    /* the actor has `count` stolen gold from `other`, a dead thief */
    EVENT_SPLIT,       /* the actor, a foe, has become two */
    EVENT_FELL,        /* `other` felled the actor, who lies on the ground for `count` beats */
    EVENT_RAISED,      /* the actor has helped `other` up, which has `left` health */
    EVENT_SECOND_WIND, /* only the actor is told: foes that aim at it hesitate */
    EVENT_TIME,        /* only the actor is told: time goes on otherwise now; see `time` */
    EVENT_RENAMED,     /* the actor has another name now; nobody is told in words */
    EVENT_SNEAKING,    /* the actor sneaks from now on, or no more: `count` is 0 */
    EVENT_BASHED,      /* the actor, a foe, strikes at the door at `at` */
    EVENT_PRAYED,      /* the actor has paid `count` gold at a shrine */
    EVENT_KNACK,       /* only the actor is told: it has the knack `count` now */
    EVENT_KINDLED,     /* the actor has carried an ember home, for the `count`-th time */
    EVENT_BEGAN_AGAIN, /* the actor begins its life `count` */
    EVENT_TRADE, /* only the two are told: `count` is an enum trade_news of the actor and `other` */
    EVENT_DUEL,  /* `count` is an enum duel_news of the actor and `other` */
    EVENT_SWORN,       /* the actor dies once, from now on */
    EVENT_OATH_ENDED,  /* only the actor is told: it died sworn, and begins its life `count` */
    EVENT_COUNT
};

/* How a throw ends. */
enum throw_end { THROW_ENDS, THROW_BURSTS, THROW_FALLS_SHORT };

/* Ways in which a delver notices a foe. */
enum notice {
    NOTICE_AWAKE,  /* it has come into view, */
    NOTICE_ASLEEP, /* asleep, */
    NOTICE_BACK,   /* after some time out of view; */
    NOTICE_UNSEEN, /* it is out of view, and after the delver */
};

struct event {
    enum event_kind kind;
    body_id actor;
    body_id other;
    struct level_key level; /* where, though it may be dropped since; depth 0: nowhere */
    struct pos at;
    struct pos from;
    enum tile_id stairs;
    enum passage passage; /* for EVENT_DEPARTED and EVENT_ARRIVED */
    struct level_key to;  /* for EVENT_DEPARTED, unless by stairs: the level it goes to */
    enum refusal refusal;
    struct stack stack;
    enum dir dir; /* direction of the refused attempt */
    int count;    /* number of queued actions that were dropped, or as the kind says */
    int left;     /* health */
    enum blow_outcome outcome;
    enum status_id status;
    enum part_id part;
    enum company_state time;
    enum notice notice;
    uint32_t text; /* the words: see world_event_text(); 0 for other kinds */
    bool is_emote; /* the text tells what the speaker does, not what they say */
};

/*
 * The next event of a list, filled with its actor and place; the caller adds the rest. Events of
 * inputs go to the world's list, and events of a level's tick to the level's.
 */
struct event *event_push(struct event_list *list, enum event_kind kind, const struct body *body);

/* False once few places are left: an effect on many bodies at once is then told only for some. */
bool event_has_room(const struct event_list *list);

/* Tells the body why nothing happened. */
void event_refuse(struct event_list *list, const struct body *body, enum refusal refusal,
                  enum dir dir);

/* An event about a thing, at the body's place. */
struct event *event_of_stack(struct event_list *list, enum event_kind kind, const struct body *body,
                             struct stack thing);

/* An event on a level without an actor, at `at`. */
struct event *event_of_place(struct event_list *list, enum event_kind kind,
                             const struct level *level, struct pos at);

/* An event without an actor in the level's own tick. */
void event_of_level(struct level *level, enum event_kind kind, struct pos at);

/*
 * A list of events with a fixed room. The world has a list for the events of inputs, and each level
 * a list for its own tick; world_next_event() leads through all of them.
 */
struct event_list {
    struct event *items; /* room for `max`, the owner's */
    uint32_t count;
    uint32_t max;
};

/* A level's list has room for an event for each body that fits on the level, and for so many
   more. Another body has its turn as long as half of these are left. */
enum { EVENTS_SPARE = 128 };

#endif

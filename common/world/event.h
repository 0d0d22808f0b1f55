/*
 * Events of one tick, read by drawing, narration and saving. An event is valid until the next tick.
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
    EVENT_MOVED,       /* the actor went from -> at */
    EVENT_SWAPPED,     /* the actor went from -> at, `other` back; `count` 1: `other` has fallen */
    EVENT_DOOR_OPENED, /* the actor opened the door at `at` */
    EVENT_DOOR_CLOSED,
    EVENT_DOOR_FELL_SHUT, /* the door at `at` fell shut, without an actor; no sentence reports it */
    /* without an actor: an operator put a foe or a thing at `at`, or a lair key came there or went;
       no sentence reports it */
    EVENT_PROVIDED,
    EVENT_WAITED,
    EVENT_DEPARTED, /* the actor took the stairs at `at`; `stairs` is their kind */
    /* the actor arrived on another level; `stairs` is the kind of the stairs taken, `passage` any
       other way */
    EVENT_ARRIVED,
    EVENT_JOINED, /* the actor came into the world */
    EVENT_LEFT,   /* the actor left the world */
    EVENT_LINK_LOST,
    EVENT_LINK_BACK,
    EVENT_SAID,
    EVENT_REFUSED,     /* for the actor alone: it was refused; `refusal` is the reason */
    EVENT_ITEM_TAKEN,  /* the actor took `stack` from `at`, and has `left` of its kind now; its pack
                          has no room for `count` more that it wanted */
    EVENT_ITEM_STAYED, /* for the actor alone: its own `stack` stays under it, because its pack has
                          no room */
    EVENT_ITEM_DROPPED,
    EVENT_ITEM_THROWN, /* the actor threw `stack` from `from`; it comes down at `at`. `other` is the
                          body that it met; `count` 1: EVENT_SHOT or EVENT_REFLECTED reports the
                          throw as well */
    EVENT_ITEM_LANDED, /* for the actor alone: `stack`, which it threw or dropped, is at `at`;
                          `count` is an enum throw_end */
    EVENT_ITEM_BROKE,  /* `stack`, which the actor threw, is destroyed; `count` is an enum throw_end
                        */
    EVENT_ITEM_GONE,   /* without an actor, for all who see `at`: `stack` there is gone; `count` 1:
                          for want of room */
    EVENT_ITEM_WORN,   /* the actor wears `stack` */
    EVENT_ITEM_REMOVED,
    EVENT_ITEM_GIVEN, /* the actor gave `stack` to `other`, who has no room for `count` more */
    EVENT_ITEM_USED,  /* the actor uses `stack`: drinks, reads or points; `count` is the result;
                        `left` > 0: its kind was unknown */
    EVENT_ITEM_NAMED, /* for the actor alone: it knows the kind of `stack` now; `count` > 0: by
                        using it */
    EVENT_ITEM_LEFT, /* the foe that the actor killed leaves `stack` at `at`; `count` 1: there is no
                      room, and it is destroyed */
    EVENT_NICHE,     /* the actor finds `stack` in a niche */
    EVENT_CACHE,     /* the actor finds `stack` in a cache */
    EVENT_HOARD,     /* the actor finds `stack` in a hoard, which is empty then */
    EVENT_TWIN,      /* the actor found `stack` on a plate while its twin was held too */
    EVENT_TWIN_WAITS, /* for the actor alone: it is on a plate, and nobody on the twin */
    /* for the actor alone: it reads the line with the code `count` and the score `left`; see
       world/chalk.h */
    EVENT_CHALK,
    EVENT_CHALKED,       /* the actor wrote that line */
    EVENT_CHALK_AGREED,  /* for the actor alone: it agreed with that line */
    EVENT_CHALK_DOUBTED, /* for the actor alone: it disagreed with that line */
    EVENT_CHALK_GONE, /* for the actor alone: it erased that line, by a word or by the last vote */
    EVENT_LEVER,      /* the actor pulls the lever at `at` */
    EVENT_KEY,        /* the actor takes a key from the hook at `at`, which keeps a copy */
    EVENT_SECRET,     /* for the actor alone: it found the hidden door at `at` */
    EVENT_KEY_GONE,   /* for the actor alone: its lair key is gone; `count` 1: its time is up */
    /* the actor opened a gate; `at` is one of its cells; `count` 1: a bridge, 2: a vault */
    EVENT_GATE_OPENED,
    EVENT_GATE_SHUT,     /* a gate shut by itself, as EVENT_DOOR_FELL_SHUT */
    EVENT_TRAP,          /* the actor sprang a trap; its kind is TILE_SNARE + `count` */
    EVENT_SPOT,          /* for the actor alone: it came to spot `count` of the level */
    EVENT_GREETED,       /* the actor has come to a pedlar's stall */
    EVENT_BOUGHT,        /* the actor has `stack` for `count` gold, and `left` gold */
    EVENT_SOLD,          /* the actor has sold `stack` for `count` gold, and has `left` gold */
    EVENT_IDENTIFIED,    /* a pedlar told the actor what `stack` is, for `count` gold */
    EVENT_LANTERN,       /* the actor has touched the lantern of a haven for the first time */
    EVENT_FOUNTAIN,      /* the actor drank from a fountain and gained `count` health */
    EVENT_CARRIED_OFF,   /* the actor went from -> at without walking */
    EVENT_RETURN_BROKEN, /* the actor's scroll of return fails */
    EVENT_TEMPERED,      /* `stack`, worn by the actor, has one temper more */
    EVENT_GRAVE_GONE,  /* without an actor: the grave at `at`, of `other`, is gone with its contents
                        */
    EVENT_BUNDLE_GONE, /* for the actor alone: the sealed bundle that it carried is gone */
    EVENT_GRAVE_OPENED, /* the actor took the contents of a grave; `left` 1: some had no room */
    EVENT_FETCHED,   /* the actor took the contents of another's closed grave, sealed as `stack` */
    EVENT_UNSEALED,  /* the actor opened a bundle and took its contents; `left` 1: some had no room
                      */
    EVENT_CANCELLED, /* the actor dropped `count` of its queued actions */
    /* the level behind the stairs could not be loaded: the actor is at `at` again */
    EVENT_RETURNED,
    EVENT_NOTICED, /* for the actor alone: it noticed `other`, a foe; see `notice` */
    EVENT_SENSED,  /* for the actor alone: it senses `count` foes out of view, and their places have
               changed; `other` is a new one, or 0 */
    EVENT_BLOW,    /* the actor strikes at `other`, who is at `from`: `outcome`, `count` damage,
                     `left` health */
    EVENT_SHOT,   /* the actor shoots at `other`, with the fields of EVENT_BLOW; `stack`: the thrown
                    thing, empty for a shot */
    EVENT_BLAST,  /* a blast that the actor set off hits `other`: `count` damage, `left` health */
    EVENT_DIED,   /* `other` died; the actor is the killer, or `other` itself */
    EVENT_LESSON, /* the actor gains `count` experience from the death of `other` */
    EVENT_REACHED,  /* the actor gains `count` experience for a depth that is new to it */
    EVENT_SURVEYED, /* the actor gains `count` experience for having seen nearly all of its level */
    EVENT_LEVELLED, /* the actor has reached level `count` */
    EVENT_STATUS,   /* the actor gained `status`, or lost it: `count` 0 */
    EVENT_WITHERS,  /* a status has cost the actor `count` health; `left` health remains */
    EVENT_MENDED,   /* the actor's health has come back to `left` */
    EVENT_SHOUTED,  /* the actor, a foe, calls other foes */
    EVENT_FLED,     /* the actor, a foe, turns to flee */
    EVENT_WOKE,     /* the actor, a foe, woke up */
    EVENT_STIRRED,  /* the actor, a foe, looks different: it fell asleep, hid or stopped hiding */
    EVENT_WIND_UP,  /* the actor, a foe, will do `part` at `at` in a beat, which leaves time to step
                    aside */
    EVENT_DEED,     /* the actor does `part` at `at`, or to `other` */
    EVENT_STRUCK,   /* the actor's part hits `other`; fields as in EVENT_BLOW */
    EVENT_REFLECTED,   /* the shot or throw of `other` comes back from the actor, a foe */
    EVENT_STOLE,       /* the actor, a foe, stole `count` gold from `other` */
    EVENT_REGAINED,    /* the actor got `count` stolen gold back from `other`, a dead thief */
    EVENT_SPLIT,       /* the actor, a foe, has become two */
    EVENT_FELL,        /* `other` felled the actor, who can be raised for `count` beats */
    EVENT_RAISED,      /* the actor raised `other`, who has `left` health */
    EVENT_SECOND_WIND, /* for the actor alone: foes that aim at it hesitate */
    EVENT_TIME,        /* for the actor alone: the state of its time changed; see `time` */
    EVENT_RENAMED,     /* the actor has another name; no sentence reports it */
    EVENT_SNEAKING,    /* the actor began to sneak, or stopped: `count` 0 */
    EVENT_BASHED,      /* the actor, a foe, strikes at the door at `at` */
    EVENT_PRAYED,      /* the actor has paid `count` gold at a shrine */
    EVENT_OFFERED,     /* the actor gave `count` gold to the Gate */
    EVENT_KNACK,       /* for the actor alone: it learned the knack `count` */
    EVENT_KINDLED,     /* the actor carried an ember home, for the `count`-th time */
    EVENT_BEGAN_AGAIN, /* the actor begins its life `count` */
    EVENT_RENOWN,      /* for the actor alone: its renown is `count` now */
    EVENT_TRADE,       /* for the actor and `other` alone: `count` is an enum trade_news */
    EVENT_DUEL,        /* `count` is an enum duel_news of the actor and `other` */
    EVENT_SWORN,       /* the actor has sworn the oath: it will die only once */
    EVENT_OATH_ENDED, /* for the actor alone: it died under the oath, and begins its life `count` */
    EVENT_COUNT
};

/* The ends of a throw. */
enum throw_end { THROW_ENDS, THROW_BURSTS, THROW_FALLS_SHORT };

/* Ways in which a delver notices a foe. */
enum notice {
    /* the foe came into view awake, for the first time or after some time out of view */
    NOTICE_AWAKE,
    /* the foe came into view asleep, for the first time or after some time out of view */
    NOTICE_ASLEEP,
    NOTICE_BACK,   /* is out of view, and hunts the delver */
    NOTICE_UNSEEN, /* the foe is out of view, and hunts the delver */
};

struct event {
    enum event_kind kind;
    body_id actor;
    body_id other;
    struct level_key level; /* level of the event, which may be unloaded by now; depth 0: none */
    struct pos at;
    struct pos from;
    enum tile_id stairs;
    enum passage passage; /* for EVENT_DEPARTED and EVENT_ARRIVED */
    struct level_key to;  /* EVENT_DEPARTED without stairs: the level of the destination */
    enum refusal refusal;
    struct stack stack;
    enum dir dir; /* direction of the refused attempt */
    int count;    /* number of dropped actions, unless the kind's comment says otherwise */
    int left;     /* health that is left, unless the kind's comment says otherwise */
    enum blow_outcome outcome;
    enum status_id status;
    enum part_id part;
    enum company_state time;
    enum notice notice;
    uint32_t text; /* text of the event; see world_event_text(); 0 for other kinds */
    bool is_emote; /* the text describes the speaker, and is not speech */
};

/*
 * Adds an event to a list, with its actor and place filled in; the caller adds the rest. Events of
 * inputs belong in the world's list, events of a level's tick in the level's.
 */
struct event *event_push(struct event_list *list, enum event_kind kind, const struct body *body);

/* False if the list is nearly full. An effect on many bodies at once is then reported for only some
   of them. */
bool event_has_room(const struct event_list *list);

/* Tells the body why its action failed. */
void event_refuse(struct event_list *list, const struct body *body, enum refusal refusal,
                  enum dir dir);

/* Adds an event about a thing, at the body's place. */
struct event *event_of_stack(struct event_list *list, enum event_kind kind, const struct body *body,
                             struct stack thing);

/* Adds an event without an actor, at `at` on a level. */
struct event *event_of_place(struct event_list *list, enum event_kind kind,
                             const struct level *level, struct pos at);

/* Adds an event without an actor to the level's list, within its tick. */
void event_of_level(struct level *level, enum event_kind kind, struct pos at);

/*
 * A list of events of fixed size. The world has one for the events of inputs, and each level one
 * for its tick; world_next_event() goes through all of them.
 */
struct event_list {
    struct event *items; /* `max` events; the memory belongs to the list's owner */
    uint32_t count;
    uint32_t max;
};

/* A level's list has room for one event for each body that fits on the level, and EVENTS_SPARE
   more. Bodies take their turns as long as half of these are free. */
enum { EVENTS_SPARE = 128 };

#endif

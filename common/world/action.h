/*
 * Actions of a body, as a table: one row for each verb.
 */
#ifndef UNDERCROFT_WORLD_ACTION_H
#define UNDERCROFT_WORLD_ACTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pos.h"
#include "world/id.h"

enum action_verb {
    ACTION_NONE,
    ACTION_MOVE,
    ACTION_OPEN,
    ACTION_CLOSE,
    ACTION_DESCEND,
    ACTION_ASCEND,
    ACTION_WAIT,
    ACTION_GET,
    ACTION_DROP,
    ACTION_THROW,
    ACTION_ATTACK, /* a blow at the cell beside the body */
    ACTION_SHOOT,  /* the kind's own shot, at the target */
    ACTION_FIRE,   /* with the launcher that a delver wears */
    ACTION_WEAR,
    ACTION_REMOVE,
    ACTION_SWAP,  /* wields the weapon that was wielded before, or the first that is carried */
    ACTION_GIVE,  /* to `target`, a delver beside the body */
    ACTION_USE,   /* drinks, reads, points or touches, as the kind of the thing says */
    ACTION_DEED,  /* the special that a foe has prepared: see world/special.h */
    ACTION_RAISE, /* a fallen delver beside the body: `target`, or any if that is 0 */
    ACTION_YIELD, /* a fallen delver gives up */
    ACTION_BUY,   /* from a pedlar near by; the object is the number of the ware */
    ACTION_SELL,  /* to a pedlar */
    ACTION_NAME,  /* have a pedlar identify the object */
    ACTION_SIP,   /* from a fountain */
    ACTION_ROAD,  /* by the lantern road; the object is the depth of the haven */
    ACTION_FETCH, /* fetches the contents of another's closed grave, sealed */
    ACTION_SNEAK, /* begins or ends sneaking; costs nothing */
    ACTION_PRAY,  /* at a shrine */
    ACTION_LEARN, /* learns a knack; the object is its number in the offer */
    ACTION_AGAIN, /* begins a new life after a kindling; the object is the thing kept, or
                     OBJECT_NONE */
    ACTION_VOW,   /* swears the oath */
    ACTION_OFFER, /* gives gold to the Gate: `count`, or all (0) */
    ACTION_COUNT
};

struct action {
    enum action_verb verb;
    enum dir dir;    /* DIR_NONE: the verb needs no direction, or finds one itself */
    uint32_t object; /* object of a pack (world/pack.h), or as the verb says; ACTION_GET: an item
                        id, 0: the top item */
    uint32_t other;  /* second object, on which the first is used; 0: none */
    uint32_t count;  /* number of things to get, drop or give; 0 or too large a number: all */
    body_id target;  /* body at which the action is aimed; 0: none */
};

/* Reasons why an action did nothing. */
enum refusal {
    REFUSAL_NONE,
    REFUSAL_WALL,          /* rock in the way */
    REFUSAL_WATER,         /* too deep to walk in */
    REFUSAL_SOLID,         /* something stands there */
    REFUSAL_CORNER,        /* between two blocked cells */
    REFUSAL_NO_DOOR,       /* nothing to open or close there */
    REFUSAL_WHICH_DOOR,    /* more than one door is near: a direction is needed */
    REFUSAL_DOOR_OPEN,     /* it is open already */
    REFUSAL_DOOR_CLOSED,   /* it is closed already */
    REFUSAL_DOORWAY_TAKEN, /* somebody stands in it */
    REFUSAL_NO_STAIRS_DOWN,
    REFUSAL_NO_STAIRS_UP,
    REFUSAL_TOP,    /* these stairs lead out of the dungeon */
    REFUSAL_BOTTOM, /* no deeper level exists */
    REFUSAL_QUEUE_FULL,
    REFUSAL_NO_LEVEL,    /* the level behind the stairs could not be loaded */
    REFUSAL_CLOSED_DOWN, /* the keepers have closed the level below */
    REFUSAL_CLOSED_UP,
    REFUSAL_NOTHING_HERE, /* no item to pick up */
    REFUSAL_PACK_FULL,
    REFUSAL_NOT_CARRIED, /* no such item in the pack */
    REFUSAL_NO_TARGET,   /* not to be seen from here */
    REFUSAL_NO_FOE,      /* nothing to strike there */
    REFUSAL_HELD,        /* something holds the body where it is */
    REFUSAL_NOT_YOURS,   /* another delver's thing, for some time */
    REFUSAL_NO_ROOM,     /* the level is full of things */
    REFUSAL_NOT_WORN,    /* the thing cannot be worn, or is not worn */
    REFUSAL_WORN_ALREADY,
    REFUSAL_NO_LAUNCHER,
    REFUSAL_NO_USE,        /* not a thing to be used */
    REFUSAL_NO_CHARGES,    /* the wand is empty */
    REFUSAL_RESTS,         /* the charm was used a short while ago */
    REFUSAL_HUSHED,        /* no scroll can be read */
    REFUSAL_USE_WHAT,      /* the second thing, on which the first is used, is missing */
    REFUSAL_GRAVE,         /* another delver's, closed for a day */
    REFUSAL_NICHE_FULL,    /* the pack has no room for the thing in a niche */
    REFUSAL_FALLEN,        /* the body lies on the ground */
    REFUSAL_NOT_FALLEN,    /* nothing to give up */
    REFUSAL_NOBODY_FALLEN, /* nobody beside the body to raise */
    REFUSAL_NO_PEDLAR,     /* near enough */
    REFUSAL_NO_WARE,       /* the pedlar no longer has the ware */
    REFUSAL_NO_GOLD,       /* not enough gold */
    REFUSAL_NO_OFFER,      /* pedlars do not buy such a thing */
    REFUSAL_SPENT,         /* the pedlar has paid the delver the most that it pays in a day */
    REFUSAL_UNPROVEN,      /* the delver has not been deep enough for pedlars to buy from it */
    REFUSAL_NAMED,         /* it is known already */
    REFUSAL_NO_FOUNTAIN,
    REFUSAL_DRUNK, /* once was all */
    REFUSAL_WHOLE, /* nothing to be healed */
    REFUSAL_NO_HAVEN,
    REFUSAL_DANGER,     /* not while there is any */
    REFUSAL_ROAD_HERE,  /* the road ends where the body is */
    REFUSAL_NO_LANTERN, /* no haven there, or its lantern was never touched */
    REFUSAL_CLOSED_ROAD,
    REFUSAL_NO_WEAPON,     /* no second weapon to swap to */
    REFUSAL_NOBODY_BESIDE, /* no delver there to give to */
    REFUSAL_THEIR_PACK_FULL,
    REFUSAL_NO_GIFTS, /* not before the delver has been deeper */
    REFUSAL_NO_GRAVE, /* the grave here is closed, and another's */
    REFUSAL_BUNDLE,   /* the body carries a bundle already */
    REFUSAL_THEIR_BUNDLE,
    REFUSAL_SEALED,      /* a bundle, for another to open */
    REFUSAL_KEPT,        /* a bundle can only be given away */
    REFUSAL_BARS_LEVER,  /* bars that a lever opens */
    REFUSAL_BARS_PLATES, /* bars that two plates open */
    REFUSAL_BARS_KEY,    /* bars that a key opens */
    REFUSAL_BARS_VAULT,  /* bars that the lair key opens */
    REFUSAL_KEY_TAKEN,   /* the body has the key of that hook */
    REFUSAL_CACHE_FULL,  /* the pack has no room for what lies in a cache */
    REFUSAL_HOARD_FULL,  /* likewise of a hoard */
    REFUSAL_RIM,         /* no stairs down, but a chasm is beside the body */
    REFUSAL_NO_GROUND,   /* the other body would have nothing to stand on */
    REFUSAL_TOO_FAR,     /* out of reach of a throw, shot or zap */
    REFUSAL_UNHURT,      /* the use only heals, and the body is unhurt */
    REFUSAL_NEWCOMERS, /* the thing belongs to a new player, and only that player may pick it up */
    REFUSAL_NEWCOMERS_GRAVE, /* the grave belongs to a new player, and only that player may open it
                              */
    REFUSAL_NEWCOMERS_BUNDLE,
    REFUSAL_NO_SHRINE, /* beside the body */
    REFUSAL_NOT_WITHERED,
    REFUSAL_EMBER,    /* an ember goes on foot */
    REFUSAL_NO_KNACK, /* none to choose */
    REFUSAL_WHICH_KNACK,
    REFUSAL_NOT_KINDLED, /* in this life */
    REFUSAL_NOT_AT_GATE,
    REFUSAL_GIVEN,      /* the two would pass each other more things than a day allows */
    REFUSAL_NO_TRADE,   /* the body trades with nobody */
    REFUSAL_TRADING,    /* it does already */
    REFUSAL_THEY_TRADE, /* the other does, with another */
    REFUSAL_TRADE_FULL, /* the list has no room for more */
    REFUSAL_NOT_LAID,   /* it is not in the list */
    REFUSAL_TRADE_LOOK, /* the list of the other has changed a moment ago */
    REFUSAL_NO_DUEL,
    REFUSAL_NO_RIVAL, /* near enough */
    REFUSAL_DUELLING,
    REFUSAL_THEY_DUEL,
    REFUSAL_NO_DUEL_NOW, /* one of the two is in danger, fallen or without a player */
    REFUSAL_SWORN,       /* already */
    REFUSAL_TOO_LATE_TO_SWEAR,
    REFUSAL_GIVE_AT_GATE, /* gold is given to the Gate there */
    REFUSAL_COUNT
};

struct body;
struct world;

/* Cost of a successful verb for a delver in calm, in ticks of its life. */
int action_cost(enum action_verb verb);
const char *action_name(enum action_verb verb);

/* False for unknown verbs and directions, for a step or throw without a direction, and for a verb
   without the thing that it needs. */
bool action_is_valid(struct action action);

/* Performs the action, or tells the body why it cannot. Called from the tick of the body's level
   only. */
void action_apply(const struct world *world, struct body *body, const struct action *action);

/*
 * Counts the doors beside `body` that `verb` (ACTION_OPEN or ACTION_CLOSE) can act on, and stores
 * the direction of the first in *out_dir. With it a caller can ask for a direction before it queues
 * the action.
 */
int action_door_candidates(const struct body *body, enum action_verb verb, enum dir *out_dir);

#endif

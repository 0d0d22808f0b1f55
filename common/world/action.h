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
    ACTION_SHOOT,  /* a foe's own shot, at the target */
    ACTION_FIRE,   /* shoots with the launcher that the delver wears */
    ACTION_WEAR,
    ACTION_REMOVE,
    ACTION_SWAP,  /* swaps to the weapon wielded before, or else to the first one carried */
    ACTION_GIVE,  /* gives to `target`, a delver beside the body */
    ACTION_USE,   /* uses a thing: drinks, reads, points or touches, by its kind */
    ACTION_DEED,  /* does the special that a foe has prepared; see world/special.h */
    ACTION_RAISE, /* raises a fallen delver beside the body: `target`, or any for 0 */
    ACTION_YIELD, /* a fallen delver gives up and dies */
    ACTION_BUY,   /* buys from a pedlar nearby; the object is the number of the ware */
    ACTION_SELL,  /* sells the object to a pedlar */
    ACTION_NAME,  /* pays a pedlar to identify the object */
    ACTION_SIP,   /* drinks from a fountain */
    ACTION_ROAD,  /* takes the lantern road; the object is the depth of the haven */
    ACTION_FETCH, /* takes the contents of another delver's closed grave as a sealed bundle */
    ACTION_SNEAK, /* begins or ends sneaking; costs nothing */
    ACTION_PRAY,  /* prays at a shrine */
    ACTION_LEARN, /* learns a knack; the object is its number in the offer */
    /* begins a new life after a kindling; the object is the thing to keep, or OBJECT_NONE */
    ACTION_AGAIN,
    ACTION_VOW,   /* swears the oath */
    ACTION_OFFER, /* gives gold to the Gate: `count`, or all for 0 */
    ACTION_CHALK, /* writes a line of chalk, or erases its own: `count`; see world/chalk.h */
    ACTION_JUDGE, /* agrees with the line here for `count` 1, disagrees for 0 */
    ACTION_COUNT
};

struct action {
    enum action_verb verb;
    enum dir dir; /* DIR_NONE: the verb needs no direction, or chooses one */
    /* object of a pack (world/pack.h), or as the verb says; for ACTION_GET an item id, 0: the top
       item */
    uint32_t object;
    uint32_t other; /* second object, on which the first is used; 0: none */
    uint32_t count; /* number of things to get, drop or give; 0, or more than there are: all */
    body_id target; /* body at which the action is aimed; 0: none */
};

/* Reasons why an action did nothing. */
enum refusal {
    REFUSAL_NONE,
    REFUSAL_WALL,          /* rock is in the way */
    REFUSAL_WATER,         /* the water is too deep to walk in */
    REFUSAL_SOLID,         /* a solid thing is in the way */
    REFUSAL_CORNER,        /* the diagonal step passes between two blocked cells */
    REFUSAL_NO_DOOR,       /* no door is there to open or close */
    REFUSAL_WHICH_DOOR,    /* several doors are near: a direction is needed */
    REFUSAL_DOOR_OPEN,     /* the door is open already */
    REFUSAL_DOOR_CLOSED,   /* the door is closed already */
    REFUSAL_DOORWAY_TAKEN, /* somebody stands in the doorway */
    REFUSAL_NO_STAIRS_DOWN,
    REFUSAL_NO_STAIRS_UP,
    REFUSAL_TOP,    /* these stairs lead out of the dungeon */
    REFUSAL_BOTTOM, /* no deeper level exists */
    REFUSAL_QUEUE_FULL,
    REFUSAL_NO_LEVEL,    /* the level behind the stairs could not be loaded */
    REFUSAL_CLOSED_DOWN, /* operators have closed the level below */
    REFUSAL_CLOSED_UP,
    REFUSAL_NOTHING_HERE, /* no item is there to pick up */
    REFUSAL_PACK_FULL,
    REFUSAL_NOT_CARRIED, /* the pack has no such item */
    REFUSAL_NO_TARGET,   /* the target is not in view */
    REFUSAL_NO_FOE,      /* no foe is there to strike */
    REFUSAL_HELD,        /* something holds the body where it is */
    REFUSAL_NOT_YOURS,   /* the thing belongs to another delver for some time */
    REFUSAL_NO_ROOM,     /* the level is full of things */
    REFUSAL_NOT_WORN,    /* the thing cannot be worn, or not be taken off because it is not worn */
    REFUSAL_WORN_ALREADY,
    REFUSAL_NO_LAUNCHER,
    REFUSAL_NO_USE,        /* the thing has no use */
    REFUSAL_NO_CHARGES,    /* the wand is empty */
    REFUSAL_RESTS,         /* the charm was used a short while ago and must rest */
    REFUSAL_HUSHED,        /* the delver is hushed and can read no scroll */
    REFUSAL_USE_WHAT,      /* the second thing, on which the first is used, is missing */
    REFUSAL_GRAVE,         /* the grave is another delver's, and closed for a day */
    REFUSAL_NICHE_FULL,    /* the pack has no room for the thing in a niche */
    REFUSAL_FALLEN,        /* the body lies on the ground */
    REFUSAL_NOT_FALLEN,    /* the delver has not fallen, so it cannot give up */
    REFUSAL_NOBODY_FALLEN, /* no fallen delver is beside the body */
    REFUSAL_NO_PEDLAR,     /* no pedlar is near enough */
    REFUSAL_NO_WARE,       /* the pedlar no longer has the ware */
    REFUSAL_NO_GOLD,       /* the delver has too little gold */
    REFUSAL_NO_OFFER,      /* pedlars do not buy such things */
    REFUSAL_SPENT,         /* the pedlar has paid the delver the most that it pays in a day */
    REFUSAL_UNPROVEN,      /* pedlars buy nothing from a delver that has not been deep enough */
    REFUSAL_NAMED,         /* the kind of the thing is known already */
    REFUSAL_NO_FOUNTAIN,
    REFUSAL_DRUNK, /* the delver has drunk here before, and may only once */
    REFUSAL_WHOLE, /* the delver has nothing to heal */
    REFUSAL_NO_HAVEN,
    REFUSAL_DANGER,     /* danger is near */
    REFUSAL_ROAD_HERE,  /* the road leads to the place where the delver is */
    REFUSAL_NO_LANTERN, /* no haven is there, or the delver never touched its lantern */
    REFUSAL_CLOSED_ROAD,
    REFUSAL_NO_WEAPON,     /* the delver has no second weapon */
    REFUSAL_NOBODY_BESIDE, /* no delver is there to give to */
    REFUSAL_THEIR_PACK_FULL,
    REFUSAL_NO_GIFTS, /* new delvers cannot give yet */
    REFUSAL_NO_GRAVE, /* the delver stands on no closed grave of another delver */
    REFUSAL_BUNDLE,   /* the body carries a bundle already */
    REFUSAL_THEIR_BUNDLE,
    REFUSAL_SEALED,       /* the bundle is sealed, and only its owner can open it */
    REFUSAL_KEPT,         /* a bundle can only be given away, not dropped or thrown */
    REFUSAL_BARS_LEVER,   /* bars are in the way, which a lever opens */
    REFUSAL_BARS_PLATES,  /* bars are in the way, which two plates open */
    REFUSAL_BARS_KEY,     /* bars are in the way, which a key opens */
    REFUSAL_BARS_VAULT,   /* bars are in the way, which the lair key opens */
    REFUSAL_KEY_TAKEN,    /* the delver has the key of that hook already */
    REFUSAL_CACHE_FULL,   /* the pack has no room for the thing in a cache */
    REFUSAL_HOARD_FULL,   /* the pack has no room for the thing in a hoard */
    REFUSAL_TWIN_FULL,    /* the pack has no room for the find of twin plates */
    REFUSAL_CHALK_TAKEN,  /* a line of another delver is here */
    REFUSAL_CHALK_GROUND, /* a line cannot be on stairs */
    REFUSAL_CHALK_NONE,   /* the delver has no line on the level */
    REFUSAL_NO_CHALK,     /* no line is here */
    REFUSAL_OWN_CHALK,    /* the line here is the delver's own */
    REFUSAL_CHALK_JUDGED, /* the delver has judged the line already */
    REFUSAL_RIM,          /* no stairs down, but a chasm is beside the body */
    REFUSAL_NO_GROUND,    /* the other body could not stand on the ground here */
    REFUSAL_TOO_FAR,      /* the target is out of reach of the throw, shot or zap */
    REFUSAL_UNHURT,       /* the use only heals, and the body is unhurt */
    REFUSAL_NEWCOMERS, /* the thing belongs to a new player, and only that player may pick it up */
    REFUSAL_NEWCOMERS_GRAVE, /* the grave belongs to a new player, and only that player may open it
                              */
    REFUSAL_NEWCOMERS_BUNDLE,
    REFUSAL_NO_SHRINE, /* no shrine is beside the body */
    REFUSAL_NOT_WITHERED,
    REFUSAL_EMBER,    /* the bearer of an ember must go on foot */
    REFUSAL_NO_KNACK, /* the delver has no knack to choose */
    REFUSAL_WHICH_KNACK,
    REFUSAL_NOT_KINDLED, /* the delver was not kindled in this life */
    REFUSAL_NOT_AT_GATE,
    REFUSAL_GIVEN,      /* the two delvers would pass each other more things than a day allows */
    REFUSAL_NO_TRADE,   /* the delver trades with nobody */
    REFUSAL_TRADING,    /* the delver trades already */
    REFUSAL_THEY_TRADE, /* the other delver trades with a third one */
    REFUSAL_TRADE_FULL, /* the list of the trade is full */
    REFUSAL_NOT_LAID,   /* the thing is not in the list of the trade */
    REFUSAL_TRADE_LOOK, /* the other delver's list has changed a moment ago */
    REFUSAL_NO_DUEL,
    REFUSAL_NO_RIVAL, /* no rival is near enough */
    REFUSAL_DUELLING,
    REFUSAL_THEY_DUEL,
    REFUSAL_NO_DUEL_NOW, /* one of the two delvers is in danger, fallen or without a player */
    REFUSAL_SWORN,       /* the delver has sworn already */
    REFUSAL_TOO_LATE_TO_SWEAR,
    REFUSAL_GIVE_AT_GATE, /* gold can be given to the Gate only there */
    REFUSAL_COUNT
};

struct body;
struct world;

/* Returns the cost of a successful verb for a delver in calm, in ticks of its life. */
int action_cost(enum action_verb verb);
const char *action_name(enum action_verb verb);

/* False for unknown verbs and directions, for a step or throw without a direction, and for a verb
   without the thing that it needs. */
bool action_is_valid(struct action action);

/* Performs the action, or tells the body why it cannot. Only the tick of the body's level may call
   it. */
void action_apply(const struct world *world, struct body *body, const struct action *action);

/*
 * Counts the doors beside `body` that `verb` (ACTION_OPEN or ACTION_CLOSE) can act on, and stores
 * the direction of the first in *out_dir, so that a caller can ask for a direction before it queues
 * the action.
 */
int action_door_candidates(const struct body *body, enum action_verb verb, enum dir *out_dir);

#endif

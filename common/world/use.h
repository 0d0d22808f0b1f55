/*
 * Use of things: draughts are drunk, scrolls read, wands pointed, charms touched, bandages put on.
 * Each use is one row of a table.
 */
#ifndef UNDERCROFT_WORLD_USE_H
#define UNDERCROFT_WORLD_USE_H

#include <stdbool.h>

#include "content/item.h"

struct action;
struct body;
struct delver;
struct world;

/* The needs of a use, besides the thing itself. */
enum use_need {
    USE_NEEDS_NOTHING,
    USE_NEEDS_TARGET, /* needs action.target or action.dir */
    USE_NEEDS_DOOR,   /* needs the door in action.dir, or the nearest in view */
    USE_NEEDS_OBJECT, /* needs action.other, a worn thing */
    USE_NEVER,        /* the thing cannot be used */
};
enum use_need use_need(enum item_kind kind);

/* Returns the health that a use of the kind gives back to that delver, at most; 0: it does not
   heal. */
int use_heals(const struct delver *delver, enum item_kind kind);

/* Returns the beats for which a use has an effect; 0: it is immediate. */
int use_beats(enum item_kind kind);

/* Does the verb of the action table. Returns true if the action happened and costs time. */
bool use_thing(const struct world *world, struct body *body, const struct action *action);

/* Lives a beat of a delver: its bandage heals, its charms recover, and a scroll of return may take
   effect, after which the delver is on no level. */
void use_live_beat(const struct world *world, struct delver *delver);

#endif

/*
 * Using things: draughts are drunk, scrolls read, wands pointed, charms touched, bandages put on.
 * One use is one row of a table.
 */
#ifndef UNDERCROFT_WORLD_USE_H
#define UNDERCROFT_WORLD_USE_H

#include <stdbool.h>

#include "content/item.h"

struct action;
struct body;
struct delver;
struct world;

/* Needs of a use, beside the thing itself. */
enum use_need {
    USE_NEEDS_NOTHING,
    USE_NEEDS_TARGET, /* action.target or action.dir */
    USE_NEEDS_DOOR,   /* action.dir, or else the nearest in view */
    USE_NEEDS_OBJECT, /* needs action.other, a worn thing */
    USE_NEVER,        /* it is no thing to be used */
};
enum use_need use_need(enum item_kind kind);

/* The health that a use of the kind gives back to that delver, who has lost as much; 0: it heals
   nothing. */
int use_heals(const struct delver *delver, enum item_kind kind);

/* The beats for which a use of the kind lasts; 0: it is over at once. */
int use_beats(enum item_kind kind);

/* The verb of the action table: true if it happened and costs time. */
bool use_thing(const struct world *world, struct body *body, const struct action *action);

/* A beat of a delver's life has passed: a bandage heals, a scroll of return may take effect, after
   which the delver stands on no level any more, and charms rest. */
void use_live_beat(const struct world *world, struct delver *delver);

#endif

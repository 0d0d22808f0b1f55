/*
 * Havens: on some depths the room of the stairs up, which no foe enters; where the stairs are in a
 * cave or a corridor, the ground around them. A level without any rooms has no haven. A haven has
 * three places, each a tile: a pedlar's stall (world/pedlar.h), a fountain and a lantern. A delver
 * that has touched the lanterns of two havens may go from one to the other by the lantern road, and
 * wakes after its death in the deepest haven with a lantern that it has touched.
 */
#ifndef UNDERCROFT_WORLD_HAVEN_H
#define UNDERCROFT_WORLD_HAVEN_H

#include <stdbool.h>

#include "base/pos.h"
#include "content/theme.h"
#include "world/level.h"

struct action;
struct body;
struct delver;
struct world;

enum {
    HAVEN_CELLS = 4, /* around stairs up that are in no room: so far the haven reaches */
};

/* True for a cell within the haven of the level, if it has one. `at` may lie outside the level. */
bool haven_is_at(const struct level *level, struct pos at);

/* The depth of the deepest haven with a lantern that the delver has touched; else the Gate's. */
int haven_of(const struct delver *delver);

/* True if the road leads to the haven of that depth: its lantern was touched. The Gate's always. */
bool haven_is_joined(const struct life *life, int depth);

/* Adds to the haven of a level the tiles that it lacks, on free floor away from stairs and doors
   as far as there is room. Does nothing on a level without a haven. Draws from a stream of its own.
   Between ticks only. */
void haven_furnish(struct world *world, struct level *level);

/* True if the level of the delver has a lantern that it has not touched. */
bool haven_has_unlit_lantern(const struct delver *delver);

/* The delver has come to another cell: it touches a lantern there, or the pedlar greets it. */
void haven_step(const struct world *world, struct delver *delver);

/* The verbs of the action table: true if it happened and costs time. To drink from the fountain
   that the delver stands on or beside; to go by the road to the haven of the depth `object`. */
bool haven_drink(const struct world *world, struct body *body, const struct action *action);
bool haven_take_road(const struct world *world, struct body *body, const struct action *action);

#endif

/*
 * Havens: on some depths the room of the stairs up, which no foe enters; if the stairs are in a
 * cave or a corridor, the ground around them. A level without rooms has no haven. A haven has three
 * pieces of furniture, each a tile: a pedlar's stall (world/pedlar.h), a fountain and a lantern. A
 * delver that has touched the lanterns of two havens can travel between them by the lantern road,
 * and wakes after its death in the deepest haven whose lantern it has touched.
 *
 * Every third depth without a haven has a hearth in view of the stairs up: a fire by which players
 * meet. It keeps nobody safe.
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
    HAVEN_CELLS = 4,  /* cells around stairs up that are in no room, as far as the haven reaches */
    HEARTH_CELLS = 6, /* most cells from the stairs up to a hearth */
};

/* True for a cell in the haven of the level, if it has one. `at` may lie outside the level. */
bool haven_is_at(const struct level *level, struct pos at);

/* Returns the depth of the deepest haven whose lantern the delver has touched; else the Gate's. */
int haven_of(const struct delver *delver);

/* True if the road leads to the haven of that depth: the delver has touched its lantern. The Gate
   is always joined. */
bool haven_is_joined(const struct life *life, int depth);

/* Adds to a haven the furniture that it lacks, or to a level its hearth, on free floor away from
   stairs and doors as far as there is room. Does nothing on other levels. Draws from a random
   stream of its own. Call it only between ticks. */
void haven_furnish(struct world *world, struct level *level);

/* True if the level of the delver has a lantern that it has not touched. */
bool haven_has_unlit_lantern(const struct delver *delver);

/* Touches a lantern on the delver's cell, or makes a pedlar greet it. Call it when the delver has
   come to another cell. */
void haven_step(const struct world *world, struct delver *delver);

/* Do the verbs of the action table. Each returns true if the action happened and costs time.
   haven_drink() drinks from a fountain on or beside the delver's cell; haven_take_road() goes to
   the haven of the depth `object`. */
bool haven_drink(const struct world *world, struct body *body, const struct action *action);
bool haven_take_road(const struct world *world, struct body *body, const struct action *action);

#endif

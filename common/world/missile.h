/*
 * Missiles of a delver: shots, thrown things, and pots that burst. They do not harm other delvers.
 *
 * A thrown thing flies along a line to its target, or in a direction as far as it can. It passes
 * delvers, and stops before a wall and at the first foe, which it may hit. A pot bursts where it
 * lands.
 */
#ifndef UNDERCROFT_WORLD_MISSILE_H
#define UNDERCROFT_WORLD_MISSILE_H

#include <stdbool.h>

#include "base/pos.h"
#include "content/dice.h"
#include "world/id.h"

struct action;
struct body;
struct delver;
struct world;

/* Does the verb of the action table: shoots with the worn launcher. Returns true if the action
   happened and costs time. */
bool missile_fire(const struct world *world, struct body *body, const struct action *action);

/* Breathes on each foe within `radius` cells of the delver, in a clear line, and at most 45 degrees
   off the direction to `to`, any cell other than the delver's. */
void missile_breathe(const struct world *world, struct delver *delver, struct dice dice,
                     struct pos to, int radius);

/* Does the verb of the action table. Returns true if the action happened and costs time. */
bool throw_item(const struct world *world, struct body *body, const struct action *action);

/* The flight of a thrown thing, a shot or the bolt of a wand. */
struct flight {
    struct pos at; /* cell where it lands, never water */
    body_id met;   /* foe that it meets; 0: none */
    bool is_short; /* it meets no foe, but the delver sees one out of range in that direction */
};

/* Aims a throw, a shot or a bolt that flies at most `range` cells. False, and the delver is told:
   the target of the action is not in view or too far away. */
bool throw_aim(const struct world *world, struct delver *delver, const struct action *action,
               int range, struct flight *out);

#endif

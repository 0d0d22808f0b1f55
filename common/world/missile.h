/*
 * Missiles of a delver, where they come down: shots, thrown things, and pots that burst. None of
 * them harms another delver.
 *
 * Throwing: a thing flies along a line to its target, or in a direction as far as it goes. It
 * passes delvers, and ends before a wall and at the first foe, which it may hit. A thing that
 * bursts does so where it comes down.
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

/* The verb of the action table: a shot with the launcher that is worn. */
bool missile_fire(const struct world *world, struct body *body, const struct action *action);

/* Breathes on each foe within `radius` cells of the delver, in a clear line, and at most 45
   degrees off the way to `to`, another cell than the delver's. */
void missile_breathe(const struct world *world, struct delver *delver, struct dice dice,
                     struct pos to, int radius);

/* The verb of the action table: true if it happened and costs time. */
bool throw_item(const struct world *world, struct body *body, const struct action *action);

/* Flight of a thrown thing, a shot or the bolt of a wand. */
struct flight {
    struct pos at; /* where it comes down, never in water */
    body_id met;   /* the foe that it meets; 0: none */
    bool is_short; /* it meets none, and farther that way is a foe that the delver sees */
};

/* Aims a throw, a shot or a bolt that flies `range` cells at most. False, and the delver is
   told, if the target of the action is not in view or farther away. */
bool throw_aim(const struct world *world, struct delver *delver, const struct action *action,
               int range, struct flight *out);

#endif

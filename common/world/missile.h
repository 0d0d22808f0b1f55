/*
 * Missiles of a delver, where they come down: shots, thrown things, and pots that burst. None of
 * them harms another delver.
 */
#ifndef UNDERCROFT_WORLD_MISSILE_H
#define UNDERCROFT_WORLD_MISSILE_H

#include "world/world_private.h"

/* The verb of the action table: a shot with the launcher that is worn. */
bool missile_fire(const struct world *world, struct body *body, const struct action *action);

/* True for a thing that is used up where it comes down. */
bool missile_bursts(enum item_kind kind);

/* True if a thrown thing of that kind strikes at the body that it meets (0: none): the event of
   that blow tells of the throw too. */
bool missile_strikes(const struct world *world, enum item_kind kind, body_id met);

/* A thrown thing has come down at `at`, and met `foe` (0: none). */
void missile_land(const struct world *world, struct delver *delver, const struct stack *thing,
                  struct pos at, body_id foe);

/* Fire or a blast of those dice reaches each foe within `radius` cells in a clear line, and the
   delver. */
void missile_blast(const struct world *world, struct delver *delver, struct dice dice,
                   struct pos at, int radius);

/* The same of each foe within `radius` cells of the delver, in a clear line, and at most 45 degrees
   off the way to `to`, another cell than the delver's. */
void missile_breathe(const struct world *world, struct delver *delver, struct dice dice,
                     struct pos to, int radius);

#endif

/*
 * Throwing: a thing flies along a line to its target, or in a direction as far as it goes. It
 * passes delvers, and ends before a wall and at the first foe, which it may hit. What bursts does
 * so where it comes down.
 */
#ifndef UNDERCROFT_WORLD_THROW_H
#define UNDERCROFT_WORLD_THROW_H

#include <stdbool.h>

#include "world/world_private.h"

/* The verb of the action table: true if it happened and costs time. */
bool throw_item(const struct world *world, struct body *body, const struct action *action);

/*
 * Where what a delver sends off comes down, at most `range` cells away, and the foe that it meets
 * (0: none). It never comes down in water. False, and the delver is told, where the target of the
 * action is not in view.
 */
bool throw_aim(const struct world *world, struct delver *delver, const struct action *action,
               int range, struct pos *out, body_id *out_foe);

#endif

/*
 * Throwing: an item flies along a line to the cell of its target, or in a direction as far as it
 * goes. It stops before a wall and at the first body, and lies where it came down.
 */
#ifndef UNDERCROFT_WORLD_THROW_H
#define UNDERCROFT_WORLD_THROW_H

#include <stdbool.h>

#include "world/world_private.h"

/* The verb of the action table: true if it happened and costs time. */
bool throw_item(const struct world *world, struct body *body, const struct action *action);

#endif

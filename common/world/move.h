/*
 * One step, and what walking into things does: a door opens, two bodies swap places.
 */
#ifndef UNDERCROFT_WORLD_MOVE_H
#define UNDERCROFT_WORLD_MOVE_H

#include <stdbool.h>

#include "world/world_private.h"

/* The only way a body moves on a level. True if it happened and costs time. */
bool move_try_step(const struct world *world, struct body *body, const struct action *action);

#endif

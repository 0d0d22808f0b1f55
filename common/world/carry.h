/*
 * Picking up and dropping: an item between a cell and the pack of the body that stands there.
 */
#ifndef UNDERCROFT_WORLD_CARRY_H
#define UNDERCROFT_WORLD_CARRY_H

#include <stdbool.h>

#include "world/world_private.h"

/* The verbs of the action table: true if it happened and costs time. */
bool carry_get(const struct world *world, struct body *body, const struct action *action);
bool carry_drop(const struct world *world, struct body *body, const struct action *action);

#endif

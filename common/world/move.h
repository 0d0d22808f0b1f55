/*
 * One step, and what walking into things does: a door opens, two bodies swap places.
 */
#ifndef UNDERCROFT_WORLD_MOVE_H
#define UNDERCROFT_WORLD_MOVE_H

#include <stdbool.h>

#include "base/pos.h"

struct action;
struct body;
struct level;
struct world;

/* True if a body could step that way from a cell, were nobody there: open ground, no corner. */
bool move_is_open(const struct level *level, struct pos from, enum dir dir);

/* The only way a body moves on a level. True if it happened and costs time. */
bool move_try_step(const struct world *world, struct body *body, const struct action *action);

#endif

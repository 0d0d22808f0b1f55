/*
 * A step and its effects: a door opens, two bodies swap places, a trap springs, a spot tells its
 * sentence, things are picked up.
 *
 * A hidden trap is not a tile. It is stored beside the tiles, so that no screen, map or message can
 * show it. The first delver to step on it springs it; from then on it is a tile that everybody sees
 * and travel avoids, and it springs again for a delver that walks in. Foes know all traps and
 * spring none.
 */
#ifndef UNDERCROFT_WORLD_MOVE_H
#define UNDERCROFT_WORLD_MOVE_H

#include <stdbool.h>

#include "base/pos.h"

struct action;
struct body;
struct level;
struct world;

/* True if a body could step in that direction from a cell if no other body was there. */
bool move_is_open(const struct level *level, struct pos from, enum dir dir);

/* Moves a body on its level; no other function does. Returns true if the step happened and costs
   time. */
bool move_try_step(const struct world *world, struct body *body, const struct action *action);

/* True if that body is a delver with the knack of swimming and `at` is deep water. */
bool move_swims(const struct body *body, struct pos at);

#endif

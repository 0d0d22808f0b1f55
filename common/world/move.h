/*
 * A step: what a body walks into and comes to. A door opens, two bodies swap places, a trap
 * springs, a spot has its sentence told, things are picked up.
 *
 * A hidden trap is no tile: it lies beside the tiles, so that no screen, map or message can tell of
 * it. The first delver to step on it springs it; from then on it is a tile, known to all and
 * avoided by every errand, and springs again for a delver who walks in all the same. Foes know
 * where they live and set none off.
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

/* True if that body is a delver with the knack of swimming, and there is deep water at `at`. */
bool move_swims(const struct body *body, struct pos at);

#endif

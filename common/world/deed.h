/*
 * What foes do beside blows and shots: what flies and bursts, runs, calls, pulls and mends. The
 * mind chooses the deed and its aim (world/mind.h); the big ones are told a beat before.
 */
#ifndef UNDERCROFT_WORLD_DEED_H
#define UNDERCROFT_WORLD_DEED_H

#include "world/world_private.h"

/* The verb of the action table: what the foe has in mind happens, and it has it in mind no more. */
bool deed_do(const struct world *world, struct body *body, const struct action *action);

/* True if a charge of the body would lead straight to the cell before `to`. */
bool deed_can_charge(const struct body *body, struct pos to);

#endif

/*
 * Deeds of foes beside blows and shots: things that fly and burst, charges, calls, pulls and
 * mending. The mind chooses the deed and its aim (world/mind.h); the big ones are told a beat
 * before.
 */
#ifndef UNDERCROFT_WORLD_DEED_H
#define UNDERCROFT_WORLD_DEED_H

#include <stdbool.h>

#include "base/pos.h"

struct action;
struct body;
struct world;

/* The verb of the action table: the deed that the foe has in mind happens, and its mind is free of
   it. */
bool deed_do(const struct world *world, struct body *body, const struct action *action);

#endif

/*
 * A body as one side of a fight.
 */
#ifndef UNDERCROFT_WORLD_FIGHTER_H
#define UNDERCROFT_WORLD_FIGHTER_H

#include "world/fight.h"
#include "world/world.h"

/* The body as it fights now: by its level or kind, what it bears, the companion beside it, and its
   statuses. */
struct fighter fighter_of(const struct world *world, const struct body *body);

/* What it strikes with; NULL: a foe, which needs nothing. */
const struct item_row *fighter_weapon(const struct body *body);

#endif

/*
 * A body as one side of a fight.
 */
#ifndef UNDERCROFT_WORLD_FIGHTER_H
#define UNDERCROFT_WORLD_FIGHTER_H

#include "world/fight.h"

struct body;
struct item_row;
struct stack;
struct world;

/* The body as it fights now: by its level or kind, what it bears, the companion beside it, and its
   statuses. */
struct fighter fighter_of(const struct world *world, const struct body *body);

/* How many times FIGHT_FOE_STEP a foe strikes better than its row says: one that rallies others in
   view, its pack beside it. 0 for a delver. */
int fighter_gains(const struct world *world, const struct body *body);

/* The same with a shot or throw of that thing. */
struct fighter fighter_with(const struct world *world, const struct body *body,
                            const struct stack *thing);

/* Weapon and launcher of a delver; NULL: bare hands, no launcher, or a foe. */
const struct item_row *fighter_weapon(const struct body *body);
const struct item_row *fighter_launcher(const struct body *body);

#endif

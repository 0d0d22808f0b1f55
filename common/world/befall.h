/*
 * Statuses given to bodies: what a delver wears may keep one off, and all who see it are told.
 */
#ifndef UNDERCROFT_WORLD_BEFALL_H
#define UNDERCROFT_WORLD_BEFALL_H

#include "world/world_private.h"

/* Gives a status for so many beats (0: as many as its row says). False: nothing changed. */
bool befall(const struct world *world, struct body *body, enum status_id status, int beats);

/* Sum of all that a delver wears; all zero for a foe. */
struct gear gear_of(const struct body *body);

/* Health comes back to a body: as much as is missing, at most. Returns how much. */
int befall_mend(struct body *body, int health);

/* A body that is withered has its full health again, and is told. */
void befall_restore(struct body *body);

#endif

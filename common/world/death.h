/*
 * Death: what the death of a foe teaches, and where a delver wakes after its own.
 */
#ifndef UNDERCROFT_WORLD_DEATH_H
#define UNDERCROFT_WORLD_DEATH_H

#include "world/world_private.h"

/* `by` is the body that did it; the victim itself: what it suffers from. */
void death_of_foe(const struct world *world, struct foe *foe, const struct body *by);
void death_of_delver(const struct world *world, struct delver *delver, const struct body *by);

#endif

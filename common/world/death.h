/*
 * Death: what the death of a foe teaches, and where a delver wakes after its own. Havens.
 */
#ifndef UNDERCROFT_WORLD_DEATH_H
#define UNDERCROFT_WORLD_DEATH_H

#include "world/world_private.h"

/* The depths with a haven: the room of the stairs up, which no foe enters. */
bool haven_is_at(const struct level *level, struct pos at);

/* The depth of the deepest haven that a delver has reached, 1 or more. */
int haven_of(const struct delver *delver);

/* `by` is the body that did it; the victim itself: what it suffers from. */
void death_of_foe(const struct world *world, struct foe *foe, const struct body *by);
void death_of_delver(const struct world *world, struct delver *delver, const struct body *by);

#endif

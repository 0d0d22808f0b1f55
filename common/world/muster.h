/*
 * Muster: a group of foes that goes after a company is answered by more of its kind, the more the
 * larger the company is. Members of it are those who fought beside another a short while ago: one
 * that merely passes does not count.
 */
#ifndef UNDERCROFT_WORLD_MUSTER_H
#define UNDERCROFT_WORLD_MUSTER_H

#include "world/foe.h"
#include "world/world.h"

/* The delver and the foe have hurt each other: if another delver did so too, both fight side by
   side. */
void muster_note(const struct world *world, const struct foe *foe, struct delver *delver);

/* How many more come for the group of the foe, which has aimed at the delver; that it mustered is
   noted of all of the group. Draws once, for the part of a foe that is left. */
int muster_size(const struct world *world, struct foe *foe, const struct delver *delver);

/* Which kind they are. */
enum species_id muster_kind(const struct level *level, const struct foe *foe);

#endif

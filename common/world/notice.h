/*
 * Notices: a delver is told of each foe when it comes into view, once a fight, and again when it
 * comes back awake after some beats and the fight in which it was seen is over. A delver remembers
 * a number of them (world/peril.h).
 */
#ifndef UNDERCROFT_WORLD_NOTICE_H
#define UNDERCROFT_WORLD_NOTICE_H

#include "world/world_private.h"

/* Tells the delver of a foe that it has in view, if that is news. */
void notice_foe(const struct world *world, struct delver *delver, const struct foe *foe);

/* The same of a foe that is about to strike it; nothing is told of one out of view. */
void notice_striker(const struct world *world, struct delver *delver, const struct foe *foe);

/* True if the delver will be told of a foe in view when it looks next. */
bool notice_is_news(const struct world *world, const struct delver *delver, const struct foe *foe);

/* Tells the delver that much of the foe, and drops the delver's queued steps. */
void notice_tell(struct delver *delver, const struct foe *foe, enum notice notice);

#endif

/*
 * Sources of experience: kinds of foes that fall, and depths that delvers reach and see.
 */
#ifndef UNDERCROFT_WORLD_LEARNING_H
#define UNDERCROFT_WORLD_LEARNING_H

#include "world/world_private.h"

/* A foe has died of a fight in which a delver of its level took part. */
void learning_kill(struct delver *delver, const struct body *foe, const struct species_row *row);

/* The delver remembers more of its level than before: nearly all of it is a lesson, once. */
void learning_survey(struct delver *delver);

/* The delver has come to a level by stairs. Its events go to `events`. */
void learning_arrival(struct delver *delver, struct event_list *events);

#endif

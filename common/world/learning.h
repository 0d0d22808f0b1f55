/*
 * Sources of experience: kinds of foes that fall, and depths that delvers reach and see.
 *
 * The choice of knacks: one at each fourth level, of three that follow from the seed, the player,
 * the life and how many were chosen, so that neither waiting nor logging in again changes them.
 */
#ifndef UNDERCROFT_WORLD_LEARNING_H
#define UNDERCROFT_WORLD_LEARNING_H

#include <stdbool.h>

#include "content/knack.h"

struct action;
struct body;
struct delver;
struct event_list;
struct species_row;
struct world;

/* A foe has died of a fight in which a delver of its level took part. */
void learning_kill(struct delver *delver, const struct body *foe, const struct species_row *row);

/* The delver remembers more of its level than before: nearly all of it is a lesson, once. */
void learning_survey(struct delver *delver);

/* The delver has come to a level by stairs. Its events go to `events`. */
void learning_arrival(struct delver *delver, struct event_list *events);

enum {
    KNACKS_EVERY = 4, /* levels */
    KNACKS_LAST = 28, /* the last level that gives one */
    KNACKS_OFFERED = 3,
};

/* Number of knacks that the delver may still choose. */
int knacks_due(const struct delver *delver);

/* Knacks that the delver may choose from now; returns how many, 0 if none is due. */
int knacks_offer(const struct world *world, const struct delver *delver,
                 enum knack out[KNACKS_OFFERED]);

/* The verb: the object is the number of the one that is chosen, from 1. */
bool knacks_learn(const struct world *world, struct body *body, const struct action *action);

/* The delver has come to a level: KNACK_STUBBORN can save it again, KNACK_NOSE shows the niches. */
void knacks_arrive(struct delver *delver);

#endif

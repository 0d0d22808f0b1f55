/*
 * The ends of a life.
 *
 * Falling: a delver without health left lies on the ground while a companion is up, and is raised
 * by one of them, gives up, or dies. Death: lessons from the death of a foe, and the haven where a
 * delver wakes after its own.
 *
 * The end of the game: an ember of the last lamp, which the Wick-Warden leaves to each who took
 * part in its fall, is carried up on foot and out of the stairs of depth 1. It shines far, forbids
 * every way but the stairs, lies where its bearer dies, and wakes each level that it comes to.
 */
#ifndef UNDERCROFT_WORLD_DEATH_H
#define UNDERCROFT_WORLD_DEATH_H

#include <stdbool.h>

struct action;
struct body;
struct delver;
struct foe;
struct world;

enum { EMBER_DEPTH = 26 };

/* `by` is the killer; the victim itself if a status killed it. */
void death_of_foe(const struct world *world, struct foe *foe, const struct body *by);
void death_of_delver(const struct world *world, struct delver *delver, const struct body *by);

/* The health of a delver is gone. It falls if another of its company is up and not away; else it
   dies. `by` is the body that did it; the delver itself if a status did. */
void fall_or_die(const struct world *world, struct delver *delver, const struct body *by);

/* A beat of a fallen delver. It dies when its time is over or nobody is left to raise it. */
void fall_live_beat(const struct world *world, struct delver *delver);

/* The verbs of the action table: true if it happened and costs time. */
bool fall_raise(const struct world *world, struct body *body, const struct action *action);
bool fall_yield(const struct world *world, struct body *body, const struct action *action);

/* Takes the stairs up. With an ember, the stairs up of depth 1 are the kindling. */
bool ember_ascend(const struct world *world, struct body *body, const struct action *action);

/* The verb `again`: a new life of a delver that has kindled, which keeps the thing worn at the
   object (0: none) without its tempers. */
bool ember_begin_again(const struct world *world, struct body *body, const struct action *action);

#endif

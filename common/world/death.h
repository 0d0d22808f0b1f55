/*
 * The ends of a life.
 *
 * Falling: a delver without health lies on the ground while a companion is up. A companion raises
 * it, or it gives up or dies. Death: a dead foe teaches those who fought it; a dead delver wakes in
 * a haven.
 *
 * The end of the game: the Wick-Warden leaves an ember of the last lamp to each delver that took
 * part in its fall. The ember must be carried on foot out of the stairs of depth 1. It shines far,
 * allows no way up but the stairs, drops where its bearer dies, and wakes each level that it comes
 * to.
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

/* Ends a foe. `by` is the killer, or the foe itself if a status did it. */
void death_of_foe(const struct world *world, struct foe *foe, const struct body *by);
void death_of_delver(const struct world *world, struct delver *delver, const struct body *by);

/* Ends a delver without health: it falls if another delver of its company is up and not away, else
   it dies. `by` is the body that did it, or the delver itself if a status did. */
void fall_or_die(const struct world *world, struct delver *delver, const struct body *by);

/* Lives a beat of a fallen delver. It dies when its time is over or nobody is left to raise it. */
void fall_live_beat(const struct world *world, struct delver *delver);

/* Do the verbs of the action table. Each returns true if the action happened and costs time. */
bool fall_raise(const struct world *world, struct body *body, const struct action *action);
bool fall_yield(const struct world *world, struct body *body, const struct action *action);

/* Takes the stairs up. On depth 1 they kindle the bearer of an ember. */
bool ember_ascend(const struct world *world, struct body *body, const struct action *action);

/* Does the verb `again`: begins a new life of a kindled delver, which keeps the thing worn at the
   object (0: none) without its tempers. */
bool ember_begin_again(const struct world *world, struct body *body, const struct action *action);

#endif

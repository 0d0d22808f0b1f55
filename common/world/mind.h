/*
 * Minds of foes: their targets, when they give up, and what they do next. A mind sees the world as
 * it is at the foe's turn, draws from the level's own stream, and changes nothing but itself.
 *
 * A turn goes through these steps, and the first that yields an action ends it: the choice of a
 * target; the leash; the parts of the kind, in its row's order; and else to strike what stands
 * beside, to step nearer, to roam, or to stay.
 *
 * Noise: what sleeps near it may wake, and what roams goes to look.
 */
#ifndef UNDERCROFT_WORLD_MIND_H
#define UNDERCROFT_WORLD_MIND_H

#include <stdbool.h>

#include "base/pos.h"
#include "content/species.h"
#include "world/action.h"
#include "world/field.h"
#include "world/id.h"

struct level_work;
struct body;
struct delver;
struct foe;
struct world;

/* Next action of the foe; ACTION_NONE: it rests. */
struct action mind_think(const struct world *world, struct foe *foe, struct level_work *work);

/* How a foe of that kind gets about. */
enum way mind_way(enum species_id species);

/* Wakes a foe; `delver`, if not NULL, becomes its target unless it has one. */
void mind_wake(struct foe *foe, const struct delver *delver);

/* A foe that roams goes to look at a cell. */
void mind_go(struct foe *foe, struct pos at);

/* An awake foe that hunts by ear now knows where that delver is; NULL: no delver was heard. */
void mind_hear(struct foe *foe, const struct delver *delver);

/* The foe has no target any more, and their fight is over; a foe that flees still does. */
void mind_forget(struct foe *foe);

/* Notes that the delver and the foe have hurt each other now. */
void mind_note_fighter(struct foe *foe, body_id delver);

/* In cells. */
enum {
    NOISE_SNEAK = 2, /* a sneaking step */
    NOISE_STEP = 4,
    NOISE_DOOR = 6,
    NOISE_FIGHT = 6,
    NOISE_BASH = 10,
    NOISE_SHOUT = 20,
};

/* A noise that a body makes where it stands, heard within `radius` cells. A delver that is new is
   heard at half the distance. A foe that wakes by a delver's noise goes after that delver. */
void noise_make(const struct world *world, struct body *body, int radius);

/* Before a delver comes to a level: foes that lost their targets, and stand where nobody sees them
   or gives them time, are at home. Between the ticks of levels only. */
void foes_go_home(const struct world *world, struct level *level);

/* True if a foe could go to that cell of its level now: ground for its way, free and not warded. */
bool mind_is_clear(const struct body *body, struct pos at);

#endif

/*
 * Minds of foes: their choice of target, the end of a chase, and the next action. A mind sees the
 * world as it is at the foe's turn, draws from the level's own stream, and changes nothing but
 * itself.
 *
 * A turn has these steps, and the first that gives an action ends it: choose a target; check the
 * leash; try the parts of the kind in the order of its row; else strike a body beside the foe, step
 * nearer, roam, or stay.
 *
 * Noise may wake sleepers near it, and makes roaming foes come and look.
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

/* Returns the next action of the foe; ACTION_NONE: it rests. */
struct action mind_think(const struct world *world, struct foe *foe, struct level_work *work);

/* Returns the way of moving of that kind. */
enum way mind_way(enum species_id species);

/* Wakes a foe; `delver`, if not NULL, becomes its target if it has none. */
void mind_wake(struct foe *foe, const struct delver *delver);

/* Sends a roaming foe to a cell. */
void mind_go(struct foe *foe, struct pos at);

/* Tells a foe that hunts by ear, and is awake, where that delver is; NULL: that it hears nobody. */
void mind_hear(struct foe *foe, const struct delver *delver);

/* Ends the foe's fight, and it forgets its target; a fleeing foe still flees. */
void mind_forget(struct foe *foe);

/* Records that the delver and the foe have hurt each other now. */
void mind_note_fighter(struct foe *foe, body_id delver);

/* Radius of noises in cells. */
enum {
    NOISE_SNEAK = 2, /* a sneaking step */
    NOISE_STEP = 4,
    NOISE_DOOR = 6,
    NOISE_FIGHT = 6,
    NOISE_BASH = 10,
    NOISE_SHOUT = 20,
};

/* Makes a noise at the body's place, heard within `radius` cells, and within half of that if the
   body is a new delver. A foe that is woken by a delver's noise goes after that delver. */
void noise_make(const struct world *world, struct body *body, int radius);

/* Moves foes home that have no target and that no delver sees or gives time. Call it between the
   ticks of levels, before a delver comes to the level. */
void foes_go_home(const struct world *world, struct level *level);

/* True if the foe could move to that cell of its level now: suitable ground, free, without a
   ward. */
bool mind_is_clear(const struct body *body, struct pos at);

#endif

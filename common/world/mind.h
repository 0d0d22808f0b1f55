/*
 * Minds of foes: their targets, when they give up, and what they do next. A mind sees the
 * world as it is at the foe's turn, draws from the level's own stream, and changes nothing but
 * itself.
 *
 * A turn goes through these steps, and the first that yields an action ends it: the choice of a
 * target; the leash; the parts of the kind, in its row's order; and else to strike what stands
 * beside, to step nearer, to roam, or to stay.
 */
#ifndef UNDERCROFT_WORLD_MIND_H
#define UNDERCROFT_WORLD_MIND_H

#include "world/level_work.h"
#include "world/world_private.h"

/* Facts about one turn: gathered once, read by every step of it. */
struct mind_turn {
    const struct world *world;
    struct level_work *work;
    struct foe *foe;
    struct level *level;
    const struct species_row *row;
    struct delver *target; /* NULL: none */
    int distance;          /* to the target, in king's moves */
    bool is_target_seen;
    enum way way;
};

/* Next action of the foe; ACTION_NONE: it rests. */
struct action mind_think(const struct world *world, struct foe *foe, struct level_work *work);

/* How a foe of that kind gets about. */
enum way mind_way(enum species_id species);

/* A foe that slept is awake; `delver`, if any, becomes the target of one that has none. */
void mind_wake(struct foe *foe, const struct delver *delver);

/* A foe that roams goes to look at a cell. */
void mind_go(struct foe *foe, struct pos at);

/* An awake foe that hunts by ear now knows where that delver is; NULL: no delver was heard. */
void mind_hear(struct foe *foe, const struct delver *delver);

/* The foe has no target any more, and their fight is over; a foe that flees still does. */
void mind_forget(struct foe *foe);

/* The next step home, where it sleeps or roams again; ACTION_NONE: it is there, or stands behind a
   mate. */
struct action mind_go_home(struct mind_turn *turn);

/* That delver and the foe have hurt each other now. */
void mind_note_fighter(struct foe *foe, body_id delver);

/* For the parts: a step to the neighbour with the fewest, or the most, steps of the target's field;
   false if there is none that is better than here and free. */
bool mind_step_near(const struct mind_turn *turn, struct pos goal, struct action *out);
bool mind_step_away(const struct mind_turn *turn, struct action *out);
bool mind_step_at_random(const struct mind_turn *turn, struct action *out);

/* A step on the way to a cell that the target does not see and is not nearer to; false: it knows of
   none. */
bool mind_step_to_hide(const struct mind_turn *turn, struct action *out);

/* The part of those that flee when badly hurt. */
bool mind_flee(struct mind_turn *turn, struct action *out);

/* The parts that end in a deed (world/deed.h): true if the turn is used for one. */
bool mind_charge(struct mind_turn *turn, struct action *out);
bool mind_throw_pot(struct mind_turn *turn, struct action *out);
bool mind_spit(struct mind_turn *turn, struct action *out);
bool mind_bolt(struct mind_turn *turn, struct action *out);
bool mind_breathe(struct mind_turn *turn, struct action *out);
bool mind_net(struct mind_turn *turn, struct action *out);
bool mind_raise(struct mind_turn *turn, struct action *out);
bool mind_pull(struct mind_turn *turn, struct action *out);
bool mind_call(struct mind_turn *turn, struct action *out);
bool mind_mend(struct mind_turn *turn, struct action *out);

/* True if the foe has told of a deed: it follows, at the cell that it was aimed at. */
bool mind_deed_is_due(const struct mind_turn *turn, struct action *out);

/* The parts of the kind in their order: true if one acted. */
bool mind_act_by_parts(struct mind_turn *turn, struct action *out);

#endif

/*
 * Between two levels. A delver who takes stairs has no body until the other level is there; the
 * record they carry has a sequence number, so that no hand-over is applied twice.
 *
 * Chasms: a way down that nobody can block. A delver who walks into one comes down on the level
 * below, near the same place, unhurt. Foes do not walk into one, and no errand does by itself.
 */
#ifndef UNDERCROFT_WORLD_STAIRS_H
#define UNDERCROFT_WORLD_STAIRS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pos.h"
#include "world/action.h"
#include "world/id.h"

/* How somebody comes to leave a place, or to be in another. */
enum passage {
    PASSAGE_STAIRS,
    PASSAGE_REMADE,   /* they stayed where they were, and the level was regenerated around them */
    PASSAGE_PUT_BACK, /* as PASSAGE_REMADE, but the earlier level was put back */
    PASSAGE_SENT,     /* an operator put them there */
    PASSAGE_DIED,     /* they died, and wake in a haven */
    PASSAGE_RETURNED, /* a scroll brought them to a haven */
    PASSAGE_FELL,     /* down a chasm or a chute */
    PASSAGE_ROAD,     /* the lantern road led them from haven to haven */
};

struct body;
struct delver;
struct level;
struct world;

/* The verbs of the action table: true if it happened and costs time. */
bool stairs_descend(const struct world *world, struct body *body, const struct action *action);
bool stairs_ascend(const struct world *world, struct body *body, const struct action *action);

/* Keep the world's list of delvers in transit: stairs_hand_over() adds all who left the level in
   its tick, stairs_leave() removes one. */
void stairs_hand_over(struct world *world, struct level *level);
void stairs_leave(struct world *world, struct delver *delver);

/*
 * Puts somebody who is present near `at` of a level: at once if it is the level they are on, else
 * they are in transit there from now on. Where nobody can stand it is the stairs up.
 */
void stairs_send(struct world *world, struct delver *delver, struct level_key key, struct pos at);

/* Part of a level's tick: the delver is on the way to the stairs up of that depth, after a death or
   by a scroll. */
void stairs_carry_home(const struct world *world, struct delver *delver, int depth,
                       enum passage passage);

/* The delver falls to the level below: its place there is in proportion to its place here. It is
   off the level afterwards. */
void stairs_fall(const struct world *world, struct delver *delver);

/* The free cell on which the delver's transit would end on that level, for the way that it has
   taken. False: there is none. */
bool stairs_find_arrival(const struct world *world, const struct delver *delver,
                         const struct level *level, struct pos *out);

/* The end of a transit on the free cell `at` of a level. `memory` (of the level's size, from
   delver_memory_new()) passes to the delver. */
void stairs_arrive(struct world *world, struct delver *delver, struct level *level, struct pos at,
                   uint8_t *memory);

/* Why nobody can fall from that level now; REFUSAL_NONE: they can. */
enum refusal chasm_refusal(const struct world *world, const struct level *level);

/* True if the body would fall, were it on that cell of its level. */
bool chasm_takes(const struct body *body, struct pos at);

/* The delver has stepped where it is. It may be gone from the level afterwards. */
void chasm_step(const struct world *world, struct delver *delver);

#endif

/*
 * Ways between two levels. A delver that takes stairs has no body until the other level is loaded;
 * its record has a sequence number, so that no hand-over is applied twice.
 *
 * Chasms: a way down that nobody can block. A delver that walks into one lands on the level below,
 * near the same place, unhurt. Foes and travel avoid them.
 */
#ifndef UNDERCROFT_WORLD_STAIRS_H
#define UNDERCROFT_WORLD_STAIRS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pos.h"
#include "world/action.h"
#include "world/id.h"

/* How a delver left a place or came to another. */
enum passage {
    PASSAGE_STAIRS,
    PASSAGE_REMADE,   /* stayed in place while the level was replaced by a new one */
    PASSAGE_PUT_BACK, /* stayed in place while an earlier level was put back */
    PASSAGE_SENT,     /* sent there by an operator */
    PASSAGE_DIED,     /* died, and woke in a haven */
    PASSAGE_RETURNED, /* brought to a haven by a scroll */
    PASSAGE_FELL,     /* fell down a chasm or a chute */
    PASSAGE_ROAD,     /* went from haven to haven by the lantern road */
};

struct body;
struct delver;
struct level;
struct world;

/* Do the verbs of the action table. Each returns true if the action happened and costs time. */
bool stairs_descend(const struct world *world, struct body *body, const struct action *action);
bool stairs_ascend(const struct world *world, struct body *body, const struct action *action);

/* Maintain the world's list of delvers in transit. stairs_hand_over() adds all that left the level
   in its tick, stairs_leave() removes one. */
void stairs_hand_over(struct world *world, struct level *level);
void stairs_leave(struct world *world, struct delver *delver);

/*
 * Moves a delver to a cell near `at` of a level: at once on its own level, else by a transit that
 * begins now. If nobody can stand there it arrives at the stairs up.
 */
void stairs_send(struct world *world, struct delver *delver, struct level_key key, struct pos at);

/* Sends the delver to the stairs up of that depth, after a death or by a scroll. Part of a level's
   tick. */
void stairs_carry_home(const struct world *world, struct delver *delver, int depth,
                       enum passage passage);

/* Drops the delver to the level below, at a place in proportion to its place here. Afterwards the
   delver is off its level. */
void stairs_fall(const struct world *world, struct delver *delver);

/* Finds the free cell on that level where the delver's transit would end. False: there is none. */
bool stairs_find_arrival(const struct world *world, const struct delver *delver,
                         const struct level *level, struct pos *out);

/* Ends a transit on the free cell `at` of a level. The delver takes over `memory` (of the level's
   size, from delver_memory_new()). */
void stairs_arrive(struct world *world, struct delver *delver, struct level *level, struct pos at,
                   uint8_t *memory);

/* Returns the reason why nobody can fall from that level now; REFUSAL_NONE: one can. */
enum refusal chasm_refusal(const struct world *world, const struct level *level);

/* True if the body would fall if it were on that cell of its level. */
bool chasm_takes(const struct body *body, struct pos at);

/* Makes a delver on a chasm fall; it may be gone from the level afterwards. Call it when the delver
   has stepped onto a cell. */
void chasm_step(const struct world *world, struct delver *delver);

#endif

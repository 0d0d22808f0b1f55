/*
 * The statuses of one body: the beats left of each. Other bodies and things give them, beats use
 * them up, worn things may prevent them, and all who see a change are told.
 */
#ifndef UNDERCROFT_WORLD_STATUSES_H
#define UNDERCROFT_WORLD_STATUSES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "content/status.h"
#include "world/pack.h"

struct body;
struct delver;
struct world;

enum {
    STATUSES_STEADY_BEATS = 5, /* beats after a lost turn in which the body loses no other */
};

struct statuses {
    /* beats left; degrees of a lasting status; 0: the body does not have it */
    uint8_t left[STATUS_COUNT];
    uint8_t steady; /* beats for which no status takes a turn of the body */
};

/*
 * Gives a status for `beats` beats (0: the number in its row), up to the maximum of its row. False:
 * nothing changed, because the body is clear-headed, lost a turn a moment ago, or has the status
 * for longer.
 */
bool statuses_add(struct statuses *statuses, enum status_id id, int beats);

bool statuses_have(const struct statuses *statuses, enum status_id id);

/* True if the body has any status, or is steady after a lost turn. */
bool statuses_any(const struct statuses *statuses);

/* Ends one status, all bad statuses that do not last, or all that an act ends (enum status_end). */
void statuses_end(struct statuses *statuses, enum status_id id);
void statuses_end_bad(struct statuses *statuses);
void statuses_end_by(struct statuses *statuses, unsigned act);

/* Lets a held body try to break free: half of the remaining beats go. True: it is free. */
bool statuses_struggle(struct statuses *statuses);

/* Passes a beat of the body's life. Returns the health that the body loses by it. */
int statuses_live_beat(struct statuses *statuses);

/* Returns the total health that a status of so many beats costs. */
int statuses_loss(enum status_id id, int beats);

/* Returns the sum of an effect over all statuses of the body. */
int statuses_effect(const struct statuses *statuses, enum status_effect effect);

/* True if a status takes the body's turn. */
bool statuses_take_turn(const struct statuses *statuses);

/* Returns the cost of an action that takes `ticks` without statuses. */
int statuses_cost(const struct statuses *statuses, int ticks);

void statuses_hash(const struct statuses *statuses, struct hash *hash);

/* Works like statuses_add() for a body in the world: its gear may prevent the status, and the body
   is told. */
bool status_add(const struct world *world, struct body *body, enum status_id status, int beats);

/* Returns the sums over a delver's worn things; all zero for a foe. */
struct gear gear_of(const struct body *body);

/* Gives back health, up to full. Returns the health gained. */
int health_mend(struct body *body, int health);

/* Ends STATUS_WITHERED, so that full health is whole again, and tells the body. */
void health_restore(struct body *body);

/* True if the body's next beats have an effect. */
bool beat_is_needed(const struct body *body);

/* Begins the beats of a body that got a status or used a thing. The first beat is a whole one,
   unless another is already going on. */
void beat_begin(const struct world *world, struct body *body);

/* Ends a scroll of return that has not worked yet. Call it when the delver was harmed. */
void use_break(struct delver *delver);

#endif

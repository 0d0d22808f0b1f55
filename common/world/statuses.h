/*
 * The statuses of one body: how many beats are left of each. Others give them to it and its beats
 * use them up. Things that a delver wears may keep one off; all who see a change are told.
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
    STATUSES_STEADY_BEATS = 5, /* beats after a lost turn in which no other turn is lost */
};

struct statuses {
    uint8_t left[STATUS_COUNT]; /* beats, or times of what lasts; 0: the body has it not */
    uint8_t steady;             /* beats in which nothing takes its turn */
};

/*
 * Gives a status for so many beats (0: as many as its row says), up to the most of its row. False
 * if nothing changed: the body is clear-headed, has lost a turn a moment ago, or has it for longer.
 */
bool statuses_add(struct statuses *statuses, enum status_id id, int beats);

bool statuses_have(const struct statuses *statuses, enum status_id id);

/* True if the body has any, or keeps one off after another. */
bool statuses_any(const struct statuses *statuses);

/* Ends one; all that are bad and do not last; all that an act ends (of enum status_end). */
void statuses_end(struct statuses *statuses, enum status_id id);
void statuses_end_bad(struct statuses *statuses);
void statuses_end_by(struct statuses *statuses, unsigned act);

/* A held body tries to step: half of the remaining beats are gone. True: it is free. */
bool statuses_struggle(struct statuses *statuses);

/* Passes a beat of the body's life. Returns the health that the body loses by it. */
int statuses_live_beat(struct statuses *statuses);

/* The health that a status of so many beats costs in all. */
int statuses_loss(enum status_id id, int beats);

/* The sum of an effect over all it has. */
int statuses_effect(const struct statuses *statuses, enum status_effect effect);

/* True if the body cannot act. */
bool statuses_take_turn(const struct statuses *statuses);

/* Cost of an action that takes `ticks` without statuses. */
int statuses_cost(const struct statuses *statuses, int ticks);

void statuses_hash(const struct statuses *statuses, struct hash *hash);

/* As statuses_add() for a body in the world: its gear may keep the status off, and it is told. */
bool status_add(const struct world *world, struct body *body, enum status_id status, int beats);

/* Sum of all that a delver wears; all zero for a foe. */
struct gear gear_of(const struct body *body);

/* Health comes back to a body: as much as is missing, at most. Returns how much. */
int health_mend(struct body *body, int health);

/* A body that is withered has its full health again, and is told. */
void health_restore(struct body *body);

/* True if the body's next beats have something to do. */
bool beat_is_needed(const struct body *body);

/* Begins a status or use that takes beats. Its first beat is whole, unless another goes on
   already. */
void beat_begin(const struct world *world, struct body *body);

/* The delver is harmed: the scroll of return fails. */
void use_break(struct delver *delver);

#endif

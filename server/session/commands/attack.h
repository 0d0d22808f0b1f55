/*
 * Words and keys of a fight.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_ATTACK_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_ATTACK_H

#include <stdbool.h>

#include "base/pos.h"
#include "world/id.h"

struct delver;
struct session;

/* Strikes the foe of that name, or the nearest, if it is in reach, or shoots where the launcher
   that is worn does reach it; else asks for a step nearer, which begins at a tick as travel does
   (travel_session.h). */
void attack_foe(struct session *session, const char *words);

/* The same with the nearest awake foe in view; false, and nothing happens, if there is none. */
bool attack_nearest(struct session *session);

/* A step away from the nearest foe that is awake, and from all as far as may be; told if there is
   none, or no such step. */
void attack_flee(struct session *session);

/* Begins the approach that was asked for: looks for a way to the foe and takes its first step. Pays
   for the search. Does nothing if the foe is gone. */
void attack_approach(struct session *session, const struct delver *delver, body_id foe);

/* Tells of all foes in view, near to far. */
void attack_tell_danger(struct session *session);

/* Strikes at the cell beside in that direction, at anything that stands there. */
void attack_toward(struct session *session, enum dir dir);

/* The nearest foe in view that is awake, in one line. */
void attack_tell_target(struct session *session);

#endif

/*
 * Words and keys of a fight.
 */
#ifndef UNDERCROFT_SERVER_SESSION_ATTACK_H
#define UNDERCROFT_SERVER_SESSION_ATTACK_H

#include "base/pos.h"

struct session;

/* Strikes the foe of that name, or the nearest, if it stands beside; else goes a step nearer. */
void attack_foe(struct session *session, const char *words);

/* The same with the nearest awake foe in view; false, and nothing happens, if there is none. */
bool attack_nearest(struct session *session);

/* Tells of all foes in view, near to far. */
void attack_tell_danger(struct session *session);

#endif

/*
 * Marking a foe in screen mode before something flies: the cursor stands on it, the last row says
 * what it is and how likely a hit is. Enter or the same key again lets fly, Tab goes to the next.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_AIM_KEYS_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_AIM_KEYS_H

#include "server/session/present/present_state.h"

struct session;

/* Marks the foe aimed at last, else the nearest, for a command with a thing of the pack
   (OBJECT_NONE: the launcher). That none is in view is told. */
void aim_keys_open(struct session *session, enum command_id id, uint32_t object);

bool aim_keys_are_open(const struct session *session);

/* Lets fly, marks another, or ends it; other keys do nothing. */
void aim_keys_take(struct session *session, struct key key);

#endif

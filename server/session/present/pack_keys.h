/*
 * Things by keys, in screen mode: a verb's key lists what it is for over the map, and a letter
 * chooses. The list of all that is carried opens a thing's verbs in the same way.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_PACK_KEYS_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_PACK_KEYS_H

#include "server/session/present/present_state.h"

struct session;

/* The key of a command for things was pressed. False: the command is none of these. */
bool pack_keys_open(struct session *session, enum command_id id);

/* Does the command with the thing there, or asks by keys for what it is used on or aimed at. */
void pack_keys_do(struct session *session, enum command_id id, uint32_t object);

/* True while a list waits for a letter. */
bool pack_keys_are_open(const struct session *session);

/* A letter chooses, the verb's own key takes the first choice unless it is a letter of the list;
   keys that turn pages do so, and all others close the list. */
void pack_keys_take(struct session *session, struct key key);

#endif

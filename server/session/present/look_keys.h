/*
 * The look cursor of screen mode: it stands on a cell of the map, and keys move it, walk there or
 * tell of it. It takes no time of the game.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_LOOK_KEYS_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_LOOK_KEYS_H

#include "server/session/present/present_state.h"

struct session;

/* On the delver's own cell. */
void look_keys_open(struct session *session);

/* Moves it, acts or closes; other keys do nothing. */
void look_keys_take(struct session *session, struct key key);

#endif

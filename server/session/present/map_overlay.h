/*
 * The map as large as the window, in screen mode: what the delver knows of the level, scrolled with
 * the keys that walk.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_MAP_OVERLAY_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_MAP_OVERLAY_H

#include "server/session/present/present_state.h"

struct session;

void map_overlay_open(struct session *session);

/* Scrolls, jumps or closes; other keys do nothing. */
void map_overlay_on_key(struct session *session, struct key key);

#endif

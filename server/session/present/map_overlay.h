/*
 * The map as large as the window, in screen mode: what the delver knows of the level, scrolled with
 * the keys that walk.
 */
#ifndef UNDERCROFT_SERVER_SESSION_MAP_OVERLAY_H
#define UNDERCROFT_SERVER_SESSION_MAP_OVERLAY_H

#include "server/session/present/present_state.h"

struct delver;
struct screen;
struct session;

void map_overlay_open(struct session *session);

/* Scrolls, jumps or closes; other keys do nothing. */
void map_overlay_on_key(struct session *session, struct key key);

/* All of the canvas, which has the window's size. */
void map_overlay_draw(struct session *session, const struct delver *delver, struct screen *canvas);

#endif

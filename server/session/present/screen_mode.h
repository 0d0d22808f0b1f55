/*
 * Screen mode: keys in, frames out. The functions here are its ground, the terminal and what lies
 * over the map; the row of functions on top is screen_presentation (screen_frame.c).
 *
 * The title of the terminal's window is "Ada - Depth 3, the Long Gallery". It goes only to
 * terminals of a type that is known to take one; the title from before is given back.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_SCREEN_MODE_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_SCREEN_MODE_H

#include <stdbool.h>

#include "server/session/present/present_state.h"

struct session;

/* Takes over the client's terminal, or gives it back; twice is once. */
void screen_mode_open(struct session *session);
void screen_mode_close(struct session *session);

/* Frees what it holds; nothing is sent. */
void screen_mode_release(struct screen_mode *screen);

/* The window has another size, 1 … SCREEN_WIDTH_MAX by 1 … SCREEN_HEIGHT_MAX. While the screen is
   shown, the newest size is adopted at the next tick at which the session has work left to ask
   for. */
void screen_mode_on_window(struct session *session, int width, int height);

/* At a tick: takes the newest size, if it is another. */
void screen_mode_adopt_window(struct session *session);

/* True while the window is too small for the map: then nothing opens and nothing takes keys but
   quit and redraw. */
bool screen_mode_is_too_small(const struct screen_mode *screen);

/* The view has changed by the delver's own deed: a frame is due at once. Does nothing outside
   screen mode. */
void screen_mode_touch(struct session *session);

/* The view has changed by the deeds of others: a frame is due at its interval. */
void screen_mode_stir(struct session *session);

/* Closes everything that lies over the map, and drops a line that was begun. */
void screen_mode_clear(struct session *session);

/* Draws everything again. Does nothing outside screen mode. */
void screen_mode_redraw(struct session *session);

/* Sends the title of where the player is, if it is another than the last. While the screen is
   open. */
void screen_mode_update_title(struct session *session);

/* True for the terminal types that take a title; in any case of letters. */
bool screen_mode_takes_title(const char *terminal_type);

/* Asks the terminal, which answers by its cursor report. The screen is then drawn again. */
void screen_mode_probe(struct session *session, enum screen_probe probe);

/* Lays a text of several lines over the map. */
void screen_mode_show(struct session *session, const char *text);

/* A key while a text lies over the map: turns its pages, or closes it. */
void screen_mode_turn_overlay(struct session *session, struct key key);

#endif

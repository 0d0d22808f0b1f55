/*
 * Screen mode: keys in, frames out. The functions here are its ground, the terminal and the layers
 * over the map; the row of functions on top is screen_presentation (screen_frame.c).
 *
 * The title of the terminal's window is "Ada - Depth 3, the Long Gallery". It is sent only to
 * terminals of a type that takes one; the earlier title is restored.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_SCREEN_MODE_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_SCREEN_MODE_H

#include <stdbool.h>

#include "server/session/present/present_state.h"

struct session;

/* Take over the client's terminal, and give it back. Both are idempotent. */
void screen_mode_open(struct session *session);
void screen_mode_close(struct session *session);

/* Frees its memory; sends nothing. */
void screen_mode_release(struct screen_mode *screen);

/* Stores another size of the window, 1 … SCREEN_WIDTH_MAX by 1 … SCREEN_HEIGHT_MAX. While the
   screen is shown, the newest size is adopted at the next tick at which the session has a share of
   work left. */
void screen_mode_on_window(struct session *session, int width, int height);

/* Adopts the newest size, if it is another. Call it at a tick. */
void screen_mode_adopt_window(struct session *session);

/* True while the window is too small for the map: then nothing opens, and only quit and redraw
   act. */
bool screen_mode_is_too_small(const struct screen_mode *screen);

/* Notes a change of the view by the delver's own act: a frame is due at once. Does nothing outside
   screen mode. */
void screen_mode_touch(struct session *session);

/* Notes a change of the view by others: a frame is due at its interval. */
void screen_mode_stir(struct session *session);

/* Closes everything over the map, and drops an unfinished line. */
void screen_mode_clear(struct session *session);

/* Makes the next frame draw everything. Does nothing outside screen mode. */
void screen_mode_redraw(struct session *session);

/* Sends the title for the player's place, if it differs from the last. Call it while the screen is
   open. */
void screen_mode_update_title(struct session *session);

/* True for terminal types that take a title, ignoring case. */
bool screen_mode_takes_title(const char *terminal_type);

/* Asks the terminal a question that it answers by its cursor report. The screen is then drawn
   again. */
void screen_mode_probe(struct session *session, enum screen_probe probe);

/* Shows a text of several lines over the map. */
void screen_mode_show(struct session *session, const char *text);

/* Takes a key while a text is over the map: turns its pages, or closes it. */
void screen_mode_turn_overlay(struct session *session, struct key key);

#endif

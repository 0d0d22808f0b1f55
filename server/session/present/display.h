/*
 * How the dungeon is fitted to a client, by what it answered and what its player wants: the mode
 * the letters, and how wide and in which form text is.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_DISPLAY_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_DISPLAY_H

#include <stdbool.h>

#include "narrate/text_form.h"
#include "world/record.h"

struct session;

enum { DISPLAY_ROW_MIN = 20, DISPLAY_ROW_MAX = 200 };

/* How this client is shown the dungeon: as wished where it can, else by what it answered. */
enum session_mode display_choose_mode(const struct session *session, enum session_mode wish);

/* True for a terminal that calls itself "dumb" or "unknown": it shows lines without colour. */
bool display_is_plain_terminal(const struct session *session);

/* Whether letters beyond ASCII go out: the client shows them, or its player says so. */
bool display_sends_utf8(const struct session *session);

/* Whether the map is drawn with lines and dots of UTF-8. */
bool display_draws_lines(const struct session *session);

/* Cells of a row of text that is written in lines: those of the window, if the client has said that
   they are DISPLAY_ROW_MIN to DISPLAY_ROW_MAX and the player wants rows; 0: lines go out whole, as
   always to a reader: a sentence is one line there. */
int display_row_width(const struct session *session);

/* How answers of several items are written, at the name prompt too. */
enum text_form display_text_form(const struct session *session);

/* An answer of the client may tell of its letters, also while it plays; but what its terminal was
   found to show is known better. */
void display_on_answer(struct session *session);

#endif

/*
 * The title of a terminal's window: "Ada - Depth 3, the Long Gallery". It goes to screens alone,
 * and only to terminals of a type that is known to take one; the title from before is given back.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_TITLE_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_TITLE_H

#include <stdbool.h>

struct session;

/* True for the terminal types that take a title; in any case of letters. */
bool title_is_taken_by(const char *terminal_type);

/* Sends the title of where the player is, if it is another than the last. While the screen is
   open. */
void title_update(struct session *session);

/* Gives back the title from before, if there was another. */
void title_end(struct session *session);

#endif

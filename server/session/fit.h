/*
 * How the dungeon is fitted to a client, by what it answered and what its player wants: the mode,
 * the letters, and the width of lines.
 */
#ifndef UNDERCROFT_SERVER_SESSION_FIT_H
#define UNDERCROFT_SERVER_SESSION_FIT_H

#include <stdbool.h>

#include "world/record.h"

struct session;

enum {
    FIT_LINE_WIDTH_MIN = 20,      /* no window is taken to be narrower than that */
    FIT_LINE_WIDTH_ALL = 1 << 20, /* more than anything that is ever said */
};

/* How this client is shown the dungeon: as wished where it can, else by what it answered. */
enum session_mode fit_choose_mode(const struct session *session, enum session_mode wish);

/* Whether letters beyond ASCII go out: the client shows them, or its player says so. */
bool fit_sends_utf8(const struct session *session);

/* An answer of the client may tell of its letters, also while it plays; but what its terminal was
   found to show is known better. */
void fit_on_answer(struct session *session);

/* How many cells a line may take: one less than the client's window, or the usual one. But what is
   read aloud ends only where a sentence does. */
int fit_line_width(const struct session *session);

#endif

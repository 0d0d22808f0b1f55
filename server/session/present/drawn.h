/*
 * What those presentations share that are drawn in frames: whose sight is shown, and what an event
 * adds to the log.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_DRAWN_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_DRAWN_H

#include <stdbool.h>

#include "content/role.h"

struct delver;
struct event;
struct session;

/* Whose sight a session is shown; NULL: nobody's, or they are between two levels. */
const struct delver *drawn_viewer(const struct session *session);

/* What the player does, or what is done to their delver. */
bool drawn_is_own(const struct session *session, const struct event *event);

/* Adds to the log what is worth a word of an event, which then is in `text` of WORDS_MAX bytes;
   false: nothing is. */
bool drawn_log_event(struct session *session, const struct delver *viewer,
                     const struct event *event, char *text, enum role *out_role);

#endif

/*
 * Functions shared by the presentations that are drawn in frames: the viewer of a session, and the
 * line that an event adds to the log.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_DRAWN_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_DRAWN_H

#include <stdbool.h>

#include "content/role.h"

struct delver;
struct event;
struct session;

/* The delver whose sight the session shows; NULL: none, or the delver is between two levels. */
const struct delver *drawn_viewer(const struct session *session);

/* True for the deeds of the player's delver, and for deeds done to it. */
bool drawn_is_own(const struct session *session, const struct event *event);

/* True for the doors, lanterns and fountains of other players, which the map shows already. */
bool drawn_is_bystanders(const struct session *session, const struct event *event);

/* Adds the line of an event to the log, and writes it into `text` of WORDS_MAX bytes; false: the
   event is not worth a line. */
bool drawn_log_event(struct session *session, const struct delver *viewer,
                     const struct event *event, char *text, enum role *out_role);

#endif

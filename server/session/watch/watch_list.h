/*
 * The end of watching, in the lists of watchers (viewers.h).
 */
#ifndef UNDERCROFT_SERVER_SESSION_WATCH_WATCH_LIST_H
#define UNDERCROFT_SERVER_SESSION_WATCH_WATCH_LIST_H

#include <stdbool.h>

struct session;
struct viewers;

/* The session is closing, or its delver has left: it watches no more, and nothing is said. */
void watch_forget(struct session *session);

/* Ends it, with a line that says why, and brings the session back to where it was. */
void watch_end(struct session *session, const char *why);

/* Ends it for all watchers of that delver, with `even_operators` or without operators. */
void watch_end_all(const struct viewers *viewers, bool even_operators, const char *why);

/* The session that plays the delver who is watched; NULL: none does. */
const struct session *watch_played_by(const struct session *session);

#endif

/*
 * The steps of a visit that other sessions and the roster notice: from the end of the login to the
 * goodbye, and the end of watching.
 */
#ifndef UNDERCROFT_SERVER_SESSION_SESSION_LIFE_H
#define UNDERCROFT_SERVER_SESSION_SESSION_LIFE_H

#include <stdbool.h>

#include "server/net/wire.h"
#include "world/record.h"

struct player_slot;
struct session;
struct sessions;
struct viewers;

/* The login is done: the session enters the world as soon as its presentation is known. */
void session_enter(struct session *session);

/* The session is closing, or its delver has left: it watches no more, and nothing is said. */
void watch_forget(struct session *session);

/* Ends the watching, tells why, and returns the session to its own delver or to the name prompt. */
void watch_end(struct session *session, const char *why);

/* Ends the watching of all watchers of that delver; operators among them only with
   `even_operators`. */
void watch_end_all(const struct viewers *viewers, bool even_operators, const char *why);

/* The session that plays the delver who is watched; NULL: none does. */
const struct session *watch_played_by(const struct sessions *sessions, body_id viewer);

/* The session that plays there, or is on its way in; NULL: the line is lost. */
struct session *viewers_player(const struct sessions *sessions, const struct player_slot *slot);

/* The body has left the world; its watchers are told. */
void viewers_end(struct sessions *sessions, body_id body);

/* The session has lost its connection. Its body stays for a while. Idempotent. */
void session_lose_line(struct session *session);

/* Leaves the world; `farewell` (static text) is said once that is on disk. */
void session_leave(struct session *session, const char *farewell);

/* Puts the client's terminal back and says goodbye in a line; the connection then finishes. The
   client's program is told why: `why`, unless the server stops. */
void session_end(struct session *session, enum wire_end why, const char *text);

/* As session_end() with WIRE_END_QUIT. */
void session_say_goodbye(struct session *session, const char *text);

#endif

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

/* Ends the login: the session enters the world once its presentation is known. */
void session_enter(struct session *session);

/* Ends the watching of a session that closes, or whose delver has left, without a message. */
void watch_forget(struct session *session);

/* Ends the watching, tells why, and returns the session to its own delver or to the name prompt. */
void watch_end(struct session *session, const char *why);

/* Ends the watching of all watchers of that delver; of operators only with `even_operators`. */
void watch_end_all(const struct viewers *viewers, bool even_operators, const char *why);

/* Returns the session that plays the watched delver; NULL: none does. */
const struct session *watch_played_by(const struct sessions *sessions, body_id viewer);

/* Returns the session that plays in that slot, or is on its way in; NULL: the connection is
   lost. */
struct session *viewers_player(const struct sessions *sessions, const struct player_slot *slot);

/* Tells the watchers of a body that has left the world. */
void viewers_end(struct sessions *sessions, body_id body);

/* Handles a lost connection: the body stays for a while. Idempotent. */
void session_lose_line(struct session *session);

/* Makes the delver leave the world; `farewell` (static text) is sent once that is on disk. */
void session_leave(struct session *session, const char *farewell);

/* Restores the client's terminal and sends a goodbye line; the connection then ends. The client's
   program gets the reason `why`, unless the server stops. */
void session_end(struct session *session, enum wire_end why, const char *text);

/* Ends a session like session_end() with WIRE_END_QUIT. */
void session_say_goodbye(struct session *session, const char *text);

#endif

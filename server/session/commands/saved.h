/*
 * "Saved" is said only when it is true: after stairs, to a new delver, and as the farewell to those
 * who leave. In danger the body stays when its player leaves: a second request to leave is treated
 * as a lost connection.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_SAVED_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_SAVED_H

#include <stdbool.h>

#include "world/id.h"

struct base;
struct command;
struct saved;
struct session;
struct tick;
struct world;

enum {
    SAVED_PATIENCE_MS = 5000, /* longest time that a farewell waits for a disk that refuses */
    SAVED_PAUSE_MS = 5000,    /* least time between two requests of a player */
};

/* Promises "Saved." once the changes of this tick are on disk. */
void saved_promise(struct saved *saved, struct tick *tick);

/* Does the command `save`: works like saved_promise(), at most once in SAVED_PAUSE_MS. Tells the
   player if the disk refuses. */
void saved_by_wish(struct session *session, const struct command *command);

/* Notes that the delver has left the world in this tick, so that its save is awaited. */
void saved_note_left(struct saved *saved, const struct base *base, struct tick *tick);

/* Says "Saved" if the promised change is on disk. */
void saved_acknowledge(struct session *session);

/* Sends the farewell of a leaving session once its delver is on disk; or, after some time with a
   disk that refuses, says that it is not. */
void saved_await_farewell(struct session *session);

/* Ends the wait when the server stops: tells a leaving session whether its delver is on disk, is
   not, or may not be. */
void saved_end_waiting(struct session *session);

/* True while the session's delver is in danger, or was within the last three beats. */
bool leave_is_danger(const struct world *world, body_id actor);

/* Leaves in calm. In danger it tells the consequences first, and leaves at the next request. */
void leave_by_wish(struct session *session, const struct command *command);

#endif

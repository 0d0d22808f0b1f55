/*
 * "Saved" is said only when it is so: after the stairs, to a new delver, and as the farewell of
 * those who leave. In danger the body does not go with its player: a second wish to leave is a lost
 * line.
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
    SAVED_PATIENCE_MS = 5000, /* how long a farewell waits for a disk that refuses */
    SAVED_PAUSE_MS = 5000,    /* between two wishes of a player */
};

/* Promises "Saved." once the changes of this tick are on disk. */
void saved_promise(struct saved *saved, struct tick *tick);

/* The player asks for a save: as saved_promise(), at most once in SAVED_PAUSE_MS. Tells of a disk
   that refuses. */
void saved_by_wish(struct session *session, const struct command *command);

/* The delver has left the world in this tick: its save is awaited. */
void saved_note_left(struct saved *saved, const struct base *base, struct tick *tick);

/* Says "Saved" if the change that was promised is on disk by now. */
void saved_acknowledge(struct session *session);

/* Says the farewell of a session that is leaving, once its delver is on disk; or, after some
   patience with a disk that refuses, that they are not. */
void saved_await_farewell(struct session *session);

/* The server stops and can wait no longer: a session that is leaving hears at once whether its
   delver is on disk, is not, or may not be. */
void saved_end_waiting(struct session *session);

/* True while the session's delver is in danger, or was within three beats. */
bool leave_is_danger(const struct world *world, body_id actor);

/* Leaves in calm; in danger it is said what would happen, and the next wish is done. */
void leave_by_wish(struct session *session, const struct command *command);

#endif

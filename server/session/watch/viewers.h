/*
 * Viewers of a delver in the world: the session that plays it, and the sessions that watch it.
 * Found in constant time by the delver's body.
 */
#ifndef UNDERCROFT_SERVER_SESSION_WATCH_VIEWERS_H
#define UNDERCROFT_SERVER_SESSION_WATCH_VIEWERS_H

#include <stdint.h>

#include "base/err.h"
#include "world/world.h"

struct session;
struct sessions;

struct viewers {
    body_id body;             /* body; 0: none */
    struct session *player;   /* session that plays it; NULL: the connection is lost */
    struct session *watchers; /* list by watch.next, newest first */
};

/* Makes room for the slots of a world. ERR_MEMORY. */
MUST_USE enum err viewers_init(struct sessions *sessions, uint32_t delvers_max);
void viewers_release(struct sessions *sessions);

/* Returns the viewers of a body; NULL: nobody has played it yet, or it has left. */
struct viewers *viewers_of(const struct sessions *sessions, body_id body);

/* Notes that the session plays that body from now on; its watchers go on watching. */
void viewers_begin(struct session *session, body_id body);

/* Removes a watching session from the list of watchers. Its state does not change. */
void viewers_leave(struct session *session);

#endif

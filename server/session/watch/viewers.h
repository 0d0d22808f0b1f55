/*
 * Viewers of a delver in the world: the session that plays it, and the sessions that watch it.
 * Found in constant time by the delver's body.
 */
#ifndef UNDERCROFT_SERVER_SESSION_WATCH_VIEWERS_H
#define UNDERCROFT_SERVER_SESSION_WATCH_VIEWERS_H

#include <stdint.h>

#include "base/err.h"
#include "world/world.h"

struct seat;
struct session;
struct sessions;

struct viewers {
    body_id body;             /* 0: nobody's */
    struct session *player;   /* NULL: the line is lost */
    struct session *watchers; /* list, by watch.next, the newest first */
};

/* For the slots of a world. ERR_MEMORY. */
MUST_USE enum err viewers_init(struct sessions *sessions, uint32_t delvers_max);
void viewers_release(struct sessions *sessions);

/* NULL: nobody has played that body yet, or it has left. */
struct viewers *viewers_of(const struct sessions *sessions, body_id body);

/* The session plays that body from now on; its watchers go on watching. */
void viewers_begin(struct session *session, body_id body);

/* The session plays no more; its watchers are told. Nothing happens if it does not play. */
void viewers_lose(struct session *session);

/* The body has left the world; its watchers are told. */
void viewers_end(struct sessions *sessions, body_id body);

/* The session that plays there, or is on its way in; NULL: the line is lost. */
struct session *viewers_player(const struct sessions *sessions, const struct seat *seat);

#endif

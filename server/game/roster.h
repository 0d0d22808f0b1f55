/*
 * Who plays: which delver belongs to which session, bodies whose line is dead, and the rule that a
 * character has one body and one session, whoever logs in how often.
 */
#ifndef UNDERCROFT_SERVER_ROSTER_H
#define UNDERCROFT_SERVER_ROSTER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "content/role.h"
#include "world/world.h"

struct game;
struct session;

enum seat_state {
    SEAT_FREE,
    SEAT_COMING,  /* on the way into the world */
    SEAT_TAKEN,   /* a body in the world; without a session the line is dead */
    SEAT_LEAVING, /* told to leave at the next tick */
};

struct seat {
    enum seat_state state;
    int64_t delver_id;
    struct session *session; /* NULL: the line is dead */
    body_id actor;           /* 0 while coming */
    uint64_t link_dead_at_ms;
    bool was_moved; /* since then the level was changed around the body, and nobody was told */
    struct session *watchers; /* list, by watch.next; they have no part in the world */
};

struct roster {
    struct seat *seats;
    uint32_t *seat_of_slot; /* by the world's slot of an delver: found without looking around */
    uint32_t seat_count_max;
    uint32_t seat_count; /* one more than the highest ever taken */
    uint32_t playing;    /* seats taken */
};

MUST_USE enum err roster_init(struct roster *roster, uint32_t seats_max);
void roster_release(struct roster *roster);

/*
 * A session whose login is done wants in. If that delver is in the world already, the session takes
 * the body over and the older one is told and closed. ERR_BUSY: the delver is just leaving, or no
 * seat is free: try again at the next tick; so with ERR_MEMORY.
 */
MUST_USE enum err roster_enter(struct game *game, struct session *session);

/* The session is gone: its body stays until the line-death time is over. */
void roster_lose(struct game *game, struct session *session);

/* The session's delver leaves the world at the next tick. */
void roster_leave(struct game *game, struct session *session);

/* A body in the world leaves at the next tick, whether anybody holds it or not. */
void roster_send_away(struct game *game, struct seat *seat);

/* What the tick did to those who play. */
void roster_on_event(struct game *game, const struct event *event);

/* Once a second: bodies whose time is over leave. */
void roster_sweep(struct game *game);

/* Tells whoever plays that delver, and who watches: what has become of what it did. */
void roster_tell(struct game *game, body_id delver, const char *text);

/* Tells all who play or watch, and returns how many those are. The text is clean already. */
uint32_t roster_tell_all(struct game *game, const char *text, enum role role);

/* A delver on the way in could not be brought there: the session is told. */
void roster_refuse(struct game *game, int64_t delver_id, const char *why);

struct seat *roster_seat_of_body(const struct roster *roster, body_id delver);
struct seat *roster_seat_of_delver(const struct roster *roster, int64_t delver_id);

#endif

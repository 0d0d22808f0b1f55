/*
 * Delivery of the game's texts and events to players and watchers.
 */
#ifndef UNDERCROFT_SERVER_SESSION_DELIVER_H
#define UNDERCROFT_SERVER_SESSION_DELIVER_H

#include <stdint.h>

#include "server/game/outbox.h"

struct sessions;

/* Empties the outbox, in order. Returns the number of sessions that were told something. Call it
   after each tick. */
uint32_t sessions_deliver(struct sessions *sessions);

/* Tells a text of a caller above this room, after all that waits in the outbox: at once, or, during
   a delivery, as its last part. The text is clean. */
uint32_t sessions_tell(struct sessions *sessions, struct audience audience, enum role role,
                       const char *text);

#endif

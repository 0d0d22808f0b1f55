/*
 * Delivery of the game's texts and events to players and watchers.
 */
#ifndef UNDERCROFT_SERVER_SESSION_DELIVER_H
#define UNDERCROFT_SERVER_SESSION_DELIVER_H

#include <stdint.h>

#include "server/game/outbox.h"

struct sessions;

/* Empties the outbox, in order: after each tick. Returns how many sessions were told something. */
uint32_t sessions_deliver(struct sessions *sessions);

/* Tells a text from the room above, after all that waits in the outbox: at once, or,
   while a delivery is under way, as its last part. The text is clean already. */
uint32_t sessions_tell(struct sessions *sessions, struct audience audience, enum role role,
                       const char *text);

#endif

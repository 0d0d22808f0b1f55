/*
 * The delivery of what the game has for those who play and watch: the one place that knows which
 * sessions an audience is. Those who watch a delver are told what it is told, and see what it sees.
 */
#ifndef UNDERCROFT_SERVER_SESSION_DELIVER_H
#define UNDERCROFT_SERVER_SESSION_DELIVER_H

#include <stdint.h>

#include "server/game/outbox.h"

struct sessions;

/* Empties the outbox, in order: after each tick. Returns how many sessions were told something. */
uint32_t sessions_deliver(struct sessions *sessions);

/* A text of this room or the one above, behind all that waits in the outbox; at once, but while a
   delivery is under way, which then brings it. The text is clean already. */
uint32_t sessions_tell(struct sessions *sessions, struct audience audience, enum role role,
                       const char *text);

#endif

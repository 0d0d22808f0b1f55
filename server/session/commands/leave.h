/*
 * Leaving the world by one's own wish. In danger the body does not go with its player: a second
 * wish is a lost line.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_LEAVE_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_LEAVE_H

#include <stdbool.h>

struct session;

/* True while the session's delver is in danger, or was within three beats. */
bool leave_is_danger(const struct session *session);

/* Leaves in calm; in danger it is said what would happen, and the next wish is done. */
void leave_by_wish(struct session *session);

#endif

/*
 * What a player chose: one text, which goes to disk as a whole with the next save when it changes.
 */
#ifndef UNDERCROFT_SERVER_SESSION_KEPT_H
#define UNDERCROFT_SERVER_SESSION_KEPT_H

#include <stdbool.h>

#include "server/session/preferences/preferences_state.h"

struct job;
struct session;

/* What was found with the account; that it is damaged is logged. */
void preferences_take(struct session *session, const struct job *job);

/* The text was changed. */
void preferences_changed(struct session *session);

#endif

/*
 * A player's choices: one text, which goes to disk as a whole with the next save when it changes.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PREFERENCES_PREFERENCES_H
#define UNDERCROFT_SERVER_SESSION_PREFERENCES_PREFERENCES_H

#include <stdbool.h>

#include "server/session/preferences/preferences_state.h"

struct job;
struct session;

/* The settings that were read for the account; that they are damaged is logged. */
void preferences_take(struct session *session, const char *settings, bool is_lost);

/* The choices as text (choices.h); valid until they change. */
const char *preferences_text(const struct session *session);

/* Replaces the text. */
void preferences_keep(struct session *session, const char text[CHOICES_SIZE]);

/* Passes the choices to the newer session of that player. */
void preferences_take_over(struct session *session, struct session *older);

void preferences_release(struct session *session);

#endif

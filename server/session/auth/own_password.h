/*
 * A player in play changes their own password: the old one is asked for, and the new one twice.
 * Nothing of it is shown, and what is typed meanwhile waits. Wrong guesses count as at the login.
 */
#ifndef UNDERCROFT_SERVER_SESSION_AUTH_OWN_PASSWORD_H
#define UNDERCROFT_SERVER_SESSION_AUTH_OWN_PASSWORD_H

#include <stdbool.h>

#include "base/err.h"

struct auth_state;
struct command;
struct own_password;
struct session;

/*
 * Some clients show all that is typed for the rest of the session once the server has told them
 * five times whether to show it, each time less than five seconds after the last. A login tells it
 * four times at most, so the first question behind one waits until five seconds have passed.
 */
enum { OWN_PASSWORD_APART_MS = 5000 };

/* Begins to ask, or begins again. */
void own_password_begin(struct session *session, const struct command *command);

/* Once a second: a question that waits is asked once it may be. */
void own_password_sweep(struct session *session);

/* A guest chooses a password for the name that it claims: the same without the first question, once
   own_password_ask_for_claim() is called. False: it cannot begin. */
bool own_password_begin_claim(struct session *session, const char *name);
void own_password_ask_for_claim(struct session *session);

/* The name that the guest claims; NULL: none. `own` here and below: NULL if nothing is changed. */
const char *own_password_claims(const struct own_password *own);

/* Ends the change with `text`. */
void own_password_succeed(struct session *session, const char *text);
void own_password_fail(struct session *session, const char *text);

/* True while the next line answers a question about the password. */
bool own_password_is_asking(const struct own_password *own);

/* True while a worker or the disk has the answer, or the first question waits. */
bool own_password_is_working(const struct own_password *own);

/* The question that is asked now; NULL: none is. */
const char *own_password_question(const struct own_password *own);

/* Takes an answer as typed; an empty one ends the change. */
void own_password_on_line(struct session *session, const char *line);

/* Where lines are written: the question once more, if other text has come behind it. */
void own_password_update(struct session *session);

/* Ends the change; the password stays as it is, and with `says_so` the player is told. Does nothing
   if no change goes on. */
void own_password_cancel(struct session *session, bool says_so);

/* The session is over: erases the typed passwords. */
void own_password_release(struct auth_state *auth);

/* The worker's answer for a session that is not logging in; as login_on_password(). */
void own_password_on_hashed(struct session *session, enum err result, bool was_comparison,
                            const char *hash);

#endif

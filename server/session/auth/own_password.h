/*
 * A player in play changes the password: the server asks for the old one, and twice for the new
 * one. Answers are not shown, and other input waits meanwhile. Wrong guesses count as at the login.
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
 * Some clients show all typed text for the rest of the session once the server has told them five
 * times whether to show it, each time less than five seconds after the last. A login tells them up
 * to four times, so the first question after one waits until five seconds have passed.
 */
enum { OWN_PASSWORD_APART_MS = 5000 };

/* Asks the first question, or begins again. */
void own_password_begin(struct session *session, const struct command *command);

/* Asks a question that had to wait, once it may be asked. Call it once a second. */
void own_password_sweep(struct session *session);

/* Lets a guest choose a password for the name that it claims: begins without the question for the
   old one, once own_password_ask_for_claim() is called. False: it cannot begin. */
bool own_password_begin_claim(struct session *session, const char *name);
void own_password_ask_for_claim(struct session *session);

/* Returns the name that the guest claims; NULL: none. */
const char *own_password_claims(const struct own_password *own);

/* Ends the change with success, and tells the player `text`. */
void own_password_succeed(struct session *session, const char *text);
void own_password_fail(struct session *session, const char *text);

/* True while the next line answers a question about the password. */
bool own_password_is_asking(const struct own_password *own);

/* True while a worker or the disk has the answer, or the first question waits. */
bool own_password_is_working(const struct own_password *own);

/* Returns the present question; NULL: there is none. */
const char *own_password_question(const struct own_password *own);

/* Takes an answer as it was typed; an empty one ends the change. */
void own_password_on_line(struct session *session, const char *line);

/* Repeats the question if other text came after it, in modes of lines. */
void own_password_update(struct session *session);

/* Ends the change without changing the password, and tells the player if `says_so`. Does nothing if
   no change is going on. */
void own_password_cancel(struct session *session, bool says_so);

/* Wipes the typed passwords of a session that is over. */
void own_password_release(struct auth_state *auth);

/* Takes a worker's result for a session in play; see login_on_password(). */
void own_password_on_hashed(struct session *session, enum err result, bool was_comparison,
                            const char *hash);

#endif

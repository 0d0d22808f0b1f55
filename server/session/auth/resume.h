/*
 * Coming back without a password: a page in play has a token with which it can continue after its
 * connection was lost. A token can be used once, within RESUME_GOOD_MS, and until the player quits,
 * is sent away, changes the password, logs in otherwise, or the server restarts. The server stores
 * only a keyed hash of it, with the last lines that the page was sent, while the body stays in the
 * world.
 */
#ifndef UNDERCROFT_SERVER_SESSION_AUTH_RESUME_H
#define UNDERCROFT_SERVER_SESSION_AUTH_RESUME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct auth_state;
struct session;
struct sessions;

enum {
    RESUME_TOKEN_BYTES = 16,
    RESUME_EVERY_MS = 60 * 60 * 1000, /* time after which a page in play gets a new token */
    RESUME_GOOD_MS = 12 * 60 * 60 * 1000,
    RESUMES_MAX = 10000, /* the oldest goes */
};

/* Makes the table. ERR_MEMORY. resumes_release() frees it, and accepts NULL. */
MUST_USE enum err resumes_init(struct sessions *sessions);
void resumes_release(struct sessions *sessions);

/* Gives a page in play a token; its previous one becomes invalid. */
void resume_issue(struct session *session);

/* Once a second for a session in play. */
void resume_sweep(struct session *session);

/* Makes all tokens of that account invalid. */
void resume_forget(struct sessions *sessions, int64_t account_id);
void resume_forget_name(struct sessions *sessions, const char *name);

/* Call it when the connection of a page in play is lost: keeps the last lines that it was sent with
   its token. */
void resume_keep(struct session *session);

/* Call it when a body has left the world: drops the lines that were kept for it. */
void resume_on_left(struct sessions *sessions, int64_t account_id);

/* Takes a token from a page, with the number of its last line: notes both, and the name of the
   token's player. False: no such token is valid. */
bool resume_look_up(struct auth_state *auth, const struct sessions *sessions, const char *token,
                    uint32_t line);

/* True if the token of the session, which enters, is still valid. */
bool resume_is_good(const struct session *session);

/* Play goes on in a body that stayed: sends the page the lines that it has missed, and tells it how
   long it was away. Uses up the token. */
void resume_end(struct session *session);

#endif

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
    RESUMES_MAX = 10000, /* most tokens; the oldest is dropped */
};

/* Makes the table. ERR_MEMORY. resumes_release() frees it, and accepts NULL. */
MUST_USE enum err resumes_init(struct sessions *sessions);
void resumes_release(struct sessions *sessions);

/* Gives a page in play a token; its earlier one becomes invalid. */
void resume_issue(struct session *session);

/* Gives a page in play a new token if that is due. Call it once a second. */
void resume_sweep(struct session *session);

/* Makes all tokens of that account invalid. */
void resume_forget(struct sessions *sessions, int64_t account_id);
void resume_forget_name(struct sessions *sessions, const char *name);

/* Keeps the last lines that a page was sent, with its token. Call it when the connection of a page
   in play is lost. */
void resume_keep(struct session *session);

/* Drops the lines that were kept for a body. Call it when the body has left the world. */
void resume_on_left(struct sessions *sessions, int64_t account_id);

/* Takes a token from a page, with the number of its last line; stores both, and the name of the
   token's player. False: no such token is valid. */
bool resume_look_up(struct auth_state *auth, const struct sessions *sessions, const char *token,
                    uint32_t line);

/* True if the token of a session that enters is still valid. */
bool resume_is_good(const struct session *session);

/* Continues play in a body that stayed: sends the page the lines that it has missed, tells it how
   long it was away, and uses up the token. */
void resume_end(struct session *session);

#endif

/*
 * Coming back without a password: a page that plays has a token for when its line is lost, and then
 * goes on where it was. A token is good once, for RESUME_GOOD_MS, and until the player quits, is
 * sent away, has another password, logs in otherwise, or the server restarts. Only a keyed hash of
 * it is kept, with the last lines that the page was told, while the body stays.
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
    RESUME_EVERY_MS = 60 * 60 * 1000, /* a page that plays gets another one */
    RESUME_GOOD_MS = 12 * 60 * 60 * 1000,
    RESUMES_MAX = 10000, /* the oldest goes */
};

/* ERR_MEMORY. Frees with resumes_release(), which takes NULL too. */
MUST_USE enum err resumes_init(struct sessions *sessions);
void resumes_release(struct sessions *sessions);

/* A page plays: it gets a token, and the token before is void. */
void resume_issue(struct session *session);

/* Once a second for a session that plays. */
void resume_sweep(struct session *session);

/* No token of that account is good any more. */
void resume_forget(struct sessions *sessions, int64_t account_id);
void resume_forget_name(struct sessions *sessions, const char *name);

/* The line of a page that played is lost: what it was told last is kept with its token. */
void resume_keep(struct session *session);

/* A body has left the world: the lines that were kept for it go. */
void resume_on_left(struct sessions *sessions, int64_t account_id);

/* A page shows a token, and says which line it has last: notes the wish and the name of the token's
   player. False: no such token is good. */
bool resume_look_up(struct auth_state *auth, const struct sessions *sessions, const char *token,
                    uint32_t line);

/* The session enters: true if its token is still good. */
bool resume_is_good(const struct session *session);

/* Play goes on in a body that was there: the page gets the lines that it has missed and is told how
   long it was away. The token is spent. */
void resume_end(struct session *session);

#endif

/*
 * Guests: players who came in by one tap, or by the word `guest`, under a name and with a password
 * that were drawn for them. A page is told both, once, and comes back with them. `claim NAME` makes
 * a guest a player for good, with the same body and all that it has; until then `say` is all that a
 * guest can tell others.
 */
#ifndef UNDERCROFT_SERVER_SESSION_AUTH_GUEST_H
#define UNDERCROFT_SERVER_SESSION_AUTH_GUEST_H

#include <stdbool.h>

struct job;
struct session;
struct sessions;

/* True if such a client may come in as a guest. */
bool guest_is_welcome(const struct session *session);

/* A name is being asked for, or was looked up and is nobody's: a guest is made, or it is said why
   not and a name is asked for. */
void guest_enter(struct session *session);

/* The name that was drawn is taken: another is tried with the same hashed password. */
void guest_try_again(struct session *session, const char *password_hash);

/* The guest is on disk: its player is told who it is. */
void guest_on_made(struct session *session);

/* Play begins: a guest is told how to stay. */
void guest_greet(struct session *session);

/* `claim`: asks for a password twice, if the name can be had. */
void guest_claim(struct session *session, const char *words);

/* The answer to guest_claim(), if its session still waits for it. */
void guest_on_found(void *asker, struct job *job);

/* The password was chosen. False: the server is busy. */
bool guest_save_claim(struct session *session, const char *password_hash);

/* The claim is on disk, or is not. */
void guest_on_claimed(void *asker, struct job *job);

#endif

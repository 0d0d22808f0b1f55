/*
 * Guests: players who came in by one tap, or by the word `guest`, under a name and with a password
 * that were drawn for them. A page is told both, once, and comes back with them. `claim NAME` makes
 * a guest a player for good, with the same body and all that it has; until then `say` is all that a
 * guest can tell others.
 */
#ifndef UNDERCROFT_SERVER_SESSION_AUTH_GUEST_H
#define UNDERCROFT_SERVER_SESSION_AUTH_GUEST_H

#include <stdbool.h>
#include <stddef.h>

#include "world/name.h"

struct job;
struct command;
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
void guest_claim(struct session *session, const struct command *command);

/* The password was chosen. False: the server is busy. */
bool guest_save_claim(struct session *session, const char *password_hash);

/* The claim is on disk, or is not. */
void guest_on_claimed(void *asker, struct job *job);

/* The names of guests: two words from two lists, and letters drawn at random behind them once many
   such names are taken. Whether a name is taken the database knows. */
enum {
    GUEST_NAME_WORDS = 96,      /* length of each list of words */
    GUEST_NAME_WORD_MAX = 6,    /* letters */
    GUEST_NAME_LETTERS = 4,     /* drawn behind them */
    GUEST_NAME_PLAIN_TRIES = 4, /* two words alone; from then on with letters */
    GUEST_NAME_TRIES_MAX = 12,
};

/* The name of try `attempt`, from 0: "Mossheron", later "Mossheronqwet". */
void guest_name_draw(int attempt, char out[NAME_LENGTH_MAX + 1]);

/* Two words as a name; both below GUEST_NAME_WORDS. */
void guest_name_of(size_t first, size_t second, char out[NAME_LENGTH_MAX + 1]);

#endif

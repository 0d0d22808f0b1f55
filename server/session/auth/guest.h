/*
 * Guests: players who came in by one tap, or by the word `guest`, with a random name and password.
 * A page is given both once, and comes back with them. `claim NAME` makes a guest a player for
 * good, with the same body and all its things. Until then `say` is the only way for a guest to
 * talk.
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

/* Makes a guest of a session that asks for a name, or whose name is free; if that is not allowed,
   says why and asks for a name. */
void guest_enter(struct session *session);

/* Tries another name with the same hashed password, because the random one is taken. */
void guest_try_again(struct session *session, const char *password_hash);

/* Tells the player of a guest, which is now saved, its name. */
void guest_on_made(struct session *session);

/* Tells a guest how to stay. Call it when play begins. */
void guest_greet(struct session *session);

/* Does the command `claim`: asks for a password twice, if the name is free. */
void guest_claim(struct session *session, const struct command *command);

/* Saves the claim with the chosen password. False: the server is busy. */
bool guest_save_claim(struct session *session, const char *password_hash);

/* Takes the result of saving the claim. */
void guest_on_claimed(void *asker, struct job *job);

/* Names of guests: two words from two lists, followed by random letters once many such names are
   taken. Only the database knows whether a name is taken. */
enum {
    GUEST_NAME_WORDS = 96,      /* words in each list */
    GUEST_NAME_WORD_MAX = 6,    /* most letters of a word */
    GUEST_NAME_LETTERS = 4,     /* letters drawn after the words */
    GUEST_NAME_PLAIN_TRIES = 4, /* tries without letters */
    GUEST_NAME_TRIES_MAX = 12,
};

/* Draws the name of try `attempt`, from 0: "Mossheron", later "Mossheronqwet". */
void guest_name_draw(int attempt, char out[NAME_LENGTH_MAX + 1]);

/* Makes a name of two words; both numbers are below GUEST_NAME_WORDS. */
void guest_name_of(size_t first, size_t second, char out[NAME_LENGTH_MAX + 1]);

#endif

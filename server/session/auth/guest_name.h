/*
 * The names of guests: two words from two lists, and letters drawn at random behind them once many
 * such names are taken. Pure but for chance; whether a name is taken the database knows.
 */
#ifndef UNDERCROFT_SERVER_SESSION_AUTH_GUEST_NAME_H
#define UNDERCROFT_SERVER_SESSION_AUTH_GUEST_NAME_H

#include <stddef.h>

#include "world/name.h"

enum {
    GUEST_NAME_WORDS = 96,      /* of each list */
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

/*
 * Words that are typed where keys are commands: people from games of lines type "look" and Enter on
 * the map. They are told once how words are typed.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_TYPED_WORDS_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_TYPED_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "term/key.h"

struct session;

enum {
    TYPED_WORD_MIN = 3,      /* letters: two are keys more often than a word */
    TYPED_WORD_GAP_MS = 1500 /* between two letters of a word */
};

/* A key that is no part of a line. */
void typed_words_note(struct session *session, struct key key);

#endif

/*
 * The words that work at the name prompt, where anything else is a name.
 */
#ifndef UNDERCROFT_SERVER_SESSION_LOGIN_WORDS_H
#define UNDERCROFT_SERVER_SESSION_LOGIN_WORDS_H

#include <stdbool.h>

struct session;

/* True if the line, which has no blanks around it, was such a word: it is done, and what is to be
   asked next was asked. */
bool login_words_apply(struct session *session, const char *line);

#endif

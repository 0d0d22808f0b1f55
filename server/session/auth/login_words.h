/*
 * The words that work at the name prompt, where anything else is a name.
 */
#ifndef UNDERCROFT_SERVER_SESSION_AUTH_LOGIN_WORDS_H
#define UNDERCROFT_SERVER_SESSION_AUTH_LOGIN_WORDS_H

#include <stdbool.h>

#include "base/err.h"

struct reserved_names;
struct session;

/* True if the line, which has no blanks around it, was such a word: it is done, and what is to be
   asked next was asked. */
bool login_words_apply(struct session *session, const char *line);

/* Adds the words of the name prompt, and the subjects of help, to those that are nobody's name.
   Errors of reserved_names_add(). */
MUST_USE enum err login_words_reserve(struct reserved_names *names);

/* No player has that name. True: it is a word that is answered instead of being taken as the name
   of a new one, and was; the session may be over, or a guest is being made. A player of that name
   can log in. */
bool login_words_answer_name(struct session *session, const char *name);

#endif

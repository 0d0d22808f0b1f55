/*
 * What a player chose, as it is kept: words KEY=VALUE with one blank between them. Words that
 * nobody here knows, of a newer or older version, stay where they are.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PREFERENCES_CHOICES_H
#define UNDERCROFT_SERVER_SESSION_PREFERENCES_CHOICES_H

#include <stdbool.h>
#include <stddef.h>

enum { CHOICES_SIZE = 1024, CHOICE_WORD_SIZE = 32 };

struct choice {
    char key[CHOICE_WORD_SIZE];
    char value[CHOICE_WORD_SIZE];
};

/*
 * The next choice in the text at *at, which moves behind it; false at the end. What is no choice,
 * or too long for one, is passed over.
 */
bool choices_next(const char **at, struct choice *out);

/* False if nothing of that key was chosen. */
bool choices_find(const char *text, const char *key, struct choice *out);

/* Puts a choice in place of any of the same key. False: there is no room, and all is as before. */
bool choices_put(char text[CHOICES_SIZE], const char *key, const char *value);

/* Takes out what was chosen of that key, if anything was. */
void choices_drop(char text[CHOICES_SIZE], const char *key);

/* Takes out the first word whose key `is_known` does not know, a broken one too. False: none. */
bool choices_drop_unknown(char text[CHOICES_SIZE], bool (*is_known)(const char *key));

#endif

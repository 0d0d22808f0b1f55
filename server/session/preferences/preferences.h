/*
 * A player's choices: one text, which is saved as a whole with the next save after a change. It has
 * words KEY=VALUE with one blank between them. Unknown words, from a newer or older version, are
 * kept.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PREFERENCES_PREFERENCES_H
#define UNDERCROFT_SERVER_SESSION_PREFERENCES_PREFERENCES_H

#include <stdbool.h>

struct account_record;
struct log;
struct saved_preferences;
struct session;

enum { CHOICES_SIZE = 1024, CHOICE_WORD_SIZE = 32, CHOICE_VALUE_SIZE = 64 };

struct choice {
    char key[CHOICE_WORD_SIZE];
    char value[CHOICE_VALUE_SIZE];
};

/*
 * Reads the next choice of the text at *at, and moves *at past it. False: there is none. Skips
 * words that are not choices, or too long.
 */
bool choices_next(const char **at, struct choice *out);

/* Finds the choice with that key. False: there is none. */
bool choices_find(const char *text, const char *key, struct choice *out);

/* Sets a choice; it replaces one with the same key. False: there is no room, and the text is
   unchanged. */
bool choices_put(char text[CHOICES_SIZE], const char *key, const char *value);

/* Removes the choice with that key, if there is one. */
void choices_drop(char text[CHOICES_SIZE], const char *key);

/* Removes the first word whose key `is_known` rejects, or that is no choice. False: there is
   none. */
bool choices_drop_unknown(char text[CHOICES_SIZE], bool (*is_known)(const char *key));

/* Takes the settings that were read for the account, and logs if they are damaged. */
void preferences_take(struct saved_preferences *saved, const struct log *log,
                      const struct account_record *account, const char *settings, bool is_lost);

/* Returns the choices as text, valid until they change. */
const char *preferences_text(const struct saved_preferences *saved);

/* Replaces the text. */
void preferences_keep(struct session *session, const char text[CHOICES_SIZE]);

/* Moves the choices to the player's newer session. */
void preferences_take_over(struct session *session, struct session *older);

void preferences_release(struct saved_preferences *saved);

#endif

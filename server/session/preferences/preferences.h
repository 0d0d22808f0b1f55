/*
 * A player's choices: one text, which goes to disk as a whole with the next save when it changes.
 * It has words KEY=VALUE with one blank between them. Unknown words, of a newer or older version,
 * stay where they are.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PREFERENCES_PREFERENCES_H
#define UNDERCROFT_SERVER_SESSION_PREFERENCES_PREFERENCES_H

#include <stdbool.h>

struct account_record;
struct log;
struct saved_preferences;
struct session;

enum { CHOICES_SIZE = 1024, CHOICE_WORD_SIZE = 32 };

struct choice {
    char key[CHOICE_WORD_SIZE];
    char value[CHOICE_WORD_SIZE];
};

/*
 * The next choice in the text at *at, which moves behind it; false at the end. Skips words that are
 * no choice or too long for one.
 */
bool choices_next(const char **at, struct choice *out);

/* False if nothing of that key was chosen. */
bool choices_find(const char *text, const char *key, struct choice *out);

/* Puts a choice in place of any of the same key. False: there is no room, and all is as before. */
bool choices_put(char text[CHOICES_SIZE], const char *key, const char *value);

/* Takes out the choice of that key, if there is one. */
void choices_drop(char text[CHOICES_SIZE], const char *key);

/* Takes out the first word whose key `is_known` does not know, a broken one too. False: none. */
bool choices_drop_unknown(char text[CHOICES_SIZE], bool (*is_known)(const char *key));

/* The settings that were read for the account; that they are damaged is logged. */
void preferences_take(struct saved_preferences *saved, const struct log *log,
                      const struct account_record *account, const char *settings, bool is_lost);

/* The choices as text; valid until they change. */
const char *preferences_text(const struct saved_preferences *saved);

/* Replaces the text. */
void preferences_keep(struct session *session, const char text[CHOICES_SIZE]);

/* Passes the choices to the newer session of that player. */
void preferences_take_over(struct session *session, struct session *older);

void preferences_release(struct saved_preferences *saved);

#endif

/*
 * Settings of a player: `set`, `set KEY`, `set KEY VALUE`, `set reset`. A setting is a row of one
 * table, from which commands, menu and completion are derived.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PREFERENCES_SETTINGS_H
#define UNDERCROFT_SERVER_SESSION_PREFERENCES_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "server/session/preferences/preferences.h"
#include "server/session/preferences/preferences_state.h"
#include "world/record.h"

struct command;
struct session;

extern const struct settings settings_default;

/* How the value of a setting is stored. */
enum setting_kind {
    SETTING_SPECIAL, /* functions read and write it */
    SETTING_FLAG,    /* a bool of the session: "on off" */
    SETTING_PLACE,   /* an enum of the session, with the index of the value */
    SETTING_NUMBER,  /* a number of the session */
};

struct setting_row {
    const char *name;
    const char *values; /* words separated by blanks; the first is not always the default */
    const char *help;   /* a sentence */
    const char *first;  /* default value; NULL: stored elsewhere, and never reset */
    enum setting_kind kind;
    bool leaves_screen; /* changing it ends screen mode */
    size_t offset;      /* offset of its member in the session, in bytes */
    size_t size;
    /* Read and write the value, for SETTING_SPECIAL only. False: the client cannot have the
       value. */
    const char *(*get)(const struct session *session);
    bool (*set)(struct session *session, const char *value);
    /* Each may be NULL. after() is called after a change; the others return how a value is
       understood here, whether this client can have a value chosen in another visit, and why it
       cannot have one that is asked for (static text or NULL). */
    void (*after)(struct session *session);
    const char *(*explain)(const struct session *session);
    bool (*can)(const struct session *session, const char *value);
    const char *(*refuse)(const struct session *session, const char *value);
};

/* Returns setting number `number`, from 0; NULL after the last. */
const struct setting_row *setting_at(size_t number);

/* Returns the setting with that name; NULL: there is none. */
const struct setting_row *setting_find(const char *name);

/* Writes the present value to `out`, and returns `out`. */
const char *setting_get(const struct session *session, const struct setting_row *row,
                        char out[CHOICE_WORD_SIZE]);

/* Works like choices_put(). If there is no room, removes unknown words. */
bool settings_put(char text[CHOICES_SIZE], const char *key, const char *value);

/* Does the command `set`: opens the menu if there is one, else works like settings_apply(). */
void settings_run(struct session *session, const struct command *command);

/* Applies `words` ("", "colour", "colour 256", "reset") and writes the answer to `out`. */
void settings_apply(struct session *session, const char *words, char *out, size_t out_size);

/* Writes a row of the menu, "colour auto (256 here)", for a setting by its number from 0. False:
   there is none with that number. */
bool settings_describe(const struct session *session, size_t number, char *out, size_t out_size);

/* Explains that setting and lists its values; "" if there is none with that number. */
void settings_explain(size_t number, char *out, size_t out_size);

/* Sets the next value (1) or the one before (-1), around the ends, as settings_apply() does. */
void settings_step(struct session *session, size_t number, int step, char *out, size_t out_size);

/* Applies the choices of earlier visits that this client can have. */
void settings_apply_kept(struct session *session);

/* Returns how steps are told: the player's choice, else the mode's default. Never
   STEP_WORDS_AUTO. */
enum step_words settings_step_words(const struct settings *settings, enum session_mode mode);

/* Updates settings that were not chosen. Call it when more is known of the client. */
void settings_on_measured(struct session *session);

#endif

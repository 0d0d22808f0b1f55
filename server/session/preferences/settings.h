/*
 * Settings of a player: `set`, `set KEY`, `set KEY VALUE`, `set reset`. A setting is a row of one
 * table; commands, the menu and completion are derived from it.
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

/* Where the value of a setting lies. */
enum setting_kind {
    SETTING_SPECIAL, /* functions read and write it */
    SETTING_FLAG,    /* a bool member of the session: "on off" */
    SETTING_PLACE,   /* an enum: its place among the values */
    SETTING_NUMBER,  /* the number that the value is */
};

struct setting_row {
    const char *name;
    const char *values; /* words with a blank between; the first is not always the default */
    const char *help;   /* a sentence */
    const char *first;  /* the value before anything is chosen; NULL: kept elsewhere, not reset */
    enum setting_kind kind;
    bool leaves_screen; /* a change of it ends screen mode */
    size_t offset;      /* of the member, in bytes from the session */
    size_t size;
    /* Of SETTING_SPECIAL alone. False: the value cannot be had. */
    const char *(*get)(const struct session *session);
    bool (*set)(struct session *session, const char *value);
    /* All may be NULL: follows a change; tells what a value comes to here; whether this client can
       have one that was chosen in another visit; and why it cannot have one that is asked for,
       static text or NULL. */
    void (*after)(struct session *session);
    const char *(*explain)(const struct session *session);
    bool (*can)(const struct session *session, const char *value);
    const char *(*refuse)(const struct session *session, const char *value);
};

/* The settings by number, from 0; NULL behind the last. */
const struct setting_row *setting_at(size_t number);

/* NULL: there is no such setting. */
const struct setting_row *setting_find(const char *name);

/* Writes the value that holds now to `out`, and returns that. */
const char *setting_get(const struct session *session, const struct setting_row *row,
                        char out[CHOICE_WORD_SIZE]);

/* `set`: opens the menu where there is one, else as settings_apply(). */
void settings_run(struct session *session, const struct command *command);

/* Applies `words` ("", "colour", "colour 256", "reset") and writes the answer to `out`. */
void settings_apply(struct session *session, const char *words, char *out, size_t out_size);

/* A row of the menu: "colour      auto (256 here)". The settings have numbers from 0; false: there
   is none of that number. */
bool settings_describe(const struct session *session, size_t number, char *out, size_t out_size);

/* Explains that setting and lists its values; "" if there is none of that number. */
void settings_explain(size_t number, char *out, size_t out_size);

/* It takes the next value (1) or the one before (-1), around the ends, as settings_apply() would.
 */
void settings_step(struct session *session, size_t number, int step, char *out, size_t out_size);

/* Applies the choices of earlier visits, as far as this client can have them. */
void settings_apply_kept(struct session *session);

/* How much is said of a step: as chosen, else as the session's mode does. Never STEP_WORDS_AUTO. */
enum step_words settings_step_words(const struct settings *settings, enum session_mode mode);

/* More is known of the client: settings that were not chosen follow it. */
void settings_on_measured(struct session *session);

#endif

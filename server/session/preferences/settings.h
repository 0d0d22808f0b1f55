/*
 * Settings of a player: `set`, `set KEY`, `set KEY VALUE`, `set reset`.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PREFERENCES_SETTINGS_H
#define UNDERCROFT_SERVER_SESSION_PREFERENCES_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "server/session/preferences/preferences_state.h"

struct session;

extern const struct settings settings_default;

struct command;

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
enum step_words settings_step_words(const struct session *session);

/* More is known of the client: settings that were not chosen follow it. */
void settings_on_measured(struct session *session);

#endif

/*
 * Ignored players: their talk is not shown. Kept with what the player chose
 * (server/session/preferences/preferences.h), one choice for each name.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_IGNORE_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_IGNORE_H

#include <stdbool.h>

struct session;

enum { IGNORED_MAX = 16 }; /* names that one player can ignore */

/* "" lists the ignored; a name (as typed: players.h) begins to ignore that player, online or not,
   or ends it. */
void ignore_toggle(struct session *session, const char *typed);

/* True if the talk of that player is hidden from the session's player. */
bool ignore_hides(const struct session *session, const char *name);

enum { IGNORE_KEY_SIZE = 32 };

/* The key of the choice that ignores the player of that name. */
void ignore_write_key(const char *name, char out[IGNORE_KEY_SIZE]);

/* A player has another name from now on: the session's ignores that one, if it did before. */
void ignore_rename(struct session *session, const char *before, const char *name);

/* True if a key of a choice names an ignored player. */
bool ignore_owns_key(const char *key);

#endif

/*
 * Epitaphs: a line that a player leaves for the time after a death. It is told with the news of the
 * death and stands on the page of the life. The line is one of the player's choices.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_EPITAPH_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_EPITAPH_H

#include <stdbool.h>

struct command;
struct session;

enum { EPITAPH_SIZE = 61 /* bytes of an epitaph, with its NUL */ };

/* Writes the player's epitaph; "" if there is none, or if an operator has muted the player. */
void epitaph_read(const struct session *session, char out[EPITAPH_SIZE]);

/* Does the command `epitaph`: "TEXT" chooses one, "off" removes it, "" tells it. Muted players
   cannot choose one. */
void epitaph_choose(struct session *session, const struct command *command);

/* True if `key` is the key of this choice. */
bool epitaph_is_key(const char *key);

#endif

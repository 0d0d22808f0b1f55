/*
 * Epitaphs: a line that a player leaves for the time after a death. It is told with the news of the
 * death and stands on the page of the life. The line is one of the player's choices.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_EPITAPH_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_EPITAPH_H

#include <stdbool.h>

struct command;
struct session;

enum { EPITAPH_SIZE = 61 /* bytes, with its NUL */ };

/* The player's epitaph; "" where none is chosen, or where an operator has muted the player. */
void epitaph_read(const struct session *session, char out[EPITAPH_SIZE]);

/* `epitaph TEXT` chooses it, `epitaph off` ends it, `epitaph` tells it. The muted choose none. */
void epitaph_choose(struct session *session, const struct command *command);

/* True for the key of the choice. */
bool epitaph_is_key(const char *key);

#endif

/*
 * What each command does for a session, whether it came as a key or as a word.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_H

#include "term/command.h"

struct session;

enum { COMMANDS_TEXT_MAX = 4096 };

void commands_run(struct session *session, const struct command *command);

/* Says what `text` (not yet cleaned) says to those who can see the delver. */
void commands_say(struct session *session, const char *text);

/* Where the delver is and what is in view. */
void commands_look(struct session *session);

#endif

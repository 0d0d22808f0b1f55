/*
 * What each command does for a session, whether it came as a key or as a word.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_COMMANDS_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_COMMANDS_H

#include "narrate/command.h"

struct session;

enum { COMMANDS_TEXT_MAX = 5120 };

void commands_run(struct session *session, const struct command *command);

#endif

/*
 * What each command does for a session, whether it came as a key or as a word.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_H

#include "narrate/command.h"

struct session;

enum { COMMANDS_TEXT_MAX = 4096 };

void commands_run(struct session *session, const struct command *command);

/* Text of several lines: over the map in screen mode, else simply written. */
void commands_show(struct session *session, const char *text);

/* Where the delver is and what is in view. */
void commands_look(struct session *session);

/* The map about the delver, in line mode, if they have asked to be shown it after each walk. */
void commands_show_automap(struct session *session);

#endif

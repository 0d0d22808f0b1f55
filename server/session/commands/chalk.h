/*
 * Commands about lines of chalk on the floor: writing one, rubbing it out, and judging another's.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_CHALK_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_CHALK_H

#include <stdbool.h>

struct command;
struct event;
struct session;

/* "" tells the line here, "words" the lists of words, "erase" rubs the player's own line out; else
   the words of a new line. */
void chalk_command(struct session *session, const struct command *command);

void chalk_agree(struct session *session, const struct command *command);
void chalk_disagree(struct session *session, const struct command *command);

/* True if the event is the reading of a line whose author the session's player ignores. */
bool chalk_is_hidden(const struct session *session, const struct event *event);

#endif

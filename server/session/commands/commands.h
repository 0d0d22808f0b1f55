/*
 * Commands: run for a session, whether they came as keys or as words.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_COMMANDS_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_COMMANDS_H

#include "narrate/command.h"

struct job;
struct session;
struct sessions;

enum { COMMANDS_TEXT_MAX = 8192 };

/* Pays for a command and runs it. A command that names a player who is not in the world may first
   ask the database (players.h): it is then stored, and runs when the answer comes. */
void commands_run(struct session *session, const struct command *command);

/* Takes the database's answer to question_find_name. */
void commands_on_name_found(void *asker, struct job *job);

/* Ends the wait of a command for a name after its time limit. Call it each tick. */
void commands_update(struct session *session);

#endif

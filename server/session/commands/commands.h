/*
 * Commands: carried out for a session, whether they came as keys or as words.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_COMMANDS_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_COMMANDS_H

#include "narrate/command.h"

struct job;
struct session;
struct sessions;

enum { COMMANDS_TEXT_MAX = 8192 };

/* Pays for a command and carries it out. One that names a player who is not in the world may have
   to ask the database first (players.h): then it is kept, and carried out when the answer comes. */
void commands_run(struct session *session, const struct command *command);

/* The database's answer to question_find_name. */
void commands_on_name_found(void *asker, struct job *job);

/* Each tick while a command waits for a name: it waits so long and no longer. */
void commands_update(struct session *session);

#endif

/*
 * Commands about a player's own falls, deaths and graves.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_GRAVES_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_GRAVES_H

#include <stdbool.h>

struct command;
struct grave_wait;
struct session;

/* Reports the newest death if the player had no connection then. Call it at the login. */
void graves_tell_unreported(struct session *session);

/* Lists the last ten deaths. */
void graves_tell_deaths(struct session *session, const struct command *command);

/*
 * Tells where each grave is and for how long, newest first; nothing without a grave. Levels that
 * are not loaded are loaded first, here and below, because a grave may have been emptied; graves
 * that are gone are left out.
 */
void grave_tell(struct session *session);

/* True if `words` (as typed) name a grave: its place is told, or a walk begins: to the grave on the
   delver's level, else to the stairs on the way. */
bool grave_where(struct session *session, const char *words);
bool grave_travel(struct session *session, const char *words);

/* Answers a question that waits, when the level is loaded or cannot be loaded. Call it each
   tick. */
void graves_update(struct session *session);

bool graves_are_waited_for(const struct grave_wait *grave);

/* Drops a requested walk that has not begun. */
void graves_forget_walk(struct grave_wait *grave);

/* Raises a fallen delver beside the player's whose name begins with the words; "": any. */
void raise_fallen(struct session *session, const struct command *command);

#endif

/*
 * A player's own falls, deaths and graves, as commands tell of them.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_GRAVES_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_GRAVES_H

#include <stdbool.h>

struct command;
struct grave_wait;
struct session;

/* At login: the newest death, if it came while the player had no line. */
void graves_tell_unreported(struct session *session);

/* The last ten deaths. */
void graves_tell_deaths(struct session *session, const struct command *command);

/*
 * Where each grave is and how long, the newest first; nothing without one. A level that is not
 * loaded is fetched first, here and below: somebody may have emptied the grave, and a grave that is
 * gone is not told.
 */
void grave_tell(struct session *session);

/* `words` as typed. True: they name the grave, and it is told where it is, or a walk is begun: to
   it on its own level, else to the stairs on the way. */
bool grave_where(struct session *session, const char *words);
bool grave_travel(struct session *session, const char *words);

/* Each tick: answers when the level is there, or cannot be had. */
void graves_update(struct session *session);

bool graves_are_waited_for(const struct grave_wait *grave);

/* A walk that was asked for is not begun any more. */
void graves_forget_walk(struct grave_wait *grave);

/* Raises a fallen delver beside one's own with a name that begins with the words; "": any. */
void raise_fallen(struct session *session, const struct command *command);

#endif

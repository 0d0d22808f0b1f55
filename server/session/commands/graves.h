/*
 * A player's own graves and deaths, as commands tell of them.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_GRAVES_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_GRAVES_H

#include <stdbool.h>

struct session;

/* The last ten deaths. */
void graves_tell_deaths(struct session *session);

/* Where the newest grave is and how long; nothing without one. */
void grave_tell(struct session *session);

/* `words` as typed. True: they name the grave, and it was told where it is, or a walk was begun: to
   it on its own level, else to the stairs on the way. */
bool grave_where(struct session *session, const char *words);
bool grave_travel(struct session *session, const char *words);

#endif

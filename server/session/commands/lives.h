/*
 * Lives that ended, as their players and others read of them: a page is handed to the database
 * thread when a delver dies or carries an ember home, and is read again by the command `lives`.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_LIVES_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_LIVES_H

struct command;
struct event;
struct job;
struct session;
struct sessions;

/* Writes the page if the event ends a life. Call it after the event was told, so that the last
   messages include it. */
void lives_on_event(struct sessions *sessions, const struct event *event);

/* Does the command `lives`: "", "3", "NAME", "NAME 3" show the list, or that page, as soon as it is
   read. Pages of others only if they allow it. */
void lives_ask(struct session *session, const struct command *command);

#endif

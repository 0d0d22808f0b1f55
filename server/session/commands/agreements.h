/*
 * Commands by which two players agree on something: a trade, a duel. Both ask, both may say no, and
 * the world does it (world/trade.h, world/duel.h).
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_AGREEMENTS_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_AGREEMENTS_H

struct command;
struct event;
struct session;
struct sessions;

/* Does the command `trade`: "NAME" asks or accepts; "add 2 darts", "take darts", "gold 20", "yes",
   "no"; "" shows both lists. */
void trade_command(struct session *session, const struct command *command);

/* Does the command `duel`: "NAME" asks or accepts; "no" ends or refuses it. */
void duel_command(struct session *session, const struct command *command);

/* Tells both players the two lists. Call it after a trade's event was told. */
void trade_tell_lists(struct sessions *sessions, const struct event *event);

#endif

/*
 * Choices that a player makes once: a knack, and a new life after a kindling.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_HONOURS_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_HONOURS_H

#include "world/event.h"

struct session;
struct sessions;

/* Lists the knacks that may be chosen, and those that were; with a number or the beginning of a
   name chooses one. */
void honours_learn(struct session *session, const char *words);

/* "now" begins a new life, "keep X" one with that thing of what is worn; else tells what it is. */
void honours_again(struct session *session, const char *words);

/* Everybody is told of a kindling. */
void honours_tell_kindling(struct sessions *sessions, const struct event *event);

#endif

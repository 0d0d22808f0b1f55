/*
 * The text at the start of a visit that tells the player where they are.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_WELCOME_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_WELCOME_H

#include <stdbool.h>

struct session;

/* A line of at most 80 columns, or two, once the session has its delver and before it has its
   mode. */
void welcome_write(struct session *session, bool is_takeover);

/* Where frames have covered that line: what keepers did to where they were, if anything. */
void welcome_repeat(struct session *session, bool is_takeover);

#endif

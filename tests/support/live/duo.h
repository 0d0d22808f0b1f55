/*
 * One server and two players on it, for test programs with a single set-up. A test's own set-up
 * starts the server; tear-down is duo_release(), after a failed test too. The server and both
 * players are variables of the program: a test names them without further ado.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_DUO_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_DUO_H

#include "support/live/players.h"

extern struct process server;
extern struct client ada;
extern struct client brom;
extern struct client *const players[]; /* both, then NULL */

/* Starts the server with these arguments (ended by NULL) besides those of process_start(). */
void duo_start(const char *const *arguments);

/* Starts the server with that drawing (drawn.h) and a tick of 10 ms; Ada enters as this kind of
   client. */
void duo_enter(const char *drawing, enum client_kind kind);

/* Disconnects both players and ends the server, if they are still there. */
void duo_release(void);

#endif

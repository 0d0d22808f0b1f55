/*
 * From the proof into play. The password that was proven must still be the account's when the
 * session enters. Settings and the delver itself are read after the slot is taken (game/roster.h).
 */
#ifndef UNDERCROFT_SERVER_SESSION_SESSION_ENTRY_H
#define UNDERCROFT_SERVER_SESSION_SESSION_ENTRY_H

#include <stdbool.h>

#include "world/record.h"

struct job;
struct session;

/* Each tick of a session in SESSION_ENTERING: reads the account as soon as it is known how to show
   the game. */
void entry_update(struct session *session);

/* The account was read: the session gets its place in the world, or is refused. */
void entry_on_read(void *asker, struct job *job);

/* A place in the world: play begins in the right presentation. */
void session_start_playing(struct session *session, body_id delver, bool is_takeover);

/* Promises in lines that the player's place is kept; drawn and spoken modes say it otherwise. */
void entry_promise_in_lines(struct session *session);

#endif

/*
 * The way from the proof of a login into play. The proven password must still be the account's when
 * the session enters. Settings and the delver itself are read after the slot is taken
 * (game/roster.h).
 */
#ifndef UNDERCROFT_SERVER_SESSION_SESSION_ENTRY_H
#define UNDERCROFT_SERVER_SESSION_SESSION_ENTRY_H

#include <stdbool.h>

#include "world/record.h"

struct job;
struct session;

/* Reads the account of a session in SESSION_ENTERING, once its presentation is known. Call it each
   tick. */
void entry_update(struct session *session);

/* Takes the account that was read: the session gets its place in the world, or is refused. */
void entry_on_read(void *asker, struct job *job);

/* Begins play in a body of the world, in the right presentation. */
void session_start_playing(struct session *session, body_id delver, bool is_takeover);

/* Promises in lines that the player's place is saved; drawn and spoken modes have their own
   words. */
void entry_promise_in_lines(struct session *session);

#endif

/*
 * From the proof into the world. A login that has been proven right reads its account once more, at
 * the moment in which it enters: whatever was read while a stranger stood at a prompt may be old by
 * now. The password that was proven must still be the account's. Settings and the delver itself
 * are read after the seat is taken (game/roster.h).
 */
#ifndef UNDERCROFT_SERVER_SESSION_AUTH_ENTRY_H
#define UNDERCROFT_SERVER_SESSION_AUTH_ENTRY_H

struct job;
struct session;

/* Each tick of a session in SESSION_ENTERING: reads the account as soon as it is known how to show
   the game. */
void entry_update(struct session *session);

/* The account was read: the session gets its place in the world, or is refused. */
void entry_on_read(void *asker, struct job *job);

/* The delver has come into the world: what its last visit left behind becomes the session's. */
void entry_take_arrival(struct session *session);

#endif

/*
 * Raising companions that fell, and giving up after a fall.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_RAISE_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_RAISE_H

struct session;

/* Raises a fallen delver beside one's own with a name that begins with `words`; "": any. */
void raise_fallen(struct session *session, const char *words);

/* The fallen delver of the session dies. */
void give_up(struct session *session);

#endif

/*
 * Typed input at the login, in line mode and in reader mode: lines are put together, echoed and
 * passed on. Input that comes while the login is busy with an earlier line waits, so that a script
 * that sends its name and password at once can log in.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_TYPING_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_TYPING_H

#include "server/session/session.h"

/* Takes a byte. */
void typing_take(struct session *session, uint8_t byte);

/* Passes on bytes typed ahead whose turn has come. Call it each tick. */
void typing_update(struct session *session);

/* Writes the typed part of a line again, for example after a prompt. */
void typing_echo_line(struct session *session);

static inline bool typing_is_ahead(const struct typing_ahead *ahead)
{
    return ahead->length > 0 || ahead->has_overflown;
}

/* Drops and wipes typed input. */
void typing_forget(struct typing_ahead *ahead);

#endif

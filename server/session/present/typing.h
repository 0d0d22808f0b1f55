/*
 * Typing into the login, line mode and reader mode: lines are put together, echoed and handed on.
 * Input that comes while the login is busy with the line before waits its turn, so that a script
 * that sends its name and password in one go can log in.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_TYPING_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_TYPING_H

#include "server/session/session.h"

/* A byte came. */
void typing_take(struct session *session, uint8_t byte);

/* Each tick: hands on the bytes typed ahead whose turn has come. */
void typing_update(struct session *session);

/* Shows again what has been typed of a line, as behind a prompt. */
void typing_echo_line(struct session *session);

static inline bool typing_is_ahead(const struct typing_ahead *ahead)
{
    return ahead->length > 0 || ahead->has_overflown;
}

/* Drops and wipes it. */
void typing_forget(struct typing_ahead *ahead);

#endif

/*
 * The record of what a session was told and shown. A session gets one when it enters the world or
 * watches a delver, never before, and keeps it until the connection closes. Large parts are
 * allocated at first use.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_SCROLLBACK_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_SCROLLBACK_H

#include "base/err.h"
#include "server/session/present/present_state.h"

struct session;

/* Empty, unless there is one already. ERR_MEMORY. */
MUST_USE enum err scrollback_open(struct session *session);

/* The numbers of the things that were listed last; what a reader was told of the place. The session
   has a scrollback. NULL: there is no memory for them. */
struct listed *scrollback_listed(struct session *session);
struct around_told *scrollback_told(struct session *session);

/* Nobody uses the session any more. */
void scrollback_release(struct session *session);

#endif

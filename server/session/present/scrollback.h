/*
 * What a session keeps of what it was told and shown. It is as large as all the rest of a
 * connection, so those have none who only hold a line: it comes with the way into the world, or
 * with watching somebody, and stays until the connection is gone.
 */
#ifndef UNDERCROFT_SERVER_SESSION_NOTEBOOK_H
#define UNDERCROFT_SERVER_SESSION_NOTEBOOK_H

#include "base/err.h"
#include "server/session/present/present_state.h"

struct session;

/* Empty, unless there is one already. ERR_MEMORY. */
MUST_USE enum err scrollback_open(struct session *session);

/* Nobody uses the session any more. */
void scrollback_release(struct session *session);

#endif

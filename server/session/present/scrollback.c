/*
 * What a session keeps of what it was told and shown.
 */
#include "server/session/present/scrollback.h"

#include <stdlib.h>

#include "server/session/session.h"

enum err scrollback_open(struct session *session)
{
    if (session->present.scrollback == NULL)
        session->present.scrollback = calloc(1, sizeof *session->present.scrollback);
    return session->present.scrollback == NULL ? ERR_MEMORY : ERR_OK;
}

void scrollback_release(struct session *session)
{
    free(session->present.scrollback);
    session->present.scrollback = NULL;
}

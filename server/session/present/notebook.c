/*
 * What a session keeps of what it was told and shown.
 */
#include "server/session/present/notebook.h"

#include <stdlib.h>

#include "server/session/session.h"

enum err notebook_open(struct session *session)
{
    if (session->notebook == NULL)
        session->notebook = calloc(1, sizeof *session->notebook);
    return session->notebook == NULL ? ERR_MEMORY : ERR_OK;
}

void notebook_release(struct session *session)
{
    free(session->notebook);
    session->notebook = NULL;
}

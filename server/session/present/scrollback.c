/*
 * Scrollback: allocated at first use.
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

struct listed *scrollback_listed(struct session *session)
{
    struct scrollback *scrollback = session->present.scrollback;

    if (scrollback->listed == NULL)
        scrollback->listed = calloc(1, sizeof *scrollback->listed);
    return scrollback->listed;
}

struct around_told *scrollback_told(struct session *session)
{
    struct scrollback *scrollback = session->present.scrollback;

    if (scrollback->told == NULL)
        scrollback->told = calloc(1, sizeof *scrollback->told);
    return scrollback->told;
}

void scrollback_release(struct session *session)
{
    struct scrollback *scrollback = session->present.scrollback;

    if (scrollback == NULL)
        return;
    message_log_release(&scrollback->messages);
    free(scrollback->listed);
    free(scrollback->told);
    free(scrollback->fights);
    free(scrollback);
    session->present.scrollback = NULL;
}

/*
 * Viewers by body: an array indexed by the slot of the body in the world. A session is entered when
 * its delver has come into the world, and its row is cleared when the body leaves.
 */
#include "server/session/watch/viewers.h"

#include <stdlib.h>

#include "base/check.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

enum err viewers_init(struct sessions *sessions, uint32_t delvers_max)
{
    sessions->viewers = calloc(delvers_max, sizeof *sessions->viewers);
    sessions->viewers_max = delvers_max;
    return sessions->viewers == NULL ? ERR_MEMORY : ERR_OK;
}

void viewers_release(struct sessions *sessions)
{
    free(sessions->viewers);
    sessions->viewers = NULL;
}

static struct viewers *row_of(const struct sessions *sessions, body_id body)
{
    uint32_t slot = (body & 0xffff) - 1;

    return body == 0 || slot >= sessions->viewers_max ? NULL : &sessions->viewers[slot];
}

struct viewers *viewers_of(const struct sessions *sessions, body_id body)
{
    struct viewers *row = row_of(sessions, body);

    return row != NULL && row->body == body ? row : NULL;
}

void viewers_begin(struct session *session, body_id body)
{
    struct viewers *row = row_of(session->sessions, body);

    if (row->body != body)
        *row = (struct viewers){.body = body};
    row->player = session;
}

void viewers_leave(struct session *session)
{
    struct viewers *viewers = viewers_of(session->sessions, session->viewer);

    if (session->state != SESSION_WATCHING)
        return;
    CHECK(viewers != NULL);
    struct session **link = &viewers->watchers;
    while (*link != session) {
        CHECK(*link != NULL);
        link = &(*link)->watch.next;
    }
    *link = session->watch.next;
    session->viewer = session->actor;
}

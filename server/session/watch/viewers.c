/*
 * An array by the world's slot of a body. A session enters it when its delver has come into the
 * world, and its row is cleared when the body leaves.
 */
#include "server/session/watch/viewers.h"

#include <stdlib.h>

#include "server/game/roster.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "server/session/watch/watch_list.h"

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

void viewers_lose(struct session *session)
{
    struct viewers *row = viewers_of(session->sessions, session->actor);

    if (row == NULL || row->player != session)
        return;
    row->player = NULL;
    watch_end_all(row, true, "The player you watched has lost connection.");
}

void viewers_end(struct sessions *sessions, body_id body)
{
    struct viewers *row = viewers_of(sessions, body);

    if (row == NULL)
        return;
    watch_end_all(row, true, "The player you watched has left.");
    *row = (struct viewers){.body = 0};
}

struct session *viewers_player(const struct sessions *sessions, const struct seat *seat)
{
    return seat->session_id == 0 ? NULL : sessions_find(sessions, seat->session_id);
}

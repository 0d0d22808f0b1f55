/*
 * The end of watching.
 */
#include "server/session/watch/watch_list.h"

#include "base/check.h"
#include "server/session/auth/logins.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "server/session/watch/viewers.h"

void watch_forget(struct session *session)
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
    session_change_state(session, session->actor != 0 ? SESSION_PLAYING : SESSION_NAME);
}

void watch_end(struct session *session, const char *why)
{
    if (session->state != SESSION_WATCHING)
        return;
    watch_forget(session);
    session_make_runnable(session);
    /* An operator comes back to their own delver, anybody else to the name prompt. */
    if (session->state == SESSION_NAME) {
        logins_begin(session);
        session_change_mode(session, MODE_UNSET);
        message_log_clear(&session->present.scrollback->messages);
        session->present.has_pending_sights = false;
        session->auth.since_ms = session->sessions->base->now_ms;
        line_input_clear(&session->present.line);
    }
    presentation_table[session->mode]->change_viewer(session, why);
}

void watch_end_all(const struct viewers *viewers, bool even_operators, const char *why)
{
    for (struct session *session = viewers->watchers, *next; session != NULL; session = next) {
        next = session->watch.next;
        if (even_operators || !session->watch.is_operator)
            watch_end(session, why);
    }
}

const struct session *watch_played_by(const struct session *session)
{
    const struct viewers *viewers = viewers_of(session->sessions, session->viewer);

    return viewers == NULL ? NULL : viewers->player;
}

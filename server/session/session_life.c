/*
 * The steps of a visit that other sessions and the roster notice: the login is done, watching ends,
 * the connection is lost, the player leaves, the goodbye. Each ends what the earlier step began, so
 * that no list has a session that is past it.
 */
#include "server/session/session_life.h"

#include "server/game/roster.h"
#include "server/net/conn.h"
#include "server/session/auth/logins.h"
#include "server/session/auth/resume.h"
#include "server/session/commands/ration.h"
#include "server/session/present/presentation.h"
#include "server/session/present/scrollback.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "server/session/watch/viewers.h"

void session_enter(struct session *session)
{
    enum metric_login result = session->auth.resume.is_wanted ? METRIC_LOGIN_RESUMED
                               : !session->is_new             ? METRIC_LOGIN_KNOWN
                               : session->account.is_guest    ? METRIC_LOGIN_GUEST
                                                              : METRIC_LOGIN_NEW;

    metrics_add(&session->sessions->base->metrics, METRIC_LOGINS, result, 1);
    session_change_state(session, SESSION_ENTERING);
    logins_end(session->sessions->logins, &session->auth.place);
    session->auth.done_at_ms = session->sessions->base->now_ms;
    session_make_runnable(session);
}

void watch_forget(struct session *session)
{
    if (session->state != SESSION_WATCHING)
        return;
    viewers_leave(session);
    session_change_state(session, session->actor != 0 ? SESSION_PLAYING : SESSION_NAME);
}

void watch_end(struct session *session, const char *why)
{
    if (session->state != SESSION_WATCHING)
        return;
    watch_forget(session);
    session_make_runnable(session);
    /* An operator returns to the operator's own delver, anybody else to the name prompt. */
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

const struct session *watch_played_by(const struct sessions *sessions, body_id viewer)
{
    const struct viewers *viewers = viewers_of(sessions, viewer);

    return viewers == NULL ? NULL : viewers->player;
}

struct session *viewers_player(const struct sessions *sessions, const struct player_slot *slot)
{
    return slot->session_id == 0 ? NULL : sessions_find(sessions, slot->session_id);
}

/* Ends the session's play, and tells its watchers. Does nothing if it does not play. */
static void viewers_lose(struct session *session)
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

void session_lose_line(struct session *session)
{
    if (session->is_lost)
        return;
    session->is_lost = true;
    allowance_keep(session);
    resume_keep(session);
    roster_lose(session->sessions->game, session->conn->serial);
    viewers_lose(session);
}

void session_leave(struct session *session, const char *farewell)
{
    watch_forget(session);
    resume_forget(session->sessions, session->account.id);
    session->commands.saved.farewell = farewell;
    session_change_state(session, SESSION_LEAVING);
    roster_leave(session->sessions->game, session->conn->serial);
    session_make_runnable(session);
}

void session_end(struct session *session, enum wire_end why, const char *text)
{
    if (session->state == SESSION_CLOSED)
        return;
    bool is_stopping = session->sessions->base->is_stopping;
    bool has_left = session->state == SESSION_LEAVING;
    if (why != WIRE_END_TAKEN_OVER && session->actor != 0)
        resume_forget(session->sessions, session->account.id);
    const char *reason = is_stopping ? "stopped" : has_left ? "quit" : "sent-away";

    session_note_end(session, reason);
    conn_note_end(session->conn, is_stopping ? WIRE_END_STOPPED : why, text);
    if (has_left)
        session->conn->finish_reason = reason;
    watch_forget(session);
    presentation_table[session->mode]->close(session);
    if (session->present.page != NULL) {
        page_presentation.say_goodbye(session, text);
    } else {
        session_write(session, text);
        session_write(session, "\n");
    }
    gmcp_say_goodbye(&session->conn->client, text);
    if (session->present.is_typing_hidden)
        (void)!client_hide_typing(&session->conn->client, false);
    session_stop_running(session);
    logins_end(session->sessions->logins, &session->auth.place);
    session_change_state(session, SESSION_CLOSED);
    session_lose_line(session);
    conn_finish(session->conn);
}

void session_say_goodbye(struct session *session, const char *text)
{
    session_end(session, WIRE_END_QUIT, text);
}

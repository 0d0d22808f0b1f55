/*
 * Sessions and their connections: a new connection is refused or gets a session; events of a
 * connection go to its session.
 */
#include <stdlib.h>
#include <string.h>

#include <sodium.h>
#include <utlist.h>

#include "server/game/roster.h"
#include "server/net/conn.h"
#include "server/session/auth/login.h"
#include "server/session/auth/logins.h"
#include "server/session/commands/public_lists.h"
#include "server/session/commands/travel_session.h"
#include "server/session/page/page.h"
#include "server/session/preferences/preferences.h"
#include "server/session/present/gmcp_feed.h"
#include "server/session/present/gmcp_lists.h"
#include "server/session/present/presentation.h"
#include "server/session/present/screen_mode.h"
#include "server/session/present/scrollback.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

static void refuse_banned(struct conn *conn, const struct ruling *ban)
{
    char text[MODERATION_TEXT_SIZE + 2];

    moderation_text(ban, text);
    memcpy(text + strlen(text), "\r\n", 3);
    conn_note_end(conn, WIRE_END_SENT_AWAY, text);
    conn_refuse(conn, text, METRIC_REFUSED_BANNED);
}

static bool may_enter(struct sessions *sessions, struct conn *conn)
{
    const struct ruling *ban = moderation_find_address(&sessions->game->moderation, conn->address);

    if (ban != NULL) {
        refuse_banned(conn, ban);
        return false;
    }
    if (!conn_admit(conn))
        return false;
    if (logins_make_room(sessions, conn->key))
        return true;
    conn_refuse(conn, "Too many are logging in just now. Please try again in a moment.\r\n",
                METRIC_REFUSED_LOGINS);
    return false;
}

static void on_arrived(struct sessions *sessions, const struct net_event *event)
{
    struct conn *conn = event->conn;

    if (!may_enter(sessions, conn))
        return;
    struct session *session = calloc(1, sizeof *session);
    struct login_secrets *secrets = calloc(1, sizeof *secrets);
    if (session == NULL || secrets == NULL)
        conn_refuse_full(conn);
    if (session == NULL || secrets == NULL || !conn_welcome(conn, session)) {
        free(session);
        free(secrets);
        return;
    }
    session->auth.secrets = secrets;
    DL_PREPEND(sessions->list, session);
    session_open(session, sessions, conn);
}

static void on_byte(struct sessions *sessions, const struct net_event *event)
{
    (void)sessions;
    session_on_byte(event->conn->owner, event->byte);
}

static void on_window(struct sessions *sessions, const struct net_event *event)
{
    (void)sessions;
    session_on_window(event->conn->owner, event->width, event->height);
}

static void on_capabilities(struct sessions *sessions, const struct net_event *event)
{
    (void)sessions;
    session_on_answer(event->conn->owner);
}

/* A message costs as much as a line: messages above the limit are dropped. */
static void on_message(struct sessions *sessions, const struct net_event *event)
{
    struct session *session = event->conn->owner;
    struct gmcp_credentials credentials;

    (void)sessions;
    if (session->present.page != NULL && page_take(session))
        return;
    if (!session_takes_message(session)) {
        conn_drop_message(event->conn);
        return;
    }
    if (conn_take_message(event->conn, &credentials))
        login_on_credentials(session, credentials.account, credentials.password);
    sodium_memzero(&credentials, sizeof credentials);
    gmcp_feed_touch(session);
}

static void on_status_wanted(struct sessions *sessions, const struct net_event *event)
{
    conn_send_status(event->conn, sessions->game->roster->playing);
}

static void on_list_wanted(struct sessions *sessions, const struct net_event *event)
{
    public_lists_ask(sessions, event->conn, event->list);
}

static void on_lag(struct sessions *sessions, const struct net_event *event)
{
    (void)sessions;
    presentation_stir(event->conn->owner);
}

/* The client breaks the protocol, or floods us with it. A terminal that we have taken is given
   back first. */
static void on_dead(struct sessions *sessions, const struct net_event *event)
{
    struct session *session = event->conn->owner;
    char goodbye[80];

    if (!session->present.screen.is_open && event->conn->client.socket == NULL) {
        session_close(session, event->reason);
        return;
    }
    LOG(&sessions->base->log, LOG_INFO, "conn.protocol-broken",
        log_number("serial", (int64_t)event->conn->serial), log_text("reason", event->reason));
    snprintf(goodbye, sizeof goodbye, "Your client breaks the %s protocol. Goodbye.",
             event->conn->client.wire->name);
    session_say_goodbye(session, goodbye);
}

static void on_closed(struct sessions *sessions, const struct net_event *event)
{
    struct session *session = event->conn->owner;

    session_on_close(session);
    conn_release(event->conn);
    if (sessions->sweep_next == session)
        sessions->sweep_next = session->next;
    DL_DELETE(sessions->list, session);
    scrollback_release(session);
    gmcp_lists_release(session);
    page_release(session);
    travel_session_release(session);
    preferences_release(session);
    login_forget(session);
    free(session);
}

void sessions_take_input(struct sessions *sessions)
{
    static void (*const handlers[NET_EVENT_COUNT])(struct sessions *, const struct net_event *) = {
        [NET_ARRIVED] = on_arrived, [NET_BYTE] = on_byte,
        [NET_WINDOW] = on_window,   [NET_CAPABILITIES] = on_capabilities,
        [NET_MESSAGE] = on_message, [NET_STATUS_WANTED] = on_status_wanted,
        [NET_LAG] = on_lag,         [NET_DEAD] = on_dead,
        [NET_CLOSED] = on_closed,   [NET_LIST_WANTED] = on_list_wanted,
    };
    struct net_event event;

    while (sessions->orders.count == 0 && net_next(sessions->net, &event))
        handlers[event.kind](sessions, &event);
}

struct session *sessions_find(const struct sessions *sessions, uint64_t conn_serial)
{
    const struct conn *conn = conn_find(sessions->net, conn_serial);

    return conn == NULL ? NULL : conn->owner;
}

void sessions_sweep(struct sessions *sessions)
{
    if (sessions->sweep_next == NULL)
        sessions->sweep_next = sessions->list;
}

void sessions_sweep_on(struct sessions *sessions)
{
    uint32_t share = sessions->net->connection_count / CONN_SWEEP_PARTS + 1;

    for (uint32_t i = 0; i < share && sessions->sweep_next != NULL; i++) {
        struct session *session = sessions->sweep_next;
        sessions->sweep_next = session->next;
        if (session->state != SESSION_CLOSED)
            session_sweep(session);
    }
}

/*
 * The top floor of sessions: passes all that happens to the parts of a session. There are four
 * sources: connections (net_next), events of the world, the tick and the sweep. A connection brings
 * a session to life, and its closing ends it: session_close() only leaves a mark, and the clean-up
 * follows here. No lower file calls this one.
 */
#include "server/session/sessions.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

#include "narrate/threats.h"
#include "server/game/roster.h"
#include "server/game/save_watch.h"
#include "server/net/conn.h"
#include "server/save/job.h"
#include "server/session/auth/guest.h"
#include "server/session/auth/login.h"
#include "server/session/auth/login_policy.h"
#include "server/session/auth/logins.h"
#include "server/session/auth/own_password.h"
#include "server/session/auth/resume.h"
#include "server/session/commands/chalk.h"
#include "server/session/commands/commands.h"
#include "server/session/commands/graves.h"
#include "server/session/commands/players.h"
#include "server/session/commands/ration.h"
#include "server/session/commands/reach.h"
#include "server/session/commands/saved.h"
#include "server/session/commands/travel_session.h"
#include "server/session/page/page.h"
#include "server/session/preferences/hints.h"
#include "server/session/preferences/preferences.h"
#include "server/session/preferences/settings.h"
#include "server/session/present/death_page.h"
#include "server/session/present/event_lines.h"
#include "server/session/present/gmcp_feed.h"
#include "server/session/present/gmcp_lists.h"
#include "server/session/present/presentation.h"
#include "server/session/present/screen_mode.h"
#include "server/session/present/scrollback.h"
#include "server/session/present/typing.h"
#include "server/session/session.h"
#include "server/session/session_entry.h"
#include "server/session/session_life.h"
#include "server/session/trace.h"
#include "server/session/watch/viewers.h"
#include "server/session/watch/watch.h"

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

static void open_session(struct session *session, struct sessions *sessions, struct conn *conn)
{
    session->sessions = sessions;
    session->conn = conn;
    session->place.session = session;
    session->feed_place.session = session;
    session->present.is_waiting_for_answers = true;
    session->present.is_typing_hidden = true; /* the burst offered to echo */
    session->present.typing_sent_ms = sessions->base->now_ms;
    session->present.palette.colours = PALETTE_16;
    session->present.line.length_max = (size_t)sessions->base->options.line_bytes;
    session->lines.left = sessions->base->options.lines_burst;
    session->preferences.settings = settings_default;
    session->lines.at_ms = sessions->base->now_ms;
    session->auth.since_ms = sessions->base->now_ms;
    session->typed_at_ms = sessions->base->now_ms;
    ration_init(&session->ration, sessions->base->now_ms);
    session->present.screen.width = SCREEN_MODE_WIDTH;
    session->present.screen.height = SCREEN_MODE_HEIGHT;
    if (conn->client.caps.draws_page && page_open(session) != ERR_OK) {
        session_close(session, "memory");
        return;
    }
    if (session->present.page != NULL)
        page_greet(&session->conn->client, session->sessions->base, session->sessions->game->roster,
                   guest_is_welcome(session));
    logins_arrive(session);
    session_make_runnable(session);
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
    open_session(session, sessions, conn);
}

/* Decides between keys and lines as soon as both answers are in, or one is a no, or the time is
   over. On a slow connection a yes may come later, and a yes may be taken back: until play begins
   both are accepted. */
static void decide_typing(struct session *session)
{
    const struct client_caps *caps = &session->conn->client.caps;
    uint64_t age_ms = session->sessions->base->now_ms - session->conn->opened_at_ms;
    bool is_yes = caps->typing == CLIENT_TYPES_KEYS;
    bool is_no = caps->typing == CLIENT_TYPES_LINES;
    bool is_new = session->present.types_keys ? is_no : is_yes && !caps->is_typing_doubtful;

    if (!(is_new && session->state <= SESSION_ENTERING) &&
        (!session->present.is_waiting_for_answers ||
         (!is_yes && !is_no && age_ms < SESSION_ANSWER_MS)))
        return;
    session->present.is_waiting_for_answers = false;
    session->present.types_keys = is_yes;
    session_update_typing(session);
}

static void on_byte(struct sessions *sessions, const struct net_event *event)
{
    (void)sessions;
    typing_take(event->conn->owner, event->byte);
}

/* Takes a size of the window. A size of 0 means that the client does not know it: the usual size is
   assumed. */
static void on_window(struct sessions *sessions, const struct net_event *event)
{
    struct session *session = event->conn->owner;
    int width = event->width > 0 ? event->width : SCREEN_MODE_WIDTH;
    int height = event->height > 0 ? event->height : SCREEN_MODE_HEIGHT;

    (void)sessions;
    session->present.window_width = (uint16_t)(event->width > 0 ? event->width : 0);
    screen_mode_on_window(session, width < SCREEN_WIDTH_MAX ? width : SCREEN_WIDTH_MAX,
                          height < SCREEN_HEIGHT_MAX ? height : SCREEN_HEIGHT_MAX);
}

static void on_capabilities(struct sessions *sessions, const struct net_event *event)
{
    struct session *session = event->conn->owner;

    (void)sessions;
    decide_typing(session);
    settings_on_measured(session);
    display_on_answer(session);
}

/* Takes a message, which costs as much as a line: messages above the limit are dropped. */
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

/* Ends a client that breaks the protocol, or floods us with it. A terminal that we took over is
   restored first. */
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

/* Cleans up after a closed connection; a body that the session has stays in the world. */
static void clean_up(struct session *session)
{
    if (session->trace != NULL)
        trace_end_session(session->trace);
    session_stop_running(session);
    watch_forget(session);
    login_policy_abandon_guess(session);
    own_password_release(&session->auth);
    players_forget(&session->commands);
    logins_end(session->sessions->logins, &session->auth.place);
    session_lose_line(session);
    session_note_end(session, "line-lost");
    session_change_state(session, SESSION_CLOSED);
    screen_mode_release(&session->present.screen);
    if (session->auth.secrets != NULL)
        sodium_memzero(session->auth.secrets, sizeof *session->auth.secrets);
    line_input_clear(&session->present.line);
    typing_forget(&session->present.ahead);
}

static void on_closed(struct sessions *sessions, const struct net_event *event)
{
    struct session *session = event->conn->owner;

    clean_up(session);
    conn_release(event->conn);
    if (sessions->sweep_next == session)
        sessions->sweep_next = session->next;
    DL_DELETE(sessions->list, session);
    scrollback_release(&session->present);
    gmcp_lists_release(&session->present.feed);
    page_release(&session->present);
    travel_session_release(&session->commands.travel);
    preferences_release(&session->preferences.saved);
    login_forget(&session->auth);
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

    while (sessions->operator_lines.count == 0 && net_next(sessions->net, &event))
        handlers[event.kind](sessions, &event);
}

/* True for talk and chalk of an ignored player. */
static bool is_hidden(const struct session *session, const struct event *event)
{
    const struct delver *speaker = world_delver(session->sessions->game->world, event->actor);

    if (event->kind == EVENT_CHALK)
        return chalk_is_hidden(session, event);
    return event->kind == EVENT_SAID && speaker != NULL &&
           ignore_hides(&session->preferences.saved, speaker->name);
}

void session_on_event(struct session *session, const struct event *event)
{
    if (event->kind == EVENT_LEFT && event->actor == session->actor) {
        saved_note_left(&session->commands.saved, session->sessions->base,
                        session->sessions->game->tick);
        watch_forget(session);
        if (session->state == SESSION_PLAYING) {
            session_change_state(session, SESSION_LEAVING);
            session->commands.saved.farewell =
                "Saved. The way was lost; log in again and you are back.";
        }
        session_make_runnable(session);
        return;
    }
    /* A player who speaks and quits in one tick reads the sentence above the farewell. */
    const struct presentation *presentation = presentation_table[session->mode];
    bool is_last_word = session->state == SESSION_LEAVING && !presentation->is_drawn &&
                        event->kind == EVENT_SAID && event->actor == session->actor;
    if ((session->state != SESSION_PLAYING && !is_last_word) || is_hidden(session, event))
        return;
    if (event->actor == session->actor && event->kind == EVENT_ARRIVED)
        entry_promise_in_lines(session);
    if (session->trace != NULL)
        trace_event(session->trace, event);
    gmcp_feed_on_event(session, event);
    travel_session_on_event(session, event);
    presentation->on_event(session, event);
    death_page_on_event(session, event);
    hints_on_event(session, event);
    session_wake(session);
}

void session_on_stop(struct session *session)
{
    watch_forget(session);
    if (session->state == SESSION_PLAYING)
        session_leave(session, "The server is stopping. Saved: your place is kept. Goodbye.");
    else if (session->state != SESSION_LEAVING)
        session_say_goodbye(session, "The server is stopping. Goodbye.");
}

/* Warns of low health, once each time that it falls so low. Brief fights and the status row tell it
   themselves. */
static void tell_low_health(struct session *session)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);
    bool is_low = session->state == SESSION_PLAYING && delver != NULL && delver_is_low(delver);
    bool is_new = is_low && !session->present.is_low_reported;
    char text[64];

    session->present.is_low_reported = is_low;
    if (!is_new)
        return;
    session_ring(session);
    if (session->state == SESSION_CLOSED)
        return;
    snprintf(text, sizeof text, "Low health, %d of %d.", delver_health(delver),
             delver->body.health_max);
    if (!presentation_table[session->mode]->is_drawn &&
        fight_lines_words(&session->preferences.settings, session->mode) != FIGHT_WORDS_BRIEF)
        session_tell(session, text, ROLE_BAD);
}

/* Does a playing session's part of a tick. The hint comes after the sentences of events, and before
   a prompt. */
static void update_play(struct session *session)
{
    tell_low_health(session);
    hints_update(session);
    presentation_table[session->mode]->update(session);
}

bool session_attend(struct session *session)
{
    session->inputs_this_tick = 0;
    typing_update(session);
    commands_update(session);
    if (session->state == SESSION_PLAYING) {
        travel_session_update(session);
        saved_acknowledge(session);
        gmcp_feed_update(session);
        own_password_update(session);
    }
    decide_typing(session);
    if (session->state == SESSION_ENTERING)
        entry_update(session);
    else if (session->state == SESSION_LEAVING)
        saved_await_farewell(session);
    else if (session_is_in_game(session))
        update_play(session);
    if (session->present.page != NULL &&
        !(session_is_in_game(session) && presentation_table[session->mode]->is_drawn))
        page_flush(session);

    return session->present.is_waiting_for_answers || typing_is_ahead(&session->present.ahead) ||
           players_are_asked(session->commands.question) ||
           graves_are_waited_for(&session->commands.grave) || session->state == SESSION_ENTERING ||
           session->state == SESSION_LEAVING ||
           (session->state == SESSION_PLAYING &&
            (travel_session_are_running(session) || session->commands.saved.is_owed)) ||
           (session_is_in_game(session) && presentation_table[session->mode]->has_pending(session));
}

/* Tells a page when 20 seconds are left for the login, or half of the time if that is less. */
static void warn_of_late_login(struct session *session, uint64_t left_ms, uint64_t limit_ms)
{
    uint64_t warned_ms = limit_ms < 2 * LOGIN_LATE_MS ? limit_ms / 2 : LOGIN_LATE_MS;

    if (session->present.page == NULL || session->auth.is_late_reported || left_ms > warned_ms)
        return;
    session->auth.is_late_reported = true;
    page_tell_late(&session->conn->client, &session->auth, (int)(left_ms / 1000));
    session_make_runnable(session);
}

static void sweep(struct session *session)
{
    struct sessions *sessions = session->sessions;
    uint64_t limit_ms = (uint64_t)sessions->base->options.login_seconds * 1000;
    uint64_t passed_ms = sessions->base->now_ms - session->auth.since_ms;

    watch_sweep(session);
    resume_sweep(session);
    own_password_sweep(session);
    if (session->state >= SESSION_ENTERING || session->auth.wait.since_ms != 0)
        return;
    if (passed_ms <= limit_ms) {
        warn_of_late_login(session, limit_ms - passed_ms, limit_ms);
        return;
    }
    metrics_add(&sessions->base->metrics, METRIC_LOGINS, METRIC_LOGIN_LATE, 1);
    session_say_goodbye(session, "The login took too long. Goodbye.");
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
            sweep(session);
    }
}

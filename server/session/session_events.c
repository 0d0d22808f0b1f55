/*
 * Input to a session: bytes and answers of its client, ticks, events of the world, and the end of
 * the connection or of the server. Each part of the session gets its share here.
 */
#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "narrate/threats.h"
#include "server/game/level_fetch.h"
#include "server/game/roster.h"
#include "server/game/save_watch.h"
#include "server/game/shutdown.h"
#include "server/net/conn.h"
#include "server/session/auth/entry.h"
#include "server/session/auth/guest.h"
#include "server/session/auth/login.h"
#include "server/session/auth/login_policy.h"
#include "server/session/auth/logins.h"
#include "server/session/auth/own_password.h"
#include "server/session/auth/rename.h"
#include "server/session/auth/resume.h"
#include "server/session/commands/allowance.h"
#include "server/session/commands/commands.h"
#include "server/session/commands/graves.h"
#include "server/session/commands/ignore.h"
#include "server/session/commands/players.h"
#include "server/session/commands/saved.h"
#include "server/session/commands/travel_session.h"
#include "server/session/page/page.h"
#include "server/session/preferences/hints.h"
#include "server/session/preferences/preferences.h"
#include "server/session/preferences/settings.h"
#include "server/session/present/death_page.h"
#include "server/session/present/event_lines.h"
#include "server/session/present/gmcp_feed.h"
#include "server/session/present/presentation.h"
#include "server/session/present/screen_mode.h"
#include "server/session/present/scrollback.h"
#include "server/session/present/typing.h"
#include "server/session/present/welcome.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "server/session/watch/viewers.h"
#include "server/session/watch/watch.h"
#include "server/session/watch/watch_list.h"

void session_open(struct session *session, struct sessions *sessions, struct conn *conn)
{
    session->sessions = sessions;
    session->conn = conn;
    session->place.session = session;
    session->feed_place.session = session;
    session->present.is_waiting_for_answers = true;
    session->present.is_typing_hidden = true; /* the burst offered to echo */
    session->present.typing_told_ms = sessions->base->now_ms;
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
    logins_arrive(session);
    session_make_runnable(session);
}

/* Keys or lines: known as soon as both answers are in, or one is a no, or time is over. Over a slow
   line a yes may come later still, and a yes may be taken back: until play begins that is better
   than a guess. */
static void decide_typing(struct session *session)
{
    const struct client_caps *caps = &session->conn->client.caps;
    uint64_t age_ms = session->sessions->base->now_ms - session->conn->opened_at_ms;
    bool is_yes = caps->typing == CLIENT_TYPES_KEYS;
    bool is_no = caps->typing == CLIENT_TYPES_LINES;
    bool is_news = session->present.types_keys ? is_no : is_yes && !caps->is_typing_doubtful;

    if (!(is_news && session->state <= SESSION_ENTERING) &&
        (!session->present.is_waiting_for_answers ||
         (!is_yes && !is_no && age_ms < SESSION_ANSWER_MS)))
        return;
    session->present.is_waiting_for_answers = false;
    session->present.types_keys = is_yes;
    session_update_typing(session);
}

void session_on_answer(struct session *session)
{
    decide_typing(session);
    settings_on_measured(session);
    display_on_answer(session);
}

/* A size of 0 means that the client does not know: it counts as the usual one. */
void session_on_window(struct session *session, int width, int height)
{
    session->present.window_width = (uint16_t)(width > 0 ? width : 0);
    width = width > 0 ? width : SCREEN_MODE_WIDTH;
    height = height > 0 ? height : SCREEN_MODE_HEIGHT;
    screen_mode_on_window(session, width < SCREEN_WIDTH_MAX ? width : SCREEN_WIDTH_MAX,
                          height < SCREEN_HEIGHT_MAX ? height : SCREEN_HEIGHT_MAX);
}

void session_on_byte(struct session *session, uint8_t byte)
{
    session_make_runnable(session);
    session->typed_at_ms = session->sessions->base->now_ms;
    typing_take(session, byte);
}

/* A line of its own: a screen's log has four rows, and a reader hears no more than is needed. */
static void promise_in_lines(struct session *session)
{
    const struct presentation *presentation = presentation_table[session->mode];

    if (!presentation->is_drawn && !presentation->is_spoken)
        saved_promise(session);
}

/* A body that is taken over was left where it stands. */
static void note_place(struct session *session)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);

    session->left = delver->body.key;
    session->left_at = delver->body.at;
}

/* News of the database for an administrator. */
static void tell_operator(struct session *session)
{
    const struct game *game = session->sessions->game;
    char damage[SAVE_WATCH_OPERATORS_SIZE];
    char lost[MODERATION_TEXT_SIZE];

    if (save_watch_describe_damage(game, damage))
        session_tell(session, damage, ROLE_BAD);
    if (moderation_describe_lost(&game->moderation, lost))
        session_tell(session, lost, ROLE_BAD);
}

/* One whose body stayed behind may come back into a fight. */
static void tell_fight(struct session *session)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = world_delver(world, session->actor);
    char foes[THREATS_TEXT_MAX];
    char text[THREATS_TEXT_MAX + 64];

    if (delver == NULL || delver->body.state != BODY_PRESENT || !delver->peril.is_in_danger)
        return;
    threats_describe(world, delver, foes, sizeof foes);
    snprintf(text, sizeof text, "You are in a fight, with %d of %d health. %s",
             delver_health(delver), delver->body.health_max, foes);
    session_tell(session, text, ROLE_BAD);
}

void session_start_playing(struct session *session, body_id delver, bool is_takeover)
{
    struct sessions *sessions = session->sessions;
    bool is_new = session->is_new;
    char stop[SHUTDOWN_TEXT_SIZE];
    char unsaved[SAVE_WATCH_TEXT_SIZE];

    session->actor = delver;
    session->viewer = delver;
    session_change_state(session, SESSION_PLAYING);
    note_place(session);
    entry_take_arrival(session);
    rename_catch_up(session, world_delver(sessions->game->world, delver));
    login_forget(session);
    viewers_begin(session, delver);
    allowance_take(session);
    if (session->auth.wants_reader)
        session->account.mode = MODE_READER;
    /* The welcome is the first that is written as the player has chosen. */
    settings_apply_kept(session);
    session_change_mode(session, display_choose_mode(session, session->account.mode));
    bool is_resumed = is_takeover && session->auth.resume.is_wanted;
    if (session->present.page != NULL)
        page_begin(session, is_takeover, is_resumed);
    if (is_resumed)
        resume_end(session);
    else
        welcome_write(session, is_takeover);
    session->auth.resume.is_wanted = false;
    resume_forget(sessions, session->account.id);
    resume_issue(session);
    session->is_noted = true;
    LOG(&sessions->base->log, LOG_INFO, "play.begin", log_text("name", session->account.name),
        log_number("serial", (int64_t)session->conn->serial),
        log_text("address", session->conn->address),
        log_text("terminal", session->conn->client.caps.terminal_type));
    gmcp_feed_forget(session);
    bool was_rebuilt = level_fetch_was_rebuilt(sessions->game->transfers, session->left,
                                               session->account.last_seen_at);
    session_save_account(session);
    hints_recall(session);
    presentation_table[session->mode]->open(session);
    welcome_repeat(session, is_takeover);
    graves_tell_untold(session);
    grave_tell(session);
    tell_fight(session);
    if (session->preferences.saved.is_lost)
        session_tell(session,
                     "Your settings were damaged on disk; they are back to their defaults.",
                     ROLE_BAD);
    if (was_rebuilt && !is_new)
        session_tell(session,
                     "This level was damaged on disk and has been rebuilt: its doors are "
                     "as they were at first.",
                     ROLE_BAD);
    if (is_new)
        promise_in_lines(session);
    if (save_watch_describe(sessions->game, unsaved))
        session_tell(session, unsaved, ROLE_BAD);
    if (session->role == ACCOUNT_ROLE_ADMIN)
        tell_operator(session);
    shutdown_describe(sessions->game, stop);
    if (stop[0] != '\0')
        session_tell(session, stop, ROLE_BAD);
    watch_greet(session);
    if (!is_resumed)
        guest_greet(session);
    session_make_runnable(session);
}

/* True for the words of an ignored player. */
static bool is_hidden(const struct session *session, const struct event *event)
{
    const struct delver *speaker = world_delver(session->sessions->game->world, event->actor);

    return event->kind == EVENT_SAID && speaker != NULL && ignore_hides(session, speaker->name);
}

void session_on_event(struct session *session, const struct event *event)
{
    if (event->kind == EVENT_LEFT && event->actor == session->actor) {
        saved_note_left(session);
        watch_forget(session);
        if (session->state == SESSION_PLAYING) {
            session_change_state(session, SESSION_LEAVING);
            session->commands.saved.farewell =
                "Saved. The way was lost; log in again and you are back.";
        }
        session_make_runnable(session);
        return;
    }
    /* A player that speaks and quits in one tick reads the sentence above the farewell. */
    const struct presentation *presentation = presentation_table[session->mode];
    bool is_last_word = session->state == SESSION_LEAVING && !presentation->is_drawn &&
                        event->kind == EVENT_SAID && event->actor == session->actor;
    if ((session->state != SESSION_PLAYING && !is_last_word) || is_hidden(session, event))
        return;
    if (event->actor == session->actor && event->kind == EVENT_ARRIVED)
        promise_in_lines(session);
    gmcp_feed_on_event(session, event);
    travel_session_on_event(session, event);
    presentation->on_event(session, event);
    death_page_on_event(session, event);
    hints_on_event(session, event);
    session_on_news(session);
}

void session_on_stop(struct session *session)
{
    watch_forget(session);
    if (session->state == SESSION_PLAYING)
        session_leave(session, "The server is stopping. Saved: your place is kept. Goodbye.");
    else if (session->state != SESSION_LEAVING)
        session_say_goodbye(session, "The server is stopping. Goodbye.");
}

void session_on_close(struct session *session)
{
    if (session->is_over)
        return;
    session->is_over = true;
    session_stop_running(session);
    watch_forget(session);
    login_policy_abandon_guess(session);
    own_password_release(session);
    players_forget(session);
    logins_end(session);
    if (session->state != SESSION_CLOSED) {
        allowance_keep(session);
        session_lose_line(session);
    }
    session_note_end(session, "line-lost");
    session_change_state(session, SESSION_CLOSED);
    screen_mode_forget_terminal(session);
    screen_mode_release(&session->present.screen);
    if (session->auth.secrets != NULL)
        sodium_memzero(session->auth.secrets, sizeof *session->auth.secrets);
    line_input_clear(&session->present.line);
    typing_forget(session);
}

void session_close(struct session *session, const char *reason)
{
    session_note_end(session, reason);
    session_on_close(session);
    conn_close(session->conn, reason);
}

void session_ring(struct session *session)
{
    if (session->state == SESSION_CLOSED || session->present.page != NULL ||
        !session->preferences.settings.rings)
        return;
    if (client_write(&session->conn->client, "\a", 1) != ERR_OK)
        session_close(session, "output-full");
}

/* Once each time that it falls so low. Brief fights and the status row say it by themselves. */
static void tell_low_health(struct session *session)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);
    bool is_low = session->state == SESSION_PLAYING && delver != NULL && delver_is_low(delver);
    bool is_news = is_low && !session->present.is_low_told;
    char text[64];

    session->present.is_low_told = is_low;
    if (!is_news)
        return;
    session_ring(session);
    if (session->state == SESSION_CLOSED)
        return;
    snprintf(text, sizeof text, "Low health, %d of %d.", delver_health(delver),
             delver->body.health_max);
    if (!presentation_table[session->mode]->is_drawn &&
        fight_lines_words(session) != FIGHT_WORDS_BRIEF)
        session_tell(session, text, ROLE_BAD);
}

/* The hint stands behind the sentences of events, and before a prompt. */
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
    else if (session_is_below(session))
        update_play(session);
    if (session->present.page != NULL &&
        !(session_is_below(session) && presentation_table[session->mode]->is_drawn))
        page_flush(session);

    return session->present.is_waiting_for_answers || typing_is_ahead(session) ||
           players_are_asked(session) || graves_are_waited_for(session) ||
           session->state == SESSION_ENTERING || session->state == SESSION_LEAVING ||
           (session->state == SESSION_PLAYING &&
            (travel_session_are_running(session) || session->commands.saved.is_owed)) ||
           (session_is_below(session) && presentation_table[session->mode]->has_pending(session));
}

/* A page is told when 20 seconds are left, or half of the time where that is less. */
static void warn_of_late_login(struct session *session, uint64_t left_ms, uint64_t limit_ms)
{
    uint64_t warned_ms = limit_ms < 2 * LOGIN_LATE_MS ? limit_ms / 2 : LOGIN_LATE_MS;

    if (session->present.page == NULL || session->auth.is_late_told || left_ms > warned_ms)
        return;
    session->auth.is_late_told = true;
    page_tell_late(session, (int)(left_ms / 1000));
    session_make_runnable(session);
}

void session_sweep(struct session *session)
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

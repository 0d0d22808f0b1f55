/*
 * One person's visit.
 */
#include "server/session/session.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include <sodium.h>

#include "base/check.h"
#include "server/game/level_fetch.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/game/shutdown.h"
#include "server/game/roster.h"
#include "server/game/save_watch.h"
#include "server/session/auth/logins.h"
#include "server/session/commands/allowance.h"
#include "server/session/sessions.h"
#include "server/session/auth/gate.h"
#include "server/session/auth/login.h"
#include "server/session/commands/saved.h"
#include "server/session/present/fit.h"
#include "server/session/present/presentation.h"
#include "server/session/present/welcome.h"
#include "server/session/watch/viewers.h"

void session_want_attention(struct session *session)
{
    struct sessions *sessions = session->sessions;

    if (session->is_in_attention || session->state == SESSION_CLOSED)
        return;
    session->is_in_attention = true;
    session->attention_previous = NULL;
    session->attention_next = sessions->attention;
    if (sessions->attention != NULL)
        sessions->attention->attention_previous = session;
    sessions->attention = session;
}

static void leave_attention(struct session *session)
{
    if (!session->is_in_attention)
        return;
    session->is_in_attention = false;
    if (session->attention_previous != NULL)
        session->attention_previous->attention_next = session->attention_next;
    else
        session->sessions->attention = session->attention_next;
    if (session->attention_next != NULL)
        session->attention_next->attention_previous = session->attention_previous;
}

void session_open(struct session *session, struct sessions *sessions, struct conn *conn)
{
    session->sessions = sessions;
    session->conn = conn;
    session->state = SESSION_NAME;
    session->is_waiting_for_answers = true;
    session->is_typing_hidden = true; /* the burst offered to echo */
    session->palette.colours = PALETTE_16;
    session->line.length_max = (size_t)sessions->base->options.line_bytes;
    session->line_budget = sessions->base->options.lines_burst;
    session->settings = settings_default;
    session->line_budget_at_ms = sessions->base->now_ms;
    session->login_since_ms = sessions->base->now_ms;
    session->typed_at_ms = sessions->base->now_ms;
    ration_init(&session->ration, sessions->base->now_ms);
    session->screen.width = SCREEN_MODE_WIDTH;
    session->screen.height = SCREEN_MODE_HEIGHT;
    logins_arrive(session);
    session_want_attention(session);
}

/* Output that cannot be taken means a peer that does not read: the connection ends itself. */
static void write_bytes(struct session *session, const char *data, size_t length)
{
    if (client_write(&session->conn->client, data, length) != ERR_OK)
        session_close(session, "output-full");
}

void session_write(struct session *session, const char *text)
{
    if (session->state == SESSION_CLOSED)
        return;
    if (session->has_prompt)
        write_bytes(session, "\r\n", 2);
    session->has_prompt = false;
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        if (client_write_letters(&session->conn->client, text, length, fit_sends_utf8(session)) !=
            ERR_OK)
            session_close(session, "output-full");
        if (text[length] == '\n') {
            write_bytes(session, "\r\n", 2);
            length++;
        }
        text += length;
    }
    session->wants_prompt = true;
}

void session_echo(struct session *session, const char *text)
{
    write_bytes(session, text, strlen(text));
}

/* Keeps what the peer shows of its own typing in step with what is being asked. */
static void update_typing(struct session *session)
{
    bool is_hidden = session->types_keys || login_hides_typing(session);

    if (session->is_waiting_for_answers || is_hidden == session->is_typing_hidden)
        return;
    session->is_typing_hidden = is_hidden;
    if (client_hide_typing(&session->conn->client, is_hidden) != ERR_OK)
        session_close(session, "output-full");
}

void session_write_prompt(struct session *session, const char *prompt)
{
    if (session->state == SESSION_CLOSED)
        return;
    update_typing(session);
    /* TinyFugue shows the end only of a prompt longer than a row, but all of a line. */
    session_write(session, prompt);
    if (client_end_prompt(&session->conn->client) != ERR_OK)
        session_close(session, "output-full");
    session->has_prompt = prompt[0] != '\0' && prompt[strlen(prompt) - 1] != '\n';
    session->wants_prompt = false;
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
    bool is_news = session->types_keys ? is_no : is_yes && !caps->is_typing_doubtful;

    if (!(is_news && session->state <= SESSION_ENTERING) &&
        (!session->is_waiting_for_answers || (!is_yes && !is_no && age_ms < SESSION_ANSWER_MS)))
        return;
    session->is_waiting_for_answers = false;
    session->types_keys = is_yes;
    update_typing(session);
}

void session_on_answer(struct session *session)
{
    decide_typing(session);
    settings_on_measured(session);
    fit_on_answer(session);
}

/* A size of 0 means that the client does not know: it counts as the usual one. */
void session_on_window(struct session *session, int width, int height)
{
    width = width > 0 ? width : SCREEN_MODE_WIDTH;
    height = height > 0 ? height : SCREEN_MODE_HEIGHT;
    screen_mode_on_window(session, width < SCREEN_WIDTH_MAX ? width : SCREEN_WIDTH_MAX,
                          height < SCREEN_HEIGHT_MAX ? height : SCREEN_HEIGHT_MAX);
}

bool session_spend_line(struct session *session)
{
    const struct options *options = &session->sessions->base->options;
    uint64_t now_ms = session->sessions->base->now_ms;
    uint64_t earned =
        (now_ms - session->line_budget_at_ms) * (uint64_t)options->lines_per_second / 1000;

    if (earned > 0)
        session->line_budget_at_ms = now_ms;
    /* Also where nothing was earned: the burst may have become smaller meanwhile. */
    int64_t budget = session->line_budget + (int64_t)earned;
    session->line_budget = budget < options->lines_burst ? (int)budget : options->lines_burst;
    if (session->line_budget <= 0)
        return false;
    session->line_budget--;
    session->is_flooding = false;
    return true;
}

bool session_has_share(struct session *session)
{
    return ration_has_room(&session->ration, session->sessions->base->now_ms);
}

void session_pay(struct session *session, int work)
{
    ration_pay(&session->ration, work);
    metrics_add(&session->sessions->base->metrics, METRIC_WORK, METRIC_ALONE,
                (uint64_t)ration_price(work));
}

bool session_takes_message(struct session *session)
{
    if (session_has_share(session) && session_spend_line(session)) {
        session_pay(session, WORK_MESSAGE);
        return true;
    }
    metrics_add(&session->sessions->base->metrics, METRIC_INPUT_DROPPED, METRIC_INPUT_MESSAGE, 1);
    return false;
}

bool session_is_below(const struct session *session)
{
    return session->state == SESSION_PLAYING || session->state == SESSION_WATCHING;
}

void session_on_byte(struct session *session, uint8_t byte)
{
    session_want_attention(session);
    session->typed_at_ms = session->sessions->base->now_ms;
    typing_take(session, byte);
}

struct input *session_input(struct session *session, enum input_kind kind)
{
    if (session->actor == 0 || session->inputs_this_tick >= SESSION_INPUTS_PER_TICK)
        return NULL;
    session->inputs_this_tick++;
    return input_queue_add(&session->sessions->game->inputs, kind, session->actor);
}

void session_tell(struct session *session, const char *text, enum role role)
{
    if (session->notebook != NULL)
        message_log_add(&session->notebook->messages, text, role);
    presentation_table[session->mode]->tell(session, text, role);
    session_want_attention(session);
}

void session_enter(struct session *session)
{
    metrics_add(&session->sessions->base->metrics, METRIC_LOGINS,
                session->is_new ? METRIC_LOGIN_NEW : METRIC_LOGIN_KNOWN, 1);
    session->state = SESSION_ENTERING;
    logins_end(session);
    session->enters_at_ms = session->sessions->base->now_ms;
    session_want_attention(session);
}

/* The older session of the same delver ends. */
static void take_over(struct session *session, const struct entrance *entrance)
{
    struct sessions *sessions = session->sessions;
    struct session *older = entrance->older_session_id == 0
                                ? NULL
                                : sessions_find(sessions, entrance->older_session_id);

    if (older != NULL) {
        older->actor = 0;
        session->account.mode = older->account.mode;
        session->kept = older->kept;
        session_say_goodbye(older, "This delver was taken over by a new login. Goodbye.");
    }
    LOG(&sessions->base->log, LOG_INFO, "play.taken-over", log_text("name", session->account.name));
    if (entrance->body != 0)
        session_start_playing(session, entrance->body, true);
}

static enum err enter(struct session *session)
{
    struct entrance entrance;

    if (notebook_open(session) != ERR_OK)
        return ERR_MEMORY;
    enum err error = roster_enter(session->sessions->game, session->conn->serial,
                                  session->account.name, &session->delver, &entrance);
    if (error == ERR_OK && entrance.is_takeover)
        take_over(session, &entrance);
    return error;
}

static void try_to_enter(struct session *session)
{
    struct sessions *sessions = session->sessions;

    /* Entering twice would be taking over oneself. */
    if (session->is_waiting_for_answers || session->has_entered)
        return;
    if (enter(session) == ERR_OK)
        session->has_entered = true;
    else if (sessions->base->now_ms - session->enters_at_ms > SESSION_ENTER_MS)
        session_say_goodbye(session, "The dungeon is full. Please try again later.");
}

void session_change_mode(struct session *session, enum session_mode mode)
{
    presentation_table[session->mode]->close(session);
    session->mode = mode;
}

static void save_account(struct session *session)
{
    session->account.last_seen_at = (int64_t)time(NULL);
    if (change_set_put_visit(persist_changes(session->sessions->persist), &session->account) !=
        ERR_OK)
        LOG(&session->sessions->base->log, LOG_WARNING, "account.not-saved",
            log_text("name", session->account.name));
}

void session_start_playing(struct session *session, body_id delver, bool is_takeover)
{
    struct sessions *sessions = session->sessions;
    bool is_new = session->is_new;
    char stop[SHUTDOWN_TEXT_SIZE];
    char unsaved[SAVE_WATCH_TEXT_SIZE];
    char damage[SAVE_WATCH_OPERATORS_SIZE];

    session->actor = delver;
    session->eyes = delver;
    session->state = SESSION_PLAYING;
    viewers_begin(session, delver);
    allowance_take(session);
    if (session->wants_reader)
        session->account.mode = MODE_READER;
    welcome_write(session, is_takeover);
    LOG(&sessions->base->log, LOG_INFO, "play.begin", log_text("name", session->account.name),
        log_text("address", session->conn->address),
        log_text("terminal", session->conn->client.caps.terminal_type));
    gmcp_feed_forget(session);
    bool was_rebuilt = level_fetch_was_rebuilt(sessions->game->dungeon, session->delver.level,
                                               session->account.last_seen_at);
    save_account(session);
    settings_apply_kept(session);
    hints_recall(session);
    session_change_mode(session, fit_choose_mode(session, session->account.mode));
    presentation_table[session->mode]->open(session);
    welcome_repeat(session, is_takeover);
    if (session->kept.is_lost)
        session_tell(session, "Your settings were damaged on disk and begin anew.", ROLE_BAD);
    if (was_rebuilt && !is_new)
        session_tell(session,
                     "This level was damaged on disk and has been rebuilt: its doors are "
                     "as they were at first.",
                     ROLE_BAD);
    if (is_new)
        saved_owe(session);
    if (save_watch_describe(sessions->game, unsaved))
        session_tell(session, unsaved, ROLE_BAD);
    if (session->role == ACCOUNT_ROLE_ADMIN && save_watch_describe_damage(sessions->game, damage))
        session_tell(session, damage, ROLE_BAD);
    shutdown_describe(sessions->game, stop);
    if (stop[0] != '\0')
        session_tell(session, stop, ROLE_BAD);
    watch_greet(session);
    session_want_attention(session);
}

void session_set_mode(struct session *session, enum session_mode mode)
{
    session->account.mode = mode;
    save_account(session);
    if (mode == session->mode)
        return;
    session_change_mode(session, mode);
    presentation_table[mode]->open(session);
    session_want_attention(session);
}

void session_on_event(struct session *session, const struct event *event)
{
    if (event->kind == EVENT_LEFT && event->actor == session->actor) {
        session->has_left = true;
        session->left_at_ms = session->sessions->base->now_ms;
        session->save_ticket = 0;
        watch_forget(session);
        if (session->state == SESSION_PLAYING) {
            session->state = SESSION_LEAVING;
            session->farewell = "Saved. The way was lost; log in again and you are back.";
        }
        session_want_attention(session);
        return;
    }
    /* Who says something and quits at once reads it above the farewell. */
    const struct presentation *presentation = presentation_table[session->mode];
    bool is_last_word = session->state == SESSION_LEAVING && !presentation->is_drawn &&
                        event->kind == EVENT_SAID && event->actor == session->actor;
    if (session->state != SESSION_PLAYING && !is_last_word)
        return;
    if (event->actor == session->actor && event->kind == EVENT_ARRIVED)
        saved_owe(session);
    gmcp_feed_on_event(session, event);
    errands_on_event(session, event);
    presentation->on_event(session, event);
    hints_on_event(session, event);
    session_want_attention(session);
}

void session_leave(struct session *session, const char *farewell)
{
    watch_forget(session);
    session->farewell = farewell;
    session->state = SESSION_LEAVING;
    roster_leave(session->sessions->game, session->conn->serial);
    session_want_attention(session);
}

void session_on_stop(struct session *session)
{
    watch_forget(session);
    if (session->state == SESSION_PLAYING)
        session_leave(session, "The server is stopping. Saved: your place is kept. Goodbye.");
    else if (session->state != SESSION_LEAVING)
        session_say_goodbye(session, "The server is stopping. Goodbye.");
}

/* The body stays, for a while. */
static void lose_line(struct session *session)
{
    roster_lose(session->sessions->game, session->conn->serial);
    viewers_lose(session);
}

void session_say_goodbye(struct session *session, const char *text)
{
    if (session->state == SESSION_CLOSED)
        return;
    watch_forget(session);
    presentation_table[session->mode]->close(session);
    session_write(session, text);
    session_write(session, "\n");
    gmcp_say_goodbye(&session->conn->client, text);
    if (session->is_typing_hidden)
        (void)!client_hide_typing(&session->conn->client, false);
    leave_attention(session);
    logins_end(session);
    allowance_keep(session);
    session->state = SESSION_CLOSED;
    lose_line(session);
    conn_finish(session->conn);
}

void session_on_close(struct session *session)
{
    if (session->is_over)
        return;
    session->is_over = true;
    leave_attention(session);
    watch_forget(session);
    gate_abandon_guess(session);
    logins_end(session);
    if (session->state != SESSION_CLOSED) {
        allowance_keep(session);
        lose_line(session);
    }
    if (session->state == SESSION_PLAYING)
        LOG(&session->sessions->base->log, LOG_INFO, "play.end",
            log_text("name", session->account.name));
    session->state = SESSION_CLOSED;
    screen_mode_forget_terminal(session);
    screen_mode_release(&session->screen);
    sodium_memzero(session->password, sizeof session->password);
    line_input_clear(&session->line);
    typing_forget(session);
}

void session_close(struct session *session, const char *reason)
{
    session_on_close(session);
    conn_close(session->conn, reason);
}

static void attend(struct session *session)
{
    session->inputs_this_tick = 0;
    typing_attend(session);
    if (session->state == SESSION_PLAYING) {
        errands_attend(session);
        saved_acknowledge(session);
        gmcp_feed_attend(session);
    }
    decide_typing(session);
    if (session->state == SESSION_ENTERING)
        try_to_enter(session);
    else if (session->state == SESSION_LEAVING)
        saved_await_farewell(session);
    else if (session_is_below(session))
        presentation_table[session->mode]->update(session);

    bool is_wanted =
        session->is_waiting_for_answers || typing_is_ahead(session) ||
        session->state == SESSION_ENTERING || session->state == SESSION_LEAVING ||
        (session->state == SESSION_PLAYING &&
         (errands_are_running(session) || session->owes_saved)) ||
        (session_is_below(session) && presentation_table[session->mode]->has_pending(session));
    if (!is_wanted)
        leave_attention(session);
    conn_flush(session->conn);
}

void sessions_attend(struct sessions *sessions)
{
    for (struct session *session = sessions->attention, *next; session != NULL; session = next) {
        next = session->attention_next;
        attend(session);
    }
}

void session_sweep(struct session *session)
{
    struct sessions *sessions = session->sessions;
    uint64_t limit_ms = (uint64_t)sessions->base->options.login_seconds * 1000;

    watch_sweep(session);
    if (session->state < SESSION_ENTERING && session->wait.since_ms == 0 &&
        sessions->base->now_ms - session->login_since_ms > limit_ms) {
        metrics_add(&sessions->base->metrics, METRIC_LOGINS, METRIC_LOGIN_LATE, 1);
        session_say_goodbye(session, "The login took too long. Goodbye.");
    }
}

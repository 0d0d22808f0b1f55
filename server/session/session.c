/*
 * The ground floor of a session: its state and mode, the text to its client, its budgets of input,
 * and session_close(). Nothing here calls higher parts of the session, except the rows of
 * presentation_table. A failed write closes the session: a mark, a change of state and a closed
 * connection; sessions_take_input() cleans up when the connection reports that it is closed.
 */
#include "server/session/session.h"

#include <string.h>
#include <time.h>

#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/session/auth/logins.h"
#include "server/session/auth/resume.h"
#include "server/session/commands/ration.h"
#include "server/session/present/presentation.h"
#include "server/session/sessions.h"
#include "server/session/trace.h"
#include "server/session/watch/viewers.h"
#include "term/wrap.h"

enum {
    NAME = 1U << SESSION_NAME,
    PICK = 1U << SESSION_PICK,
    CONFIRM = 1U << SESSION_CONFIRM,
    PASSWORD = 1U << SESSION_PASSWORD,
    NEW_PASSWORD = 1U << SESSION_NEW_PASSWORD,
    REPEAT_PASSWORD = 1U << SESSION_REPEAT_PASSWORD,
    IN_LINE = 1U << SESSION_IN_LINE,
    WAITING = 1U << SESSION_WAITING,
    ENTERING = 1U << SESSION_ENTERING,
    PLAYING = 1U << SESSION_PLAYING,
    WATCHING = 1U << SESSION_WATCHING,
    LEAVING = 1U << SESSION_LEAVING,
    CLOSED = 1U << SESSION_CLOSED,
};

/* The states that may follow each state, as bits. */
static const unsigned next_states[SESSION_STATE_COUNT] = {
    [SESSION_NAME] = PICK | IN_LINE | WAITING | CLOSED,
    [SESSION_PICK] = NAME | WATCHING | CLOSED,
    [SESSION_CONFIRM] = NAME | NEW_PASSWORD | CLOSED,
    [SESSION_PASSWORD] = WAITING | CLOSED,
    [SESSION_NEW_PASSWORD] = REPEAT_PASSWORD | CLOSED,
    [SESSION_REPEAT_PASSWORD] = NEW_PASSWORD | WAITING | CLOSED,
    [SESSION_IN_LINE] = NAME | CLOSED,
    [SESSION_WAITING] = NAME | CONFIRM | PASSWORD | NEW_PASSWORD | ENTERING | CLOSED,
    [SESSION_ENTERING] = NAME | PLAYING | CLOSED,
    [SESSION_PLAYING] = WATCHING | LEAVING | CLOSED,
    [SESSION_WATCHING] = NAME | PLAYING | CLOSED,
    [SESSION_LEAVING] = CLOSED,
    [SESSION_CLOSED] = 0,
};

void session_note_end(struct session *session, const char *reason)
{
    if (!session->is_noted)
        return;
    session->is_noted = false;
    LOG(&session->sessions->base->log, LOG_INFO, "play.end",
        log_text("name", session->account.name),
        log_number("serial", (int64_t)session->conn->serial), log_text("reason", reason));
}

/* Closes a session. Undoes at once only what other sessions and the lists of waiting sessions would
   meet: the caller may be deep inside a function that continues with the session. */
void session_close(struct session *session, const char *reason)
{
    session_note_end(session, reason);
    session->is_over = true;
    session_stop_running(session);
    viewers_leave(session);
    logins_end(session->sessions->logins, &session->auth.place);
    session_change_state(session, SESSION_CLOSED);
    conn_close(session->conn, reason);
}

void session_change_state(struct session *session, enum session_state state)
{
    if (session->state == state || session->state == SESSION_CLOSED)
        return;
    if ((next_states[session->state] & 1U << state) != 0) {
        session->state = state;
        return;
    }
    /* A fault of ours, but one that a client led to: it costs only that client's session. */
    LOG(&session->sessions->base->log, LOG_ERROR, "session.wrong-state",
        log_number("from", session->state), log_number("to", state));
    session->sessions->wrong_states++;
    session_close(session, "wrong-state");
}

/* Writes bytes. If output cannot be stored, the peer does not read: the connection ends itself. */
static void write_bytes(struct session *session, const char *data, size_t length)
{
    if (client_write(&session->conn->client, data, length) != ERR_OK)
        session_close(session, "output-full");
}

/* Writes a line in as many rows as the window needs; each is indented like the first. */
static void write_line(struct session *session, const char *text, size_t length)
{
    const char *end = text + length;
    int width = display_row_width(session);
    size_t indent = strspn(text, " ");

    if (width == 0 || indent > (size_t)width / 2)
        indent = 0;
    for (bool is_first = true; is_first || text < end; is_first = false) {
        const char *row = text;
        int room = is_first ? width : width - (int)indent;
        size_t taken = width == 0 ? length : wrap_take_words(&text, end, room);
        if (width == 0)
            text = end;
        if (!is_first)
            write_bytes(session, "\r\n", 2);
        for (size_t i = 0; !is_first && i < indent; i++)
            write_bytes(session, " ", 1);
        if (client_write_letters(
                &session->conn->client, row, taken,
                display_sends_utf8(&session->present, &session->preferences.settings)) != ERR_OK)
            session_close(session, "output-full");
    }
}

void session_ring(struct session *session)
{
    if (session->state == SESSION_CLOSED || session->present.page != NULL ||
        !session->preferences.settings.rings)
        return;
    if (client_write(&session->conn->client, "\a", 1) != ERR_OK)
        session_close(session, "output-full");
}

void session_write(struct session *session, const char *text)
{
    if (session->state == SESSION_CLOSED)
        return;
    if (session->present.page != NULL) {
        page_presentation.write(session, text);
        session->present.wants_prompt = true;
        return;
    }
    if (session->present.has_prompt)
        write_bytes(session, "\r\n", 2);
    session->present.has_prompt = false;
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        write_line(session, text, length);
        if (text[length] == '\n') {
            write_bytes(session, "\r\n", 2);
            length++;
        }
        text += length;
    }
    session->present.wants_prompt = true;
}

void session_refuse(struct session *session, const char *text)
{
    session->present.text_kind = TEXT_REFUSAL;
    session_write(session, text);
    session_write(session, "\n");
    session->present.text_kind = TEXT_PLAIN;
}

void session_echo(struct session *session, const char *text)
{
    if (session->present.page == NULL)
        write_bytes(session, text, strlen(text));
}

bool session_hides_typing(const struct session *session)
{
    return ((1U << session->state) & (PASSWORD | NEW_PASSWORD | REPEAT_PASSWORD)) != 0 ||
           (session->auth.own_password != NULL && !session->auth.own_password->is_waiting);
}

/* Updates whether the peer echoes its typing, by the present question. */
void session_update_typing(struct session *session)
{
    bool is_hidden = session->present.types_keys || session_hides_typing(session);

    if (session->present.is_waiting_for_answers || is_hidden == session->present.is_typing_hidden)
        return;
    session->present.is_typing_hidden = is_hidden;
    session->present.typing_sent_ms = session->sessions->base->now_ms;
    if (client_hide_typing(&session->conn->client, is_hidden) != ERR_OK)
        session_close(session, "output-full");
}

void session_write_prompt(struct session *session, const char *prompt)
{
    if (session->state == SESSION_CLOSED)
        return;
    session_update_typing(session);
    if (session->present.page != NULL) {
        page_presentation.ask(session, prompt);
        session->present.wants_prompt = false;
        return;
    }
    /* TinyFugue shows only the end of a prompt longer than a row, but all of a line. */
    session_write(session, prompt);
    if (client_end_prompt(&session->conn->client) != ERR_OK)
        session_close(session, "output-full");
    session->present.has_prompt = prompt[0] != '\0' && prompt[strlen(prompt) - 1] != '\n';
    session->present.wants_prompt = false;
}

bool session_spend_line(struct session *session)
{
    const struct options *options = &session->sessions->base->options;
    uint64_t now_ms = session->sessions->base->now_ms;
    uint64_t earned = (now_ms - session->lines.at_ms) * (uint64_t)options->lines_per_second / 1000;

    if (earned > 0)
        session->lines.at_ms = now_ms;
    /* Computed even if nothing was earned, because the burst may have become smaller. */
    int64_t budget = session->lines.left + (int64_t)earned;
    session->lines.left = budget < options->lines_burst ? (int)budget : options->lines_burst;
    if (session->lines.left <= 0)
        return false;
    session->lines.left--;
    session->lines.is_flooding = false;
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

struct input *session_input(struct session *session, enum input_kind kind)
{
    if (session->actor == 0 || session->inputs_this_tick >= SESSION_INPUTS_PER_TICK)
        return NULL;
    session->inputs_this_tick++;
    return input_queue_add(&session->sessions->game->inputs, kind, session->actor);
}

static void show(struct session *session, const char *text, enum role role)
{
    presentation_table[session->mode]->tell(session, text, role);
    session_wake(session);
}

void session_tell(struct session *session, const char *text, enum role role)
{
    struct scrollback *scrollback = session->present.scrollback;
    /* A refusal that is repeated on a screen is one line; all other text stays as it was said. */
    bool is_refusal = role == ROLE_DIM_TEXT && presentation_table[session->mode]->is_drawn;

    if (session->trace != NULL && role == ROLE_DIM_TEXT)
        trace_note(session->trace, TRACE_NOTE, "%s", text);
    if (scrollback != NULL && is_refusal)
        message_log_count(&scrollback->messages, text, role);
    else if (scrollback != NULL)
        message_log_add(&scrollback->messages, text, role);
    show(session, text, role);
}

void session_tell_lines(struct session *session, char *text, enum role role)
{
    for (char *line = text, *next; line != NULL && *line != '\0'; line = next) {
        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        session_tell(session, line, role);
    }
}

void session_tell_again(struct session *session, const char *text, enum role role)
{
    if (session->present.scrollback != NULL)
        message_log_count(&session->present.scrollback->messages, text, role);
    show(session, text, role);
}

void session_hint(struct session *session, const char *text, enum role role)
{
    session->present.text_kind = TEXT_HINT;
    session_tell(session, text, role);
    session->present.text_kind = TEXT_PLAIN;
}

void session_change_mode(struct session *session, enum session_mode mode)
{
    presentation_table[session->mode]->close(session);
    session->mode = mode;
}

void session_save_account(struct session *session)
{
    session->account.last_seen_at = (int64_t)time(NULL);
    if (change_set_put_visit(persist_changes(session->sessions->persist), &session->account) !=
        ERR_OK)
        LOG(&session->sessions->base->log, LOG_WARNING, "account.not-saved",
            log_text("name", session->account.name));
}

void session_set_mode(struct session *session, enum session_mode mode)
{
    session->account.mode = mode;
    session_save_account(session);
    if (session->present.page != NULL)
        mode = display_choose_mode(session, mode);
    if (mode == session->mode)
        return;
    session_change_mode(session, mode);
    presentation_table[mode]->open(session);
    session_make_runnable(session);
}

struct session *sessions_find(const struct sessions *sessions, uint64_t conn_serial)
{
    const struct conn *conn = conn_find(sessions->net, conn_serial);

    return conn == NULL ? NULL : conn->owner;
}

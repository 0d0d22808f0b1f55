/*
 * Typed bytes become lines, or go to a presentation that takes keys. While the session is busy with
 * earlier input, they are stored in a buffer (struct typing_ahead); each tick passes on as many of
 * them as may act.
 */
#include "server/session/present/typing.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/utf8.h"
#include "server/net/conn.h"
#include "server/session/auth/login.h"
#include "server/session/auth/own_password.h"
#include "server/session/commands/players.h"
#include "server/session/commands/saved.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/session_life.h"
#include "server/session/sessions.h"

enum { CONTROL_C = 3, ECHO_SIZE = 64 };

/* Echoes a letter after cleaning, because other bytes would act as controls on the terminal. */
static void echo_letter(struct session *session, const char *letter, size_t length)
{
    char cleaned[ECHO_SIZE] = {letter[0], '\0'};

    if (((uint8_t)letter[0] & 0x80) != 0 &&
        utf8_clean(letter, length, (int)length, cleaned, sizeof cleaned) != ERR_OK)
        return;
    session_echo(session, cleaned);
}

/* Echoes the letter at the end of the line, once it is complete. */
static void echo_last(struct session *session)
{
    const struct line_input *line = &session->present.line;
    size_t start = line_input_last(line);

    if (line->length - start >= line_input_letter_length((uint8_t)line->text[start]))
        echo_letter(session, line->text + start, line->length - start);
}

void typing_echo_line(struct session *session)
{
    const struct line_input *line = &session->present.line;

    for (size_t at = 0, end; at < line->length; at = end) {
        end = at + line_input_letter_length((uint8_t)line->text[at]);
        end = end < line->length ? end : line->length;
        echo_letter(session, line->text + at, end - at);
    }
}

/* Echoes to a client that sends keys, unless the line is a secret. */
static void echo(struct session *session, enum line_result result)
{
    bool is_secret = session_hides_typing(session);
    bool is_line_end = result == LINE_DONE || result == LINE_TOO_LONG;
    bool is_shown = session->present.types_keys && !is_secret;

    if (is_line_end && (is_shown || (is_secret && session->present.has_prompt)))
        session_echo(session, "\r\n");
    else if (is_shown && result == LINE_TYPED)
        echo_last(session);
    else if (is_shown && result == LINE_ERASED)
        session_echo(session, "\b \b");
}

/* Takes a line from the allowance. False: lines come too fast; this one is dropped, and the player
   is told once. */
static bool spend_typed_line(struct session *session)
{
    session_pay(session, session->state < SESSION_WAITING ? WORK_LOGIN_LINE : WORK_LINE);
    if (session_spend_line(session))
        return true;
    metrics_add(&session->sessions->base->metrics, METRIC_INPUT_DROPPED, METRIC_INPUT_LINE, 1);
    if (!session->lines.is_flooding) {
        session_write(session, "Too fast: lines are being dropped.\n");
        login_prompt_again(session);
    }
    session->lines.is_flooding = true;
    return false;
}

static void end_input(struct session *session)
{
    if (session->state == SESSION_PLAYING &&
        !leave_is_danger(session->sessions->game->world, session->actor))
        session_leave(session, "Saved. Your position and map are kept. Goodbye.");
    else
        session_say_goodbye(session, "Goodbye.");
}

/* How to leave, by state; NULL: nothing is typed in that state. */
static const char *const ways_out[SESSION_STATE_COUNT] = {
    [SESSION_NAME] = "quit leaves.",
    [SESSION_PICK] = "q goes back to the name; quit leaves there.",
    [SESSION_CONFIRM] = "quit leaves, no goes back to the name.",
    [SESSION_PASSWORD] = "To leave, close the connection: in telnet, Ctrl-] and then quit.",
    [SESSION_NEW_PASSWORD] = "To leave, close the connection: in telnet, Ctrl-] and then quit.",
    [SESSION_REPEAT_PASSWORD] = "To leave, close the connection: in telnet, Ctrl-] and then quit.",
    [SESSION_PLAYING] = "quit leaves; your place is kept.",
    [SESSION_WATCHING] = "q stops watching.",
};

/* Handles Ctrl-C, which players press to get out; the line is dropped. */
static bool take_interrupt(struct session *session, uint8_t byte)
{
    const char *way_out = ways_out[session->state];

    if (byte != CONTROL_C || way_out == NULL)
        return false;
    line_input_clear(&session->present.line);
    if (!spend_typed_line(session))
        return true;
    own_password_cancel(session, true);
    if (session_is_in_game(session)) {
        session_tell(session, way_out, ROLE_TEXT);
        session->present.wants_prompt = true;
    } else {
        session_write(session, way_out);
        session_write(session, "\n");
        login_prompt_again(session);
    }
    return true;
}

static void on_line_byte(struct session *session, uint8_t byte)
{
    if (take_interrupt(session, byte))
        return;
    enum line_result result = line_input_take(&session->present.line, byte);

    echo(session, result);
    if (result == LINE_END_OF_INPUT)
        end_input(session);
    if (result != LINE_DONE && result != LINE_TOO_LONG)
        return;
    session->present.has_prompt = false;
    if (result == LINE_TOO_LONG) {
        session_write(session, "That line was too long and is dropped.\n");
        login_prompt_again(session);
    } else if (!spend_typed_line(session)) {
        session->present.wants_prompt = true;
    } else {
        presentation_table[session->mode]->on_line(session);
    }
    line_input_clear(&session->present.line);
}

static bool takes_keys(const struct session *session)
{
    return session_is_in_game(session) && presentation_table[session->mode]->on_byte != NULL;
}

/* True while input must wait: for a command that waits for a name; lines also while the session's
   share of work is used up. Keys wait in the ration. */
static bool is_busy(struct session *session)
{
    return session->state == SESSION_IN_LINE || session->state == SESSION_WAITING ||
           session->state == SESSION_ENTERING ||
           own_password_is_working(session->auth.own_password) ||
           players_are_asked(session->commands.question) ||
           (!takes_keys(session) && !session_has_share(session));
}

/* Takes a byte of a key. The end of the last line of the login may come in two pieces, whose second
   byte is not a key. */
static void on_key_byte(struct session *session, uint8_t byte)
{
    bool is_line_end = session->present.line.after_return && (byte == '\n' || byte == '\0');

    session->present.line.after_return = false;
    if (!is_line_end)
        presentation_table[session->mode]->on_byte(session, byte);
}

static void hand_on(struct session *session, uint8_t byte)
{
    if (takes_keys(session))
        on_key_byte(session, byte);
    else if (session->state <= SESSION_REPEAT_PASSWORD || session_is_in_game(session))
        on_line_byte(session, byte);
}

/* Cuts input that had no room back to whole lines, because half a line would be taken for a whole
   one. */
static void cut_to_lines(struct typing_ahead *ahead)
{
    while (ahead->length > ahead->taken && ahead->bytes[ahead->length - 1] != '\r' &&
           ahead->bytes[ahead->length - 1] != '\n')
        ahead->length--;
}

/* Removes the bytes that were passed on. */
static void forget_taken(struct typing_ahead *ahead)
{
    size_t waiting = ahead->length - ahead->taken;

    memmove(ahead->bytes, ahead->bytes + ahead->taken, waiting);
    sodium_memzero(ahead->bytes + waiting, ahead->taken);
    ahead->length = waiting;
    ahead->taken = 0;
}

static void keep(struct session *session, uint8_t byte)
{
    struct typing_ahead *ahead = &session->present.ahead;

    if (ahead->has_overflown)
        return;
    if (ahead->bytes == NULL)
        ahead->bytes = malloc(TYPING_AHEAD_MAX);
    if (ahead->length == TYPING_AHEAD_MAX && ahead->taken > 0)
        forget_taken(ahead);
    if (ahead->bytes != NULL && ahead->length < TYPING_AHEAD_MAX) {
        ahead->bytes[ahead->length++] = byte;
        return;
    }
    ahead->has_overflown = true;
    cut_to_lines(ahead);
    metrics_add(&session->sessions->base->metrics, METRIC_INPUT_DROPPED, METRIC_INPUT_LINE, 1);
}

void typing_forget(struct typing_ahead *ahead)
{
    if (ahead->bytes != NULL)
        sodium_memzero(ahead->bytes, TYPING_AHEAD_MAX);
    free(ahead->bytes);
    *ahead = (struct typing_ahead){.bytes = NULL};
}

void typing_take(struct session *session, uint8_t byte)
{
    session_make_runnable(session);
    session->typed_at_ms = session->sessions->base->now_ms;
    if (is_busy(session) || typing_is_ahead(&session->present.ahead))
        keep(session, byte);
    else
        hand_on(session, byte);
}

void typing_update(struct session *session)
{
    struct typing_ahead *ahead = &session->present.ahead;

    if (!typing_is_ahead(ahead))
        return;
    while (ahead->taken < ahead->length && !is_busy(session))
        hand_on(session, ahead->bytes[ahead->taken++]);
    if (ahead->taken < ahead->length)
        return;
    bool has_overflown = ahead->has_overflown;
    typing_forget(ahead);
    if (has_overflown &&
        (session->state <= SESSION_REPEAT_PASSWORD || session_is_in_game(session))) {
        session_tell(session, "Too much was typed ahead: the end of it is dropped.", ROLE_BAD);
        login_prompt_again(session);
    }
}

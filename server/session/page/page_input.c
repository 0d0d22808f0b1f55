/*
 * Input from a browser page: a line is handled like that of any other client, with the same limits;
 * a message that cannot be carried out now is answered in words.
 */
#include "server/session/page/page.h"

#include <sodium.h>

#include "server/net/conn.h"
#include "server/session/auth/guest.h"
#include "server/session/auth/login.h"
#include "server/session/auth/own_password.h"
#include "server/session/commands/commands.h"
#include "server/session/commands/players.h"
#include "server/session/commands/travel_session.h"
#include "server/session/page/page_message.h"
#include "server/session/page/page_state.h"
#include "server/session/present/death_page.h"
#include "server/session/present/presentation.h"
#include "server/session/present/typing.h"
#include "server/session/session.h"
#include "server/session/session_life.h"
#include "server/session/sessions.h"

static void type(struct session *session, const char *text)
{
    for (; *text != '\0' && session->state != SESSION_CLOSED; text++)
        typing_take(session, (uint8_t)*text);
    if (session->state != SESSION_CLOSED)
        typing_take(session, '\n');
}

static void say(struct session *session, const char *text)
{
    if (session_is_in_game(session)) {
        session_tell(session, text, ROLE_BAD);
        return;
    }
    session_refuse(session, text);
    login_prompt_again(session);
}

/* Stores the number of an input, which a mark must answer. False: the number is lower than the last
   one, and the input is ignored. */
static bool take_number(struct session *session, uint32_t number)
{
    struct page *page = session->present.page;

    if (number <= page->input)
        return false;
    page->input = number;
    page->owes_mark = true;
    session_make_runnable(session);
    return true;
}

static void take_line(struct session *session, const struct page_message *message)
{
    if (!take_number(session, message->number))
        return;
    if (!message->is_too_long)
        type(session, message->text);
    else if (session_spend_line(session))
        say(session, "That is as long as a line can be.");
}

/* Does what Esc does on a screen; also drops typed input that waits. */
static void take_cancel(struct session *session, const struct page_message *message)
{
    const struct command command = {.id = COMMAND_CANCEL};

    if (!take_number(session, message->number) || !session_takes_message(session))
        return;
    typing_forget(&session->present.ahead);
    players_forget(&session->commands);
    own_password_cancel(session, true);
    if (session->state != SESSION_PLAYING || !death_page_lets_run(session, COMMAND_CANCEL))
        return;
    travel_session_interrupt(session, COMMAND_CANCEL);
    commands_run(session, &command);
}

/* Makes a guest. A session that waits in line becomes one when its login begins. */
static void take_guest(struct session *session, const struct page_message *message)
{
    (void)message;
    if (!session_takes_message(session))
        return;
    session->auth.wants_guest = session->state == SESSION_IN_LINE;
    session_make_runnable(session);
    if (session->state == SESSION_NAME)
        guest_enter(session);
}

static void take_watch(struct session *session, const struct page_message *message)
{
    if (session->state != SESSION_NAME || !session_takes_message(session))
        return;
    session_change_state(session, SESSION_PICK);
    login_on_pick(session, message->text);
}

static void take_resume(struct session *session, const struct page_message *message)
{
    if (session->state != SESSION_NAME || !session_takes_message(session))
        return;
    session_make_runnable(session);
    login_resume(session, message->text, message->number);
}

/* Takes the page's choice of map or words, which lasts as long as the page and is not saved. */
static void take_face(struct session *session, const struct page_message *message)
{
    session->present.page->wants_words = message->wants_words;
    if (!session_takes_message(session) || !session_is_in_game(session))
        return;
    enum session_mode mode = display_choose_mode(session, session->account.mode);
    if (mode == session->mode)
        return;
    session_change_mode(session, mode);
    presentation_table[mode]->open(session);
    session_make_runnable(session);
}

/* Begins the time for a login again, at most LOGIN_STAYS_MAX times. */
static void take_stay(struct session *session, const struct page_message *message)
{
    struct auth_state *auth = &session->auth;

    (void)message;
    if (!auth->is_late_reported || auth->stays == LOGIN_STAYS_MAX)
        return;
    auth->stays++;
    auth->is_late_reported = false;
    auth->since_ms = session->sessions->base->now_ms;
}

typedef void take_function(struct session *session, const struct page_message *message);

static take_function *const take_table[PAGE_MESSAGE_KIND_COUNT] = {
    [PAGE_MESSAGE_LINE] = take_line,     [PAGE_MESSAGE_CANCEL] = take_cancel,
    [PAGE_MESSAGE_GUEST] = take_guest,   [PAGE_MESSAGE_WATCH] = take_watch,
    [PAGE_MESSAGE_RESUME] = take_resume, [PAGE_MESSAGE_FACE] = take_face,
    [PAGE_MESSAGE_STAY] = take_stay,
};

bool page_take(struct session *session)
{
    struct client *client = &session->conn->client;
    const struct bytes *text = client->message;
    struct page_message message = {.kind = PAGE_MESSAGE_KIND_COUNT};
    enum page_verdict verdict =
        text->length == 0 ? PAGE_VERDICT_JUNK
                          : page_message_read((const char *)text->data, text->length, &message);

    if (verdict == PAGE_VERDICT_OTHER && client->gmcp.junk < PAGE_JUNK_MAX)
        return false;
    if (verdict == PAGE_VERDICT_MESSAGE)
        gmcp_wipe(client);
    else
        conn_drop_message(session->conn);
    if (client->gmcp.junk >= PAGE_JUNK_MAX)
        session_end(session, WIRE_END_MISUSE, "Your page sends what means nothing here. Goodbye.");
    else if (verdict == PAGE_VERDICT_MESSAGE)
        take_table[message.kind](session, &message);
    sodium_memzero(&message, sizeof message);
    return true;
}

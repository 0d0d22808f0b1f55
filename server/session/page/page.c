/*
 * Output to a browser page: the greeting, JSON messages and lines of text. Lines wait for the next
 * flight, and the last ones are kept for a page that comes back after a lost connection.
 */
#include "server/session/page/page.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "server/base/host_texts.h"
#include "server/game/roster.h"
#include "server/game/tick.h"
#include "server/net/conn.h"
#include "server/session/commands/players.h"
#include "server/session/page/page_record.h"
#include "server/session/page/page_send.h"
#include "server/session/page/page_state.h"
#include "server/session/present/presentation.h"
#include "server/session/present/typing.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

enum { PAGE_PROTOCOL = 1 };

/* The GMCP modules that a page draws. */
static const enum gmcp_module modules[] = {
    GMCP_CORE, GMCP_NAME,    GMCP_VITALS, GMCP_STATUS, GMCP_ITEMS, GMCP_AFFLICTIONS, GMCP_DEFENCES,
    GMCP_ROOM, GMCP_PLAYERS, GMCP_ACTORS, GMCP_TARGET, GMCP_GROUP, GMCP_COMM,        GMCP_THINGS,
};

void page_send(struct client *client, const char *package, json_t *value)
{
    if (value != NULL)
        (void)!gmcp_send(client, package, value);
    json_decref(value);
}

static json_t *make_hello(const struct base *base, const struct roster *roster, bool takes_guests)
{
    const char *welcome = base->host_texts.text[HOST_WELCOME];
    const char *rules = base->host_texts.text[HOST_RULES];
    const char *contact = base->options.contact;

    /* With * a member that the host has not set is left out. */
    return json_pack(
        "{s:s, s:s, s:i, s:b, s:i, s:s*, s:s*, s:s*}", "name", host_name(&base->options), "version",
        UNDERCROFT_VERSION, "page", PAGE_PROTOCOL, "guests", (int)takes_guests, "players",
        (int)roster->playing, "welcome", welcome[0] == '\0' ? NULL : welcome, "rules",
        rules[0] == '\0' ? NULL : rules, "contact", contact[0] == '\0' ? NULL : contact);
}

enum err page_open(struct session *session)
{
    struct page *page = calloc(1, sizeof *page);

    if (page == NULL)
        return ERR_MEMORY;
    bytes_init(&page->lines, PAGE_LINES_BYTES_MAX);
    bytes_init(&page->said, PAGE_SAID_MAX);
    page_kept_init(&page->kept);
    page->line_next = 1;
    session->present.page = page;
    for (size_t i = 0; i < sizeof modules / sizeof modules[0]; i++)
        session->conn->client.gmcp.modules |= UINT32_C(1) << modules[i];
    return ERR_OK;
}

void page_greet(struct client *client, const struct base *base, const struct roster *roster,
                bool takes_guests)
{
    page_send(client, "Server.Hello", make_hello(base, roster, takes_guests));
}

void page_release(struct present_state *present)
{
    struct page *page = present->page;

    if (page == NULL)
        return;
    page_map_release(&page->map);
    bytes_release(&page->lines);
    bytes_release(&page->said);
    page_kept_release(&page->kept);
    free(page);
    page = NULL;
}

void page_begin(struct session *session, bool is_takeover, bool is_resumed)
{
    struct page *page = session->present.page;
    const struct delver *viewer = world_delver(session->sessions->game->world, session->viewer);

    bytes_clear(&page->lines, 0);
    page_kept_skip(&page->kept, UINT32_MAX);
    page->line_next = 1;
    page->line_count = 0;
    page->is_dirty = page->is_dirty_own = true;
    bool is_watching = session->state == SESSION_WATCHING;
    page_send(&session->conn->client, "Session.Begin",
              json_pack("{s:s, s:b, s:b, s:b, s:b}", "name", viewer == NULL ? "" : viewer->name,
                        "guest", (int)(session->account.is_guest && !is_watching), "takeover",
                        (int)is_takeover, "resumed", (int)is_resumed, "watching",
                        (int)is_watching));
}

void page_resume(struct page *page, struct page_kept *kept, uint32_t line)
{
    page_kept_release(&page->kept);
    page->kept = *kept;
    page_kept_init(kept);
    page_kept_skip(&page->kept, line);
    page->line_next = page->kept.first > 0 ? page->kept.first : 1;
    page->line_count = page->kept.count;
    bytes_clear(&page->lines, 0);
    if (bytes_append(&page->lines, page->kept.lines.data, page->kept.lines.length) != ERR_OK)
        page->line_count = 0;
}

void page_tell_guest(struct client *client, const char *name, const char *password)
{
    page_send(client, "Session.Guest",
              json_pack("{s:s, s:s}", "account", name, "password", password));
}

void page_tell_claimed(struct client *client, const char *name)
{
    page_send(client, "Session.Claimed", json_pack("{s:s}", "name", name));
}

void page_tell_late(struct client *client, const struct auth_state *auth, int seconds)
{
    page_send(
        client, "Login.Late",
        json_pack("{s:i, s:b}", "seconds", seconds, "more", (int)(auth->stays < LOGIN_STAYS_MAX)));
}

void page_tell_token(struct client *client, const char *token, int seconds)
{
    page_send(client, "Session.Token", json_pack("{s:s, s:i}", "token", token, "seconds", seconds));
}

void pages_tell_name(struct sessions *sessions, body_id body)
{
    const struct delver *delver = world_delver(sessions->game->world, body);

    for (struct session *session = sessions->list; session != NULL && delver != NULL;
         session = session->next) {
        if (session->present.page != NULL && session_is_in_game(session))
            page_send(&session->conn->client, "Dungeon.Names",
                      json_pack("[{s:i, s:s}]", "id", (int)(body & 0xffff), "name", delver->name));
    }
}

static bool is_before_play(enum session_state state)
{
    return state < SESSION_PLAYING;
}

void page_tell(struct page *page, const char *text, enum role role, enum page_line_kind kind)
{
    size_t length = strlen(text);
    uint32_t number = page->line_next + page->line_count;
    size_t before = page->lines.length;

    /* A page that does not read loses the waiting lines, and notices it by their numbers. */
    if (page_put_line(&page->lines, (uint8_t)role, kind, text, length) != ERR_OK) {
        bytes_clear(&page->lines, PAGE_LINES_BYTES_MAX);
        page->line_next = number;
        page->line_count = 0;
        before = 0;
        if (page_put_line(&page->lines, (uint8_t)role, kind, text, length) != ERR_OK)
            page->line_next++;
    }
    page->line_count += page->lines.length > 0;
    if (page->lines.length > before)
        page_kept_add(&page->kept, number, page->lines.data + before, page->lines.length - before);
    page->is_dirty = true;
}

/* Sends a line. */
static void say(struct session *session, const char *text)
{
    if (is_before_play(session->state))
        page_send(&session->conn->client, "Login.Said",
                  json_pack("{s:s, s:b}", "text", text, "good",
                            (int)(session->present.text_kind != TEXT_REFUSAL)));
    else
        page_tell(session->present.page, text, ROLE_TEXT, PAGE_LINE_OWN);
}

static void end_line(struct session *session)
{
    struct bytes *said = &session->present.page->said;

    if (said->length > 0 && bytes_append_u8(said, '\0') == ERR_OK)
        say(session, (const char *)said->data);
    bytes_clear(said, 0);
}

void page_write(struct session *session, const char *text)
{
    struct bytes *said = &session->present.page->said;

    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        /* Room for the NUL; a line that is too long becomes two. */
        if (said->length + length + 1 > PAGE_SAID_MAX)
            end_line(session);
        if (length < PAGE_SAID_MAX)
            (void)!bytes_append(said, text, length);
        text += length;
        if (*text == '\n') {
            end_line(session);
            text++;
        }
    }
}

static const char *const question_names[SESSION_STATE_COUNT] = {
    [SESSION_NAME] = "name",
    [SESSION_PICK] = "pick",
    [SESSION_CONFIRM] = "confirm",
    [SESSION_PASSWORD] = "password",
    [SESSION_NEW_PASSWORD] = "new-password",
    [SESSION_REPEAT_PASSWORD] = "repeat-password",
    [SESSION_PLAYING] = "own-password",
};

void page_ask(struct session *session, const char *prompt)
{
    const char *name = question_names[session->state];
    size_t length = strlen(prompt);

    end_line(session);
    while (length > 0 && (prompt[length - 1] == '\n' || prompt[length - 1] == ' '))
        length--;
    /* A prompt in play asks for nothing. */
    if (name == NULL || (!is_before_play(session->state) && !session_hides_typing(session)))
        return;
    page_send(&session->conn->client, "Login.Ask",
              json_pack("{s:s, s:s%, s:b}", "state", name, "text", prompt, length, "hides",
                        (int)session_hides_typing(session)));
}

/* Shows text. The title is the line that asked for it; the page of a death has a title of its
   own. */
void page_show(struct session *session, const char *text)
{
    bool is_death = session->present.death.is_open;

    page_send(&session->conn->client, "Page.Show",
              json_pack("{s:s, s:s, s:s*}", "title",
                        is_death ? "you died" : session->present.line.text, "text", text, "ends",
                        is_death ? "wake" : NULL));
    session_make_runnable(session);
}

bool page_owes_mark(const struct present_state *present, const struct players_question *question)
{
    return present->page->owes_mark && !typing_is_ahead(&present->ahead) &&
           !players_are_asked(question);
}

enum err page_put_waiting(struct session *session, struct bytes *out)
{
    struct page *page = session->present.page;
    enum err error = ERR_OK;

    if (page->line_count > 0)
        error = page_put_lines(out, page->line_next, &page->lines);
    page->line_next += page->line_count;
    page->line_count = 0;
    bytes_clear(&page->lines, 0);
    if (error != ERR_OK || !page_owes_mark(&session->present, session->commands.question))
        return error;
    page->owes_mark = false;
    return page_put_mark(out, (uint32_t)session->sessions->game->tick->count, page->input);
}

void page_flush(struct session *session)
{
    struct bytes out;

    if (session->present.page->line_count == 0 &&
        !page_owes_mark(&session->present, session->commands.question))
        return;
    bytes_init(&out, PAGE_LINES_BYTES_MAX + PAGE_SAID_MAX);
    enum err error = page_put_waiting(session, &out);
    if (error == ERR_OK)
        error = client_send_records(&session->conn->client, out.data, out.length);
    bytes_release(&out);
    if (error != ERR_OK)
        session_close(session, "output-full");
}

void page_end(struct session *session, const char *text)
{
    end_line(session);
    page_flush(session);
    page_send(&session->conn->client, "Session.End", json_pack("{s:s}", "text", text));
}

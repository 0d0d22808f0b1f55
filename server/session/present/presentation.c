/*
 * The presentations by enum session_mode, and the choice among them. Their rows are in the files of
 * the modes.
 */
#include "server/session/present/presentation.h"

#include <strings.h>

#include "narrate/around.h"
#include "server/net/conn.h"
#include "server/session/commands/commands.h"
#include "server/session/page/page_state.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

static bool is_screen_reader(const struct auth_state *auth, const struct client_caps *caps)
{
    return auth->wants_reader || (caps->terminal_standard & MTTS_SCREEN_READER) != 0;
}

bool display_is_plain_terminal(const struct client_caps *caps)
{
    const char *type = caps->terminal_type;

    return strcasecmp(type, "dumb") == 0 || strcasecmp(type, "unknown") == 0;
}

enum session_mode display_choose_mode(const struct session *session, enum session_mode wish)
{
    const struct client *client = &session->conn->client;
    bool draws_itself = gmcp_wants(client, GMCP_MAP) || gmcp_wants(client, GMCP_THINGS);

    if (wish == MODE_READER || is_screen_reader(&session->auth, &session->conn->client.caps))
        return MODE_READER;
    if (session->present.page != NULL)
        return session->present.page->wants_words ? MODE_READER : MODE_PAGE;
    if (!session->present.types_keys || wish == MODE_LINE ||
        display_is_plain_terminal(&session->conn->client.caps) ||
        (wish == MODE_UNSET && draws_itself))
        return MODE_LINE;
    return MODE_SCREEN;
}

bool display_sends_utf8(const struct present_state *present, const struct settings *settings)
{
    return present->shows_utf8 || settings->walls == WALLS_LINE;
}

bool display_draws_lines(const struct settings *settings, const struct present_state *present)
{
    enum wall_style walls = settings->walls;

    return walls == WALLS_LINE || (walls == WALLS_AUTO && present->shows_utf8);
}

enum text_form display_text_form(const struct session *session)
{
    const struct presentation *presentation = presentation_table[session->mode];
    bool is_in_game = session_is_in_game(session);
    int width = session->present.window_width;

    if (is_in_game ? presentation->is_spoken
                   : is_screen_reader(&session->auth, &session->conn->client.caps))
        return TEXT_SPOKEN;
    return !presentation->is_drawn && width >= DISPLAY_ROW_MIN && width < TEXT_TABLE_WIDTH
               ? TEXT_LIST
               : TEXT_TABLE;
}

int display_row_width(const struct session *session)
{
    int width = session->present.window_width;
    bool has_rows = session->preferences.settings.wraps && !session->present.screen.is_open &&
                    display_text_form(session) != TEXT_SPOKEN;

    return has_rows && width >= DISPLAY_ROW_MIN && width <= DISPLAY_ROW_MAX ? width : 0;
}

void display_on_answer(struct session *session)
{
    const struct client_caps *caps = &session->conn->client.caps;
    bool is_utf8 = client_shows_utf8(caps);
    bool is_measured =
        session->present.screen.is_open && session->present.screen.probe == PROBE_NONE;

    /* A client that does not name its charset keeps the result of a test in another mode. */
    if (session_is_in_game(session) &&
        (is_measured || (!is_utf8 && caps->charset != CHARSET_ASCII)))
        return;
    if (session->present.shows_utf8 != is_utf8)
        presentation_table[session->mode]->repaint(session);
    session->present.shows_utf8 = is_utf8;
}

const struct delver *display_viewer(const struct world *world, body_id viewer)
{
    const struct delver *delver = world_delver(world, viewer);

    return delver == NULL || delver->body.level == NULL ? NULL : delver;
}

const struct presentation *const presentation_table[PRESENTATION_COUNT] = {
    [MODE_UNSET] = &login_presentation, [MODE_SCREEN] = &screen_presentation,
    [MODE_LINE] = &line_presentation,   [MODE_READER] = &reader_presentation,
    [MODE_PAGE] = &page_presentation,
};

void presentation_stir(struct session *session)
{
    const struct presentation *presentation = presentation_table[session->mode];

    if (presentation->stir != NULL)
        presentation->stir(session);
}

void presentation_look(struct session *session)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = world_delver(world, session->viewer);
    char text[COMMANDS_TEXT_MAX];

    if (delver == NULL)
        return;
    around_tell_all(world, delver, text, sizeof text);
    presentation_table[session->mode]->show(session, text);
}

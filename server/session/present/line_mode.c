/*
 * Line mode: each event is a line, the map comes with `look`, and the prompt follows once all of a
 * tick's lines are out. Reader mode (reader_mode.c) uses the same lines and draws nothing.
 */
#include "server/session/present/line_mode.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "narrate/words.h"
#include "server/net/conn.h"
#include "server/session/sessions.h"
#include "server/session/auth/login.h"
#include "server/session/commands/orders.h"
#include "server/session/commands/commands.h"
#include "server/session/commands/list.h"
#include "server/session/commands/travel_session.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/watch/watch.h"
#include "term/ansi.h"
#include "term/view.h"

enum {
    WIDTH_MIN = 20, /* no window is taken to be narrower than that */
    MAP_WIDTH = 41,
    MAP_HEIGHT = 15,
    LARGE_MAP_WIDTH = 79,
    LARGE_MAP_HEIGHT = 21,
};

/* Bytes of a description that its map may take with its colours; the rest is for the words. */
enum { MAP_ROOM = COMMANDS_TEXT_MAX / 2 };

void line_mode_do_nothing(struct session *session)
{
    (void)session;
}

static void open_lines(struct session *session)
{
    session_write(session, "Walk with n ne e se s sw w nw; look looks, help helps.\n");
    line_presentation.look(session);
}

/* The colours of lines, where they were chosen or the client says that it shows some. NULL: none.
 */
static const struct palette *colours(const struct session *session)
{
    bool is_known = session->preferences.settings.is_colour_chosen ||
                    (session->conn->client.caps.terminal_standard & MTTS_ANSI) != 0;

    return is_known ? &session->present.palette : NULL;
}

void line_mode_tell(struct session *session, const char *text, enum role role)
{
    (void)role;
    session_write(session, text);
    session_write(session, "\n");
}

static void tell_in_colour(struct session *session, const char *text, enum role role)
{
    const struct palette *palette = colours(session);
    const char *colour = palette == NULL ? "" : ansi_role_start(role, *palette);

    session_write(session, colour);
    session_write(session, text);
    if (colour[0] != '\0')
        session_write(session, ansi_role_end);
    session_write(session, "\n");
}

void line_mode_list(struct session *session)
{
    list_show(session, "");
}

void line_mode_answer(struct session *session, char *text)
{
    session_write(session, text);
}

void line_mode_on_line(struct session *session)
{
    char error[COMMAND_ERROR_SIZE];
    struct command command = {.id = COMMAND_NONE};

    if (session->state == SESSION_WATCHING) {
        watch_on_line(session, session->present.line.text);
        return;
    }
    line_input_trim(&session->present.line);
    bool is_understood = command_parse(session->present.line.text, &command, error);

    session->present.wants_prompt = true;
    travel_session_interrupt(session, is_understood ? command.id : COMMAND_NONE);
    if (orders_take(session, session->present.line.text))
        return;
    if (is_understood)
        commands_run(session, &command);
    else
        session_tell(session, error, ROLE_BAD);
}

/* The map about the viewer, of which no row may go on in the next line; "" between levels. */
static void describe_map(const struct session *session, int width, int height, char *out,
                         size_t out_size)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = world_delver(world, session->viewer);
    int room =
        session->present.screen.width > WIDTH_MIN ? session->present.screen.width : WIDTH_MIN;

    out[0] = '\0';
    if (delver != NULL && delver->body.state == BODY_PRESENT)
        view_describe(world, delver, width < room ? width : room - 1, height, colours(session), out,
                      out_size);
}

static void show_map(struct session *session)
{
    char text[COMMANDS_TEXT_MAX];

    describe_map(session, LARGE_MAP_WIDTH, LARGE_MAP_HEIGHT, text, sizeof text);
    session_write(session, text);
}

/* The map after each walk, for those who asked for it. */
static void show_automap(struct session *session)
{
    char text[COMMANDS_TEXT_MAX];

    if (!session->preferences.settings.automap)
        return;
    describe_map(session, MAP_WIDTH, MAP_HEIGHT, text, sizeof text);
    session_write(session, text);
}

static void look(struct session *session)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = world_delver(world, session->viewer);
    char text[COMMANDS_TEXT_MAX];

    if (delver == NULL)
        return;
    describe_map(session, MAP_WIDTH, MAP_HEIGHT, text, MAP_ROOM);
    size_t length = strlen(text);
    words_surroundings(world, delver, text + length, sizeof text - length);
    session_write(session, text);
}

void line_mode_change_viewer(struct session *session, const char *text)
{
    session_tell(session, text, ROLE_GOOD);
    presentation_table[session->mode]->look(session);
    session->present.wants_prompt = true;
}

static void tell_own_step(struct session *session, const struct event *event)
{
    bool is_short = session->preferences.settings.steps == STEP_WORDS_SHORT;
    char text[64];

    if (session->preferences.settings.steps != STEP_WORDS_QUIET) {
        snprintf(text, sizeof text, "%s%s.", is_short ? "" : "You walk ", dir_name(event->dir));
        text[0] = (char)toupper((unsigned char)text[0]);
        session_tell(session, text, ROLE_TEXT);
    }
    show_automap(session);
}

void line_mode_tell_event(struct session *session, const struct event *event)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *viewer = world_delver(world, session->viewer);
    char text[WORDS_MAX];
    enum role role;

    if (viewer == NULL || travel_session_cover(session, event))
        return;
    if (words_event(world, event, viewer, text, sizeof text, &role))
        session_tell(session, text, role);
    if (event->kind == EVENT_ARRIVED && event->actor == session->viewer)
        presentation_table[session->mode]->look(session);
}

static void on_event(struct session *session, const struct event *event)
{
    const struct world *world = session->sessions->game->world;

    if (event->kind != EVENT_MOVED || event->actor != session->viewer)
        line_mode_tell_event(session, event);
    else if (world_delver(world, session->viewer) != NULL && !travel_session_cover(session, event))
        tell_own_step(session, event);
}

void line_mode_tell_travel(struct session *session, const struct travel_end *end)
{
    char text[TRAVEL_TEXT_SIZE];

    snprintf(text, sizeof text, "%s%s%s", end->walked,
             end->walked[0] != '\0' && end->why[0] != '\0' ? " " : "", end->why);
    if (text[0] != '\0')
        session_tell(session, text, ROLE_TEXT);
}

static void end_travel(struct session *session, const struct travel_end *end)
{
    line_mode_tell_travel(session, end);
    if (end->has_moved)
        show_automap(session);
}

bool line_mode_has_pending(const struct session *session)
{
    return session->present.wants_prompt;
}

const struct delver *line_mode_prompts(const struct session *session)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->viewer);
    bool is_asked =
        session->state == SESSION_PLAYING && delver != NULL && delver->body.queue_length > 0;

    return session->present.wants_prompt && !is_asked && !travel_session_are_running(session)
               ? delver
               : NULL;
}

void line_mode_write_prompt(struct session *session, const char *prompt)
{
    /* An empty prompt would be nothing but an empty line when more is told. */
    session->present.wants_prompt = false;
    if (prompt[0] != '\0')
        session_write_prompt(session, prompt);
    if (session->present.types_keys && session->present.line.length > 0)
        session_echo(session, session->present.line.text);
}

static void update(struct session *session)
{
    const struct delver *delver = line_mode_prompts(session);
    char prompt[64];

    if (delver == NULL)
        return;
    if (session->state == SESSION_WATCHING)
        snprintf(prompt, sizeof prompt, "watching %s> ", delver->name);
    else
        snprintf(prompt, sizeof prompt, "d%d %d/%d> ", delver->body.key.depth, delver->body.health,
                 delver->body.health_max);
    line_mode_write_prompt(session, prompt);
}

static void describe(const struct session *session, char *out, size_t out_size)
{
    (void)session;
    snprintf(out, out_size, "lines");
}

const struct presentation line_presentation = {
    .name = "line",
    .open = open_lines,
    .close = line_mode_do_nothing,
    .on_line = line_mode_on_line,
    .on_event = on_event,
    .update = update,
    .has_pending = line_mode_has_pending,
    .tell = tell_in_colour,
    .show = session_write,
    .answer = line_mode_answer,
    .look = look,
    .map = show_map,
    .examine = line_mode_list,
    .refresh = look,
    .change_viewer = line_mode_change_viewer,
    .end_travel = end_travel,
    .touch = line_mode_do_nothing,
    .repaint = line_mode_do_nothing,
    .describe = describe,
};

static void go_back_to_login(struct session *session, const char *why)
{
    session_write(session, why);
    session_write(session, "\n");
    login_prompt_again(session);
}

const struct presentation login_presentation = {
    .name = "none",
    .close = line_mode_do_nothing,
    .on_line = login_on_line,
    .tell = line_mode_tell,
    .show = session_write,
    .change_viewer = go_back_to_login,
    .touch = line_mode_do_nothing,
    .repaint = line_mode_do_nothing,
};

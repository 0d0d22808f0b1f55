/*
 * Line mode and reader mode.
 */
#include "server/session/present/line_mode.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "narrate/words.h"
#include "server/net/conn.h"
#include "server/session/sessions.h"
#include "server/session/commands/orders.h"
#include "server/session/commands/commands.h"
#include "server/session/session.h"
#include "term/view.h"

void line_mode_open(struct session *session)
{
    session_write(session, session->mode == MODE_READER
                               ? "Type n, ne, e and so on to walk; look, who, say, help, quit.\n"
                               : "Walk with n ne e se s sw w nw; look looks, help helps.\n");
    commands_look(session);
}

const struct palette *line_mode_palette(const struct session *session)
{
    enum { MTTS_ANSI = 1 };
    bool is_known = session->settings.is_colour_chosen ||
                    (session->conn->telnet.terminal_standard & MTTS_ANSI) != 0;

    return session->mode == MODE_LINE && is_known ? &session->palette : NULL;
}

void line_mode_on_line(struct session *session)
{
    char error[COMMAND_ERROR_SIZE];
    struct command command = {.id = COMMAND_NONE};
    line_input_trim(&session->line);
    bool is_understood = command_parse(session->line.text, &command, error);

    session->wants_prompt = true;
    errands_interrupt(session, is_understood ? command.id : COMMAND_NONE);
    if (orders_take(session, session->line.text))
        return;
    if (is_understood)
        commands_run(session, &command);
    else
        session_tell(session, error, ROLE_BAD);
}

/* A reader hears what is new where they are now; whatever was said once is not said again. */
static void tell_news(struct session *session)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = world_delver(world, session->eyes);
    char text[AROUND_STEP_MAX];

    if (session->mode == MODE_READER && delver != NULL && delver->body.state == BODY_PRESENT &&
        around_step(world, delver, &session->notebook->told, text, sizeof text))
        session_tell(session, text, ROLE_TEXT);
}

static void tell_own_step(struct session *session, const struct event *event)
{
    bool is_short = session->settings.steps == STEP_WORDS_SHORT;
    char text[64];

    if (session->settings.steps != STEP_WORDS_QUIET && session->mode != MODE_READER) {
        snprintf(text, sizeof text, "%s%s.", is_short ? "" : "You walk ", dir_name(event->dir));
        text[0] = (char)toupper((unsigned char)text[0]);
        session_tell(session, text, ROLE_TEXT);
    }
    commands_show_automap(session);
}

void line_mode_on_event(struct session *session, const struct event *event)
{
    const struct sessions *sessions = session->sessions;
    const struct delver *viewer = world_delver(sessions->game->world, session->eyes);
    char text[WORDS_MAX];
    enum role role;

    session->has_news = true;
    if (viewer == NULL || errands_cover(session, event))
        return;
    if (event->kind == EVENT_MOVED && event->actor == session->eyes)
        tell_own_step(session, event);
    else if (words_event(sessions->game->world, event, viewer, text, sizeof text, &role))
        session_tell(session, text, role);
    if (event->kind == EVENT_ARRIVED && event->actor == session->eyes)
        commands_look(session);
}

void line_mode_attend(struct session *session)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->eyes);
    char prompt[64];

    if (session->has_news && !errands_are_running(session)) {
        session->has_news = false;
        tell_news(session);
    }
    /* What was asked for answers first, and then the prompt follows once. */
    if (!session->wants_prompt || delver == NULL || errands_are_running(session) ||
        (session->state == SESSION_PLAYING && delver->body.queue_length > 0))
        return;
    if (session->mode == MODE_READER)
        snprintf(prompt, sizeof prompt, "%s", session->settings.punctuation ? "> " : "");
    else if (session->state == SESSION_WATCHING)
        snprintf(prompt, sizeof prompt, "watching %s> ", delver->name);
    else
        snprintf(prompt, sizeof prompt, "d%d %d/%d> ", delver->body.key.depth, delver->body.health,
                 delver->body.health_max);
    /* An empty prompt would be nothing but an empty line when more is told. */
    session->wants_prompt = false;
    if (prompt[0] != '\0')
        session_write_prompt(session, prompt);
    /* What was half typed when other lines came between stands behind the new prompt again. */
    if (session->types_keys && session->line.length > 0)
        session_echo(session, session->line.text);
}

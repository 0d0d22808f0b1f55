/*
 * The page of a death: opened by the event, without reaction to keys and lines for a second of
 * ticks, then closed by Enter or a word.
 */
#include "server/session/present/death_page.h"

#include <stdio.h>
#include <string.h>

#include "narrate/death_words.h"
#include "server/session/commands/players.h"
#include "server/session/present/presentation.h"
#include "server/session/present/screen_mode.h"
#include "server/session/present/typing.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "term/keymap.h"
#include "term/layout.h"
#include "term/overlay.h"
#include "world/event.h"

enum { DEAF_MS = 1000 };

static const char key_ends[] = OVERLAY_ENDED_BY_ENTER;
static const char word_ends[] = "wake goes on.\n";

bool death_page_is_open(const struct death_page *death)
{
    return death->is_open;
}

static bool is_deaf(const struct session *session)
{
    const struct world *world = session->sessions->game->world;

    return world->tick - session->present.death.since_tick < world_ms(world, DEAF_MS);
}

static void forget_typing(struct session *session)
{
    session->ration.key_count = 0;
    typing_forget(&session->present.ahead);
    players_forget(&session->commands);
    session->commands.travel.request.kind = TRAVEL_NONE;
    screen_mode_clear(session);
}

void death_page_on_event(struct session *session, const struct event *event)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = world_delver(world, session->actor);
    char text[DEATH_TEXT_MAX + sizeof key_ends];

    if (event->kind == EVENT_ARRIVED && event->actor == session->actor)
        session->present.death.tells_waking = false;
    if (event->kind != EVENT_DIED || event->other != session->actor || delver == NULL ||
        delver->life.deaths.count == 0 || session->state != SESSION_PLAYING)
        return;
    forget_typing(session);
    session->present.death.is_open = true;
    session->present.death.has_dropped = false;
    session->present.death.tells_waking = delver->transit_home != 0;
    session->present.death.since_tick = world->tick;
    death_describe(world, delver, text, DEATH_TEXT_MAX);
    size_t length = strlen(text);
    snprintf(text + length, sizeof text - length, "%s",
             session->present.screen.is_open ? key_ends : word_ends);
    presentation_table[session->mode]->show(session, text);
    session->present.wants_prompt = true;
}

static void end_page(struct session *session)
{
    session->present.death.is_open = false;
    screen_mode_clear(session);
    if (session->present.screen.is_open)
        screen_mode_touch(session);
    else
        presentation_table[session->mode]->look(session);
}

/* Turns to another page, if the window is too small for all; other keys do nothing. */
static void turn(struct session *session, struct key key)
{
    struct screen_mode *screen = &session->present.screen;
    const struct layout layout = layout_of(screen->width, screen->height);
    int first = overlay_turn(key, screen->overlay_first, screen->drawing.overlay_left,
                             overlay_page(&layout));

    if (first >= 0)
        screen->overlay_first = first;
    screen_mode_touch(session);
}

bool death_page_take_key(struct session *session, struct key key)
{
    enum command_id id = keymap_find(key).id;

    if (!death_page_is_open(&session->present.death))
        return false;
    /* The page was opened in another mode, or something else was shown since. */
    if (session->present.screen.overlay == NULL) {
        session->present.death.is_open = false;
        return false;
    }
    if (id == COMMAND_REDRAW)
        screen_mode_redraw(session);
    else if (!is_deaf(session) && key.code == KEY_ENTER)
        end_page(session);
    else if (!is_deaf(session) && id == COMMAND_QUIT && key.ctrl)
        return false;
    else if (!is_deaf(session))
        turn(session, key);
    return true;
}

/* True if the command of a line may run. A refused line uses as much of the client's allowance as
   one that runs. */
bool death_page_lets_run(struct session *session, enum command_id id)
{
    bool ends = id == COMMAND_NONE || id == COMMAND_WAKE;
    bool is_refused = command_row(id)->is_action || id == COMMAND_CANCEL;

    if (!death_page_is_open(&session->present.death) || id == COMMAND_QUIT)
        return true;
    if (!is_deaf(session) && !ends && !is_refused)
        return true;
    session_pay(session, (int)id);
    if (is_deaf(session)) {
        if (!session->present.death.has_dropped)
            session_tell(session, "You died: wake goes on, in a moment.", ROLE_DIM_TEXT);
        session->present.death.has_dropped = true;
        return false;
    }
    if (ends)
        end_page(session);
    else
        session_tell(session, "You died: wake goes on.", ROLE_DIM_TEXT);
    return false;
}

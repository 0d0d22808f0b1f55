/*
 * Messages that wait for the disk. The tick of the change is noted; its change set is known once
 * the tick is saved, and the message is sent when that set is on disk.
 */
#include "server/session/commands/saved.h"

#include <stdio.h>

#include "server/game/roster.h"
#include "server/game/save_watch.h"
#include "server/game/tick.h"
#include "server/net/conn.h"
#include "server/save/persist.h"
#include "server/session/preferences/preferences.h"
#include "server/session/session.h"
#include "server/session/session_life.h"
#include "server/session/sessions.h"

/* True if the changes of tick saved->tick_count and of all earlier ticks are on disk. The first
   call after the changes were collected notes the ticket of the newest change set to wait for. */
static bool is_on_disk(struct saved *saved, const struct sessions *sessions)
{
    const struct tick *tick = sessions->game->tick;

    if (tick->is_save_overdue || tick->saved_count < saved->tick_count)
        return false;
    if (saved->ticket == 0)
        saved->ticket = tick->newest_ticket;
    return persist_is_saved(sessions->persist, saved->ticket);
}

static void await_save(struct saved *saved, struct tick *tick)
{
    saved->tick_count = tick->count;
    saved->ticket = 0;
}

void saved_promise(struct saved *saved, struct tick *tick)
{
    saved->is_owed = true;
    await_save(saved, tick);
}

void saved_by_wish(struct session *session, const struct command *command)
{
    struct saved *saved = &session->commands.saved;
    uint64_t now_ms = session->sessions->base->now_ms;
    char unsaved[SAVE_WATCH_TEXT_SIZE];

    (void)command;
    if (saved->wished_at_ms != 0 && now_ms - saved->wished_at_ms < SAVED_PAUSE_MS) {
        session_tell(session, "You saved a moment ago. The server saves by itself each second.",
                     ROLE_DIM_TEXT);
        return;
    }
    saved->wished_at_ms = now_ms;
    if (save_watch_describe(session->sessions->game, unsaved))
        session_tell(session, unsaved, ROLE_BAD);
    saved_promise(saved, session->sessions->game->tick);
}

void saved_note_left(struct saved *saved, const struct base *base, struct tick *tick)
{
    saved->has_left = true;
    saved->left_at_ms = base->now_ms;
    await_save(saved, tick);
}

/* The message to a player whose damaged row was left out of a save; the rows of all others are on
   disk. */
#define LEFT_OUT                                                                                   \
    "Not saved: your own record could not be written, and stays as it was before. "                \
    "Please tell the operator."

static bool is_left_out(const struct session *session)
{
    return persist_left_out(session->sessions->persist, session->account.id);
}

void saved_acknowledge(struct session *session)
{
    if (!session->commands.saved.is_owed ||
        !is_on_disk(&session->commands.saved, session->sessions))
        return;
    session->commands.saved.is_owed = false;
    if (is_left_out(session))
        session_tell(session, LEFT_OUT, ROLE_BAD);
    else
        session_tell(session, "Saved.", ROLE_DIM_TEXT);
}

/* Sends the farewell, which says that all is saved unless this player was left out of the save. */
static void say_farewell(struct session *session)
{
    const char *farewell = session->commands.saved.farewell;

    session_say_goodbye(session, is_left_out(session) ? LEFT_OUT " Goodbye." : farewell);
}

static void say_not_saved(struct session *session)
{
    const struct sessions *sessions = session->sessions;
    bool is_stopping = sessions->base->is_stopping;
    char text[SAVE_WATCH_TEXT_SIZE];

    snprintf(text, sizeof text,
             "%sNot saved: the server's disk refuses. Changes since %s are kept only if %s. "
             "Goodbye.",
             is_stopping ? "The server is stopping. " : "", sessions->game->save_watch->since,
             is_stopping ? "the last save succeeds" : "it recovers");
    session_say_goodbye(session, text);
}

void saved_await_farewell(struct session *session)
{
    struct sessions *sessions = session->sessions;

    if (!session->commands.saved.has_left) {
        /* Repeats the request, in case the last tick had no room for it. */
        roster_leave(sessions->game, session->conn->serial);
        return;
    }
    if (is_on_disk(&session->commands.saved, sessions)) {
        session->actor = 0;
        say_farewell(session);
    } else if (sessions->base->now_ms - session->commands.saved.left_at_ms > SAVED_PATIENCE_MS &&
               sessions->game->save_watch->is_failing) {
        session->actor = 0;
        say_not_saved(session);
    }
}

void saved_end_waiting(struct session *session)
{
    struct saved *saved = &session->commands.saved;

    if (session->state != SESSION_LEAVING)
        return;
    if (saved->has_left)
        session->actor = 0;
    if (saved->has_left && is_on_disk(saved, session->sessions))
        say_farewell(session);
    else if (session->sessions->game->save_watch->is_failing)
        say_not_saved(session);
    else
        session_say_goodbye(session,
                            "The server is stopping and waits no longer for its disk: what changed "
                            "in the last moments may be lost. Goodbye.");
}

enum { ASK_AGAIN_MS = 30000 }; /* time after which a request counts as the first one again */

bool leave_is_danger(const struct world *world, body_id actor)
{
    const struct delver *delver = world_delver(world, actor);

    return delver != NULL && delver->body.state == BODY_PRESENT &&
           (delver->time.state != COMPANY_CALM || delver->danger.is_present);
}

void leave_by_wish(struct session *session, const struct command *command)
{
    uint64_t now = session->sessions->base->now_ms;
    uint64_t *asked_at = &session->commands.leave_asked_at_ms;

    (void)command;
    if (!leave_is_danger(session->sessions->game->world, session->actor)) {
        session_leave(session, "Saved. Your position and map are kept. Goodbye.");
        return;
    }
    if (*asked_at != 0 && now - *asked_at < ASK_AGAIN_MS) {
        session_note_end(session, "quit-in-danger");
        session_say_goodbye(session, "You leave in danger: your body stays for a while. Goodbye.");
        return;
    }
    *asked_at = now;
    session_tell(session,
                 "In danger. Quit again leaves your character here undefended; two quiet seconds "
                 "make it safe.",
                 ROLE_BAD);
}

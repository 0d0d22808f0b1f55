/*
 * Events as lines of text. Most events are a line each; those of a fight are folded into fewer
 * lines, as detailed as the player wants (narrate/fight_fold.h). The log of a drawn presentation
 * omits events that the map shows, joins consequences to their act, and counts repeated acts.
 */
#include "server/session/present/event_lines.h"

#include <stdlib.h>

#include "narrate/words.h"
#include "server/session/commands/travel_session.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

/* Returns the fold of fights, which is allocated with the first fight; NULL: no fight has begun, or
   there is no memory. */
static struct fight_fold *open_fold(struct scrollback *scrollback, const struct event *event)
{
    if (scrollback->fights == NULL && fight_fold_begins(event))
        scrollback->fights = calloc(1, sizeof *scrollback->fights);
    return scrollback->fights;
}

enum fight_words fight_lines_words(const struct settings *settings, enum session_mode mode)
{
    static const enum fight_words words[FIGHTS_COUNT] = {[FIGHTS_FULL] = FIGHT_WORDS_FULL,
                                                         [FIGHTS_OWN] = FIGHT_WORDS_OWN,
                                                         [FIGHTS_BRIEF] = FIGHT_WORDS_BRIEF};

    if (settings->fights != FIGHTS_AUTO)
        return words[settings->fights];
    return presentation_table[mode]->is_spoken ? FIGHT_WORDS_BRIEF : FIGHT_WORDS_FULL;
}

bool fight_lines_take(struct session *session, const struct event *event,
                      const struct delver *viewer)
{
    enum fight_words words = fight_lines_words(&session->preferences.settings, session->mode);

    /* Most events belong to no fight: skip the search for one. */
    if (!fight_fold_begins(event) && words != FIGHT_WORDS_BRIEF)
        return false;
    struct fight_fold *fold = open_fold(session->present.scrollback, event);
    if (fold == NULL ||
        !fight_fold_take(fold, session->sessions->game->world, event, viewer, words))
        return false;
    session_make_runnable(session);
    return true;
}

/* Tells a line; on a screen a repeated line is counted. */
static void tell(struct session *session, const char *text, enum role role)
{
    if (!presentation_table[session->mode]->is_drawn) {
        session_tell(session, text, role);
        return;
    }
    message_log_count(&session->present.scrollback->messages, text, role);
    presentation_table[session->mode]->tell(session, text, role);
}

void fight_lines_flush(struct session *session)
{
    const struct delver *viewer = world_delver(session->sessions->game->world, session->viewer);
    char text[FOLD_TEXT_MAX];
    enum role role;

    if (session->present.scrollback->fights == NULL || viewer == NULL)
        return;
    while (fight_fold_flush(
        session->present.scrollback->fights, session->sessions->game->world, viewer,
        fight_lines_words(&session->preferences.settings, session->mode), text, sizeof text, &role))
        tell(session, text, role);
}

void fight_lines_precede(struct session *session, const struct event *event,
                         const struct delver *viewer)
{
    if (session->present.scrollback->fights == NULL)
        return;
    fight_fold_end(session->present.scrollback->fights, event);
    if (fight_fold_precedes(session->present.scrollback->fights, session->sessions->game->world,
                            event, viewer))
        fight_lines_flush(session);
}

void fight_lines_update(struct session *session)
{
    const struct delver *viewer = world_delver(session->sessions->game->world, session->viewer);
    char text[FOLD_TEXT_MAX];
    enum role role;

    if (session->present.scrollback->fights == NULL)
        return;
    if (viewer == NULL) {
        *session->present.scrollback->fights = (struct fight_fold){0};
        return;
    }
    while (fight_fold_next(session->present.scrollback->fights, session->sessions->game->world,
                           viewer, fight_lines_words(&session->preferences.settings, session->mode),
                           text, sizeof text, &role))
        tell(session, text, role);
}

bool fight_lines_are_pending(const struct fight_fold *fights)
{
    return fights != NULL && fight_fold_is_pending(fights);
}

bool event_is_own(body_id actor, const struct event *event)
{
    return actor != 0 && (event->actor == actor || event->other == actor);
}

bool event_is_shown(body_id viewer, const struct world *world, const struct event *event)
{
    return event->actor != viewer &&
           (event->kind == EVENT_DOOR_OPENED || event->kind == EVENT_DOOR_CLOSED ||
            event->kind == EVENT_LANTERN || event->kind == EVENT_FOUNTAIN) &&
           world_delver(world, event->actor) != NULL;
}

bool event_is_waking(const struct death_page *death, body_id actor, const struct event *event)
{
    return death->tells_waking && event->kind == EVENT_ARRIVED && event->actor == actor &&
           event->passage == PASSAGE_DIED;
}

bool event_log(struct session *session, const struct delver *viewer, const struct event *event,
               char *text, enum role *out_role)
{
    struct message_log *messages = &session->present.scrollback->messages;

    bool is_on_the_way = event->kind == EVENT_DOOR_OPENED &&
                         travel_session_cover(&session->commands.travel, session->actor, event);
    if (is_on_the_way || event_is_shown(session->viewer, session->sessions->game->world, event) ||
        event_is_waking(&session->present.death, session->actor, event) ||
        fight_lines_take(session, event, viewer) ||
        !words_event(session->sessions->game->world, event, viewer, text, WORDS_MAX, out_role))
        return false;
    fight_lines_precede(session, event, viewer);
    /* A repeated refusal says nothing new: no message, and so no bytes. */
    if (event->kind == EVENT_REFUSED && message_log_ends_with(messages, text))
        return false;
    uint64_t now = session->sessions->game->world->tick;
    uint64_t *acted_at = &session->present.scrollback->acted_at;
    if (words_join_act(event, viewer) && *acted_at == now && message_log_extend(messages, text))
        return true;
    *acted_at = event->actor == session->viewer ? now : 0;
    /* Repeated acts of the viewer share a line with a count; acts of others and speech do not. */
    if (event->actor == session->viewer && event->kind != EVENT_SAID)
        message_log_count(messages, text, *out_role);
    else
        message_log_add(messages, text, *out_role);
    return true;
}

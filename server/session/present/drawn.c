/*
 * Functions shared by the presentations that are drawn.
 */
#include "server/session/present/drawn.h"

#include "narrate/words.h"
#include "server/session/commands/travel_session.h"
#include "server/session/present/fight_news.h"
#include "server/session/present/waking.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

const struct delver *drawn_viewer(const struct session *session)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->viewer);

    return delver == NULL || delver->body.level == NULL ? NULL : delver;
}

bool drawn_is_own(const struct session *session, const struct event *event)
{
    return session->actor != 0 &&
           (event->actor == session->actor || event->other == session->actor);
}

bool drawn_is_bystanders(const struct session *session, const struct event *event)
{
    return event->actor != session->viewer &&
           (event->kind == EVENT_DOOR_OPENED || event->kind == EVENT_DOOR_CLOSED ||
            event->kind == EVENT_LANTERN || event->kind == EVENT_FOUNTAIN) &&
           world_delver(session->sessions->game->world, event->actor) != NULL;
}

bool drawn_log_event(struct session *session, const struct delver *viewer,
                     const struct event *event, char *text, enum role *out_role)
{
    struct message_log *messages = &session->present.scrollback->messages;

    bool is_on_the_way = event->kind == EVENT_DOOR_OPENED && travel_session_cover(session, event);
    if (is_on_the_way || drawn_is_bystanders(session, event) || waking_was_told(session, event) ||
        fight_news_take(session, event, viewer) ||
        !words_event(session->sessions->game->world, event, viewer, text, WORDS_MAX, out_role))
        return false;
    fight_news_precede(session, event, viewer);
    /* The same refusal again says nothing new: no message, and so no bytes. */
    if (event->kind == EVENT_REFUSED && message_log_ends_with(messages, text))
        return false;
    uint64_t now = session->sessions->game->world->tick;
    uint64_t *acted_at = &session->present.scrollback->acted_at;
    if (words_join_act(event, viewer) && *acted_at == now && message_log_extend(messages, text))
        return true;
    *acted_at = event->actor == session->viewer ? now : 0;
    /* One's own doing again and again is one line; what others do and what is said is not. */
    if (event->actor == session->viewer && event->kind != EVENT_SAID)
        message_log_count(messages, text, *out_role);
    else
        message_log_add(messages, text, *out_role);
    return true;
}

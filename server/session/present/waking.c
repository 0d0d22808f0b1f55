/*
 * The waking after a death.
 */
#include "server/session/present/waking.h"

#include "server/session/session.h"
#include "world/event.h"

bool waking_was_told(const struct session *session, const struct event *event)
{
    return session->present.death.tells_waking && event->kind == EVENT_ARRIVED &&
           event->actor == session->actor && event->passage == PASSAGE_DIED;
}

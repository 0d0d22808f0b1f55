/*
 * Leaving by wish.
 */
#include "server/session/commands/leave.h"

#include "server/session/session.h"
#include "server/session/session_life.h"
#include "server/session/sessions.h"

enum { ASK_AGAIN_MS = 30000 }; /* after which a wish is a first one again */

bool leave_is_danger(const struct session *session)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);

    return delver != NULL && delver->body.state == BODY_PRESENT &&
           (delver->peril.time != COMPANY_CALM || delver->peril.is_in_danger);
}

void leave_by_wish(struct session *session)
{
    uint64_t now = session->sessions->base->now_ms;
    uint64_t *asked_at = &session->commands.leave_asked_at_ms;

    if (!leave_is_danger(session)) {
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

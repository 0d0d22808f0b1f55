/*
 * Where somebody finds themselves who was here before.
 */
#include "server/session/welcome.h"

#include "server/server.h"
#include "server/session/session.h"

const char *welcome_place(const struct session *session, bool is_takeover)
{
    const struct actor *actor = world_actor(session_server(session)->world, session->actor);
    struct level_key left = session->delver.level;

    if (is_takeover)
        return "You were still here: you take over where you stand.";
    if (session->is_new)
        return "You stand at the top of the dungeon.";
    if (actor == NULL || level_key_equal(actor->record.level, left) ||
        pos_equal(session->delver.at, pos_of(0, 0)))
        return "You are where you left.";
    if (actor->record.level.depth != left.depth)
        return "The keepers have closed the level you left: you are above it.";
    return "The level you left was made anew: you are at its stairs.";
}

/*
 * A player's own graves and deaths.
 */
#include "server/session/commands/graves.h"

#include <stdio.h>
#include <strings.h>

#include "narrate/death_words.h"
#include "server/session/commands/travel_session.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "world/grave.h"

static const struct delver *own(const struct session *session)
{
    return world_delver(session->sessions->game->world, session->actor);
}

void graves_tell_deaths(struct session *session)
{
    const struct delver *delver = own(session);
    char text[DEATH_TEXT_MAX];

    if (delver == NULL)
        return;
    deaths_list(session->sessions->game->world, delver, text, sizeof text);
    presentation_table[session->mode]->show(session, text);
}

static const struct death *newest(const struct session *session)
{
    const struct delver *delver = own(session);

    return delver == NULL ? NULL : death_with_grave(session->sessions->game->world, delver);
}

void grave_tell(struct session *session)
{
    const struct death *death = newest(session);
    char text[DEATH_LINE_MAX + 96];

    if (death == NULL)
        return;
    grave_line(session->sessions->game->world, death, text, sizeof text);
    session_tell(session, text, ROLE_TEXT);
}

bool grave_where(struct session *session, const char *words)
{
    if (strcasecmp(words, "grave") != 0)
        return false;
    if (newest(session) == NULL)
        session_tell(session, "You have no grave.", ROLE_DIM_TEXT);
    grave_tell(session);
    return true;
}

/* A cell that the grave's owner has seen, as it died there, though the memory may be lost. */
static void walk_to(struct session *session, const struct delver *delver, const struct death *death)
{
    const struct level *level;
    const struct grave *grave =
        grave_of_death(session->sessions->game->world, delver, death, &level);

    if (grave == NULL)
        session_tell(session, "Your grave is gone.", ROLE_DIM_TEXT);
    else if (delver_remembered(delver, grave->at) == TILE_UNKNOWN)
        session_tell(session, "You do not remember the way: explore finds it.", ROLE_DIM_TEXT);
    else
        travel_session_go(session, grave->at, "grave");
}

bool grave_travel(struct session *session, const char *words)
{
    const struct delver *delver = own(session);
    const struct death *death = newest(session);
    char text[96];

    if (strcasecmp(words, "grave") != 0)
        return false;
    if (delver == NULL || death == NULL || delver->body.state != BODY_PRESENT) {
        session_tell(session, "You have no grave.", ROLE_DIM_TEXT);
        return true;
    }
    int depth = delver->body.key.depth;
    if (depth == death->depth && delver->body.key.wing == death->wing) {
        walk_to(session, delver, death);
    } else if (depth == death->depth) {
        session_tell(session, "Your grave is in another wing of this depth.", ROLE_DIM_TEXT);
    } else {
        const char *way = death->depth > depth ? "down" : "up";
        snprintf(text, sizeof text,
                 "Your grave is on depth %d: take the stairs %s, then travel "
                 "grave again.",
                 death->depth, way);
        session_tell(session, text, ROLE_TEXT);
        travel_session_travel(session, way);
    }
    return true;
}

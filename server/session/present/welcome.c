/*
 * The text at the start of a visit: where a returning player stands, and why.
 */
#include "server/session/present/welcome.h"

#include <stdio.h>
#include <string.h>

#include "content/goal.h"
#include "server/game/roster.h"
#include "server/session/present/presentation.h"
#include "server/session/sessions.h"
#include "server/session/session.h"

enum { WELCOME_SIZE = 160, COLUMNS = 80 };

static const char was_remade[] = "The level you left was rebuilt: you are at its up stairs.";
static const char was_put_back[] = "The level you left was restored: you are at its up stairs.";

/* The change to the level that moved this delver, as a sentence (static text); NULL: none did. */
static const char *find_change(const struct session *session, bool is_takeover)
{
    const struct sessions *sessions = session->sessions;
    const struct delver *delver = world_delver(sessions->game->world, session->actor);
    const struct seat *seat = roster_seat_of_body(sessions->game->roster, session->actor);
    struct level_key left = session->left;

    if (is_takeover)
        return seat != NULL && seat->was_moved ? "The level was rebuilt: you are at its up stairs."
                                               : NULL;
    if (session->is_new || delver == NULL || level_key_equal(delver->body.key, left) ||
        pos_equal(session->left_at, pos_of(0, 0)))
        return NULL;
    if (delver->body.key.depth != left.depth)
        return "The level you left is closed: you are on the level above.";
    return delver->body.key.generation < left.generation ? was_put_back : was_remade;
}

void welcome_write(struct session *session, bool is_takeover)
{
    const char *place = find_change(session, is_takeover);
    char text[WELCOME_SIZE];

    if (place == NULL && is_takeover)
        place = "You were still connected elsewhere; that session was closed.";
    else if (place == NULL)
        place =
            session->is_new ? "You stand at the top of the dungeon." : "You are where you left.";
    size_t length = (size_t)snprintf(text, sizeof text, "Welcome%s, %s.",
                                     session->is_new ? "" : " back", session->account.name);
    snprintf(text + length, sizeof text - length, "%s%s\n",
             length + 1 + strlen(place) > COLUMNS ? "\n" : " ", place);
    session_write(session, text);
    if (session->is_new && !is_takeover)
        session_write(session, GOAL_SENTENCE "\n" GOAL_FIRST "\n");
}

void welcome_repeat(struct session *session, bool is_takeover)
{
    const char *place = find_change(session, is_takeover);

    if (place != NULL && presentation_table[session->mode]->is_drawn)
        session_tell(session, place, ROLE_GOOD);
    /* The lines of the login are gone as soon as a screen is drawn. */
    if (session->is_new && !is_takeover && session->present.screen.is_open)
        session_tell(session, GOAL_SENTENCE, ROLE_GOOD);
}

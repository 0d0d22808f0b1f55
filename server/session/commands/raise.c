/*
 * Raising and giving up by words and keys. The world itself says what cannot be done.
 */
#include "server/session/commands/raise.h"

#include "server/session/commands/players.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

static void ask(struct session *session, struct action action)
{
    struct input *input = session_input(session, INPUT_ACTION);

    if (input != NULL)
        input->action = action;
}

void raise_fallen(struct session *session, const char *words)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = world_delver(world, session->actor);
    struct action action = {.verb = ACTION_RAISE};

    if (delver == NULL || delver->body.state != BODY_PRESENT)
        return;
    if (words[0] != '\0') {
        action.target = players_find_beside(session, delver, words);
        if (action.target == 0)
            return;
    }
    ask(session, action);
}

void give_up(struct session *session)
{
    ask(session, (struct action){.verb = ACTION_YIELD});
}

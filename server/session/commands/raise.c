/*
 * Raising and giving up by words and keys. The world itself says what cannot be done.
 */
#include "server/session/commands/raise.h"

#include <string.h>
#include <strings.h>

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
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT && words[0] != '\0'; dir++) {
        struct pos at = pos_step(delver->body.at, dir);
        const struct delver *other = world_delver(world, level_body_at(delver->body.level, at));
        if (other != NULL && strncasecmp(other->name, words, strlen(words)) == 0)
            action.target = other->body.id;
    }
    if (words[0] != '\0' && action.target == 0)
        session_tell(session, "Nobody of that name is beside you.", ROLE_TEXT);
    else
        ask(session, action);
}

void give_up(struct session *session)
{
    ask(session, (struct action){.verb = ACTION_YIELD});
}

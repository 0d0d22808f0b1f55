/*
 * Targets by words.
 */
#include "server/session/commands/target.h"

#include <stdio.h>
#include <string.h>

#include "narrate/command.h"
#include "narrate/threats.h"
#include "server/session/session.h"
#include "server/session/sessions.h"

/* The place in the list of the nearest awake foe, else of the nearest. */
static int find_nearest(const struct threats *threats)
{
    for (int i = 0; i < threats->count; i++) {
        if (threats->list[i].is_awake)
            return i;
    }
    return 0;
}

/* -1: none has that name or number; `hint` says which name could have been meant. */
static int find_said(const struct world *world, const struct threats *threats, const char *words,
                     char hint[NAME_HINT_SIZE])
{
    int number;

    if (command_number(words, &number))
        return number <= threats->count ? number - 1 : -1;
    return threats_named(world, threats, words, hint);
}

bool target_find(struct session *session, const struct delver *delver, const char *words,
                 struct action *action)
{
    const struct world *world = session->sessions->game->world;
    struct threats threats;
    char hint[NAME_HINT_SIZE] = "";
    char text[NAME_HINT_SIZE + 64];

    action->dir = command_direction(words, strlen(words));
    if (action->dir != DIR_NONE)
        return true;
    threats_collect(world, delver, &threats);
    int chosen =
        words[0] == '\0' ? find_nearest(&threats) : find_said(world, &threats, words, hint);
    if (threats.count == 0 || chosen < 0) {
        snprintf(text, sizeof text, "%s%s",
                 words[0] == '\0' ? "No foe is in view to aim at. A direction will do: east, n."
                                  : "No such foe is in view.",
                 hint);
        session_tell(session, text, ROLE_DIM_TEXT);
        return false;
    }
    action->target = threats.list[chosen].foe;
    return true;
}

/*
 * The lantern road and fountains.
 */
#include "server/session/commands/road.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "narrate/command.h"
#include "narrate/place_words.h"
#include "narrate/name_match.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "world/haven.h"

enum { PLACE_MAX = 80, ROAD_TEXT_MAX = 128 + HAVEN_COUNT * PLACE_MAX };

static const struct delver *present(struct session *session)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);

    return delver != NULL && delver->body.state == BODY_PRESENT ? delver : NULL;
}

static void queue(struct session *session, enum action_verb verb, int object)
{
    struct input *input = session_input(session, INPUT_ACTION);

    if (input != NULL)
        input->action = (struct action){.verb = verb, .object = (uint32_t)object};
}

/* "The lantern road leads to depth 1, the Wine Cellar, in the Cellars; depth 5, …" */
static void tell(struct session *session, const struct delver *delver)
{
    const struct world *world = session->sessions->game->world;
    struct level_key key = delver->body.key;
    char text[ROAD_TEXT_MAX];
    size_t length = (size_t)snprintf(text, sizeof text, "The lantern road leads to");
    int count = 0;

    for (int number = 0; number < HAVEN_COUNT; number++) {
        int depth = haven_depth(number);
        char place[PLACE_MAX];
        if (!haven_is_joined(&delver->life, depth))
            continue;
        key.depth = (uint16_t)depth;
        place_level_name(world, &key, place, sizeof place);
        length += (size_t)snprintf(text + length, sizeof text - length, "%s depth %d, %s%s",
                                   count++ == 0 ? "" : ";", depth, place,
                                   depth == delver->body.key.depth ? ", where you are" : "");
    }
    snprintf(text + length, sizeof text - length, ".%s",
             count == 1 ? " Touch the lanterns of havens to make it longer." : "");
    session_tell(session, text, ROLE_TEXT);
}

void road_run(struct session *session, const char *words)
{
    const struct delver *delver = present(session);
    int depth = 0;

    if (delver == NULL)
        return;
    if (words[0] == '\0')
        tell(session, delver);
    else if (command_number(words, &depth))
        queue(session, ACTION_ROAD, depth);
    else
        session_tell(session, "road takes the depth of a haven: road 5.", ROLE_DIM_TEXT);
}

bool road_travel(struct session *session, const char *words)
{
    static const char road[] = "road";
    size_t length = strcspn(words, " ");

    if (length != sizeof road - 1 || strncasecmp(words, road, length) != 0)
        return false;
    road_run(session, words + length + strspn(words + length, " "));
    return true;
}

bool road_drink(struct session *session, const char *words)
{
    const struct name_words named =
        name_words_of(words + (strncasecmp(words, "from ", 5) == 0 ? 5 : 0));

    if (name_match(&named, "fountain") != NAME_RANK_WHOLE)
        return false;
    if (present(session) != NULL)
        queue(session, ACTION_SIP, 0);
    return true;
}

/*
 * The list of things, as words and as goals.
 */
#include "server/session/list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/server.h"
#include "server/session/commands.h"
#include "server/session/session.h"
#include "term/around.h"

static const struct actor *present(struct session *session)
{
    const struct actor *actor = world_actor(session_server(session)->world, session->actor);

    return actor != NULL && actor->state == ACTOR_PRESENT ? actor : NULL;
}

static void collect(struct session *session, const struct actor *actor, unsigned kinds)
{
    const struct things_wish wish = {.kinds = kinds, .max = THINGS_MAX};

    things_collect(session_server(session)->world, actor, &wish, &session->notebook->listed);
}

void list_show(struct session *session, const char *words)
{
    const struct actor *actor = present(session);
    char text[AROUND_LIST_MAX + 2];
    unsigned kinds = THINGS_OF_ALL;

    if (actor == NULL)
        return;
    if (!things_kinds_named(words, &kinds)) {
        session_tell(session, "List what? doors, stairs, people or things; alone it lists all.",
                     ROLE_DIM_TEXT);
        return;
    }
    collect(session, actor, kinds);
    if (session->notebook->listed.count == 0) {
        session_tell(session, "Nothing of the kind is known here.", ROLE_TEXT);
        return;
    }
    around_list(actor, &session->notebook->listed, text, sizeof text - 1);
    size_t length = strlen(text);
    memcpy(text + length, "\n", 2);
    commands_show(session, text);
}

void list_around(struct session *session)
{
    const struct actor *actor = present(session);
    char text[AROUND_MAX];

    if (actor == NULL)
        return;
    around_describe(session_server(session)->world, actor, text, sizeof text);
    session_tell(session, text, ROLE_TEXT);
}

void list_where(struct session *session, const char *words)
{
    const struct actor *actor = present(session);
    char text[AROUND_MAX];

    if (actor == NULL)
        return;
    if (words[0] == '\0') {
        session_tell(session, "Where is who? For example: where brom.", ROLE_DIM_TEXT);
        return;
    }
    around_where(session_server(session)->world, actor, words, text, sizeof text);
    session_tell(session, text, ROLE_TEXT);
}

/* The thing of that number in the list last shown, or the nearest whose name begins like that in
   a new list. NULL: told already. */
static const struct thing *find(struct session *session, const struct actor *actor,
                                const char *words)
{
    const struct things *listed = &session->notebook->listed;
    char *end = NULL;
    long number = strtol(words, &end, 10);

    if (words[0] == '\0') {
        session_tell(session, "To which? Give a number of the list, or a name.", ROLE_DIM_TEXT);
        return NULL;
    }
    if (end != words && listed->count == 0)
        collect(session, actor, THINGS_OF_ALL);
    if (end != words) {
        const struct thing *numbered =
            number > 0 && number <= THINGS_MAX ? things_numbered(listed, (int)number) : NULL;
        if (numbered == NULL)
            session_tell(session, "The list has no such number; list shows it.", ROLE_DIM_TEXT);
        return numbered;
    }
    collect(session, actor, THINGS_OF_ALL);
    for (int i = 0; i < listed->count; i++) {
        if (strncasecmp(listed->list[i].name, words, strlen(words)) == 0 ||
            strncasecmp(thing_noun(&listed->list[i]), words, strlen(words)) == 0)
            return &listed->list[i];
    }
    session_tell(session, "You know of nothing here that is called so.", ROLE_DIM_TEXT);
    return NULL;
}

void list_go(struct session *session, const char *words)
{
    const struct actor *actor = present(session);
    enum dir dir = command_direction(words, strcspn(words, " "));

    if (dir != DIR_NONE) {
        errands_steps(session, dir, 1);
        return;
    }
    const struct thing *thing = actor == NULL ? NULL : find(session, actor, words);

    if (thing == NULL)
        return;
    if (thing->kind == THING_DELVER)
        errands_travel(session, thing->name);
    else
        errands_go(session, thing->at, thing->name);
}

void list_examine(struct session *session, const char *words)
{
    const struct actor *actor = present(session);

    if (actor == NULL)
        return;
    if (words[0] == '\0') {
        list_show(session, "");
        return;
    }
    const struct thing *thing = find(session, actor, words);
    if (thing == NULL)
        return;
    struct things one = {.count = 1};
    char text[256];
    one.list[0] = *thing;
    one.list[0].dx = (int16_t)(thing->at.x - actor->record.at.x);
    one.list[0].dy = (int16_t)(thing->at.y - actor->record.at.y);
    one.list[0].steps = (int16_t)pos_distance(actor->record.at, thing->at);
    around_list(actor, &one, text, sizeof text);
    /* The number of a list of one says nothing. */
    session_tell(session, strncmp(text, "1 ", 2) == 0 ? text + 2 : text, ROLE_TEXT);
}

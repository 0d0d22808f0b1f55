/*
 * The list of things, as words and as goals.
 */
#include "server/session/commands/list.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "narrate/around.h"
#include "server/session/sessions.h"
#include "server/session/commands/commands.h"
#include "server/session/session.h"

static const struct actor *present(struct session *session)
{
    const struct actor *actor = world_actor(session->sessions->game->world, session->actor);

    return actor != NULL && actor->state == ACTOR_PRESENT ? actor : NULL;
}

static void collect(struct session *session, const struct actor *actor, unsigned kinds,
                    struct things *out)
{
    const struct things_wish wish = {.kinds = kinds, .max = THINGS_MAX};

    things_collect(session->sessions->game->world, actor, &wish, out);
}

/* The numbers that have been shown, or would be. */
static void note_numbers(struct session *session, const struct actor *actor,
                         const struct things *things)
{
    struct listed *listed = &session->notebook->listed;

    listed->level = actor->record.level;
    listed->count = things->count;
    for (int i = 0; i < things->count; i++)
        listed->things[i] = (struct listed_thing){things->list[i].at, things->list[i].actor};
}

void list_show(struct session *session, const char *words)
{
    const struct actor *actor = present(session);
    char text[AROUND_LIST_MAX + 2];
    unsigned kinds = THINGS_OF_ALL;
    struct things things;

    if (actor == NULL)
        return;
    if (!things_kinds_named(words, &kinds)) {
        session_tell(session, "List what? doors, stairs, people or things; alone it lists all.",
                     ROLE_DIM_TEXT);
        return;
    }
    collect(session, actor, kinds, &things);
    note_numbers(session, actor, &things);
    if (things.count == 0) {
        session_tell(session, "Nothing of the kind is known here.", ROLE_TEXT);
        return;
    }
    around_list(actor, &things, text, sizeof text - 1);
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
    around_describe(session->sessions->game->world, actor, text, sizeof text);
    session_tell(session, text, ROLE_TEXT);
}

void list_toward(struct session *session, enum dir dir)
{
    const struct actor *actor = present(session);
    char text[AROUND_MAX];

    if (actor == NULL)
        return;
    around_toward(session->sessions->game->world, actor, dir, text, sizeof text);
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
    around_where(session->sessions->game->world, actor, words, text, sizeof text);
    session_tell(session, text, ROLE_TEXT);
}

/* What is known by now of the thing that had that number; NULL: told already. */
static const struct thing *find_numbered(struct session *session, const struct actor *actor,
                                         const struct things *things, int number)
{
    struct listed *listed = &session->notebook->listed;

    if (listed->count == 0 || !level_key_equal(listed->level, actor->record.level))
        note_numbers(session, actor, things);
    if (number > listed->count) {
        session_tell(session, "The list has no such number; list shows it.", ROLE_DIM_TEXT);
        return NULL;
    }
    const struct listed_thing *wanted = &listed->things[number - 1];
    for (int i = 0; i < things->count; i++) {
        const struct thing *thing = &things->list[i];
        if (thing->actor == wanted->actor &&
            (wanted->actor != 0 || pos_equal(thing->at, wanted->at)))
            return thing;
    }
    session_tell(session,
                 wanted->actor != 0 ? "They are not in view any more."
                                    : "That is too far off now; list shows what is nearer.",
                 ROLE_DIM_TEXT);
    return NULL;
}

/* The thing of that number in the list last shown, or the nearest whose name begins like that, as
   it is known now. False: told already. */
static bool find(struct session *session, const struct actor *actor, const char *words,
                 struct thing *out)
{
    const struct thing *found = NULL;
    struct things things;
    int number;

    if (words[0] == '\0') {
        session_tell(session, "To which? Give a number of the list, or a name.", ROLE_DIM_TEXT);
        return false;
    }
    collect(session, actor, THINGS_OF_ALL, &things);
    if (command_number(words, &number)) {
        found = find_numbered(session, actor, &things, number);
    } else {
        for (int i = 0; i < things.count && found == NULL; i++) {
            const struct thing *thing = &things.list[i];
            if (strncasecmp(thing->name, words, strlen(words)) == 0 ||
                strncasecmp(thing_noun(thing), words, strlen(words)) == 0)
                found = thing;
        }
        if (found == NULL)
            session_tell(session, "You know of nothing here that is called so.", ROLE_DIM_TEXT);
    }
    if (found != NULL)
        *out = *found;
    return found != NULL;
}

void list_go(struct session *session, const char *words)
{
    const struct actor *actor = present(session);
    size_t length = strcspn(words, " ");
    enum dir dir = command_direction(words, length);
    struct thing thing;
    int count = 1;

    if (dir != DIR_NONE && (words[length] == '\0' || command_number(words + length, &count))) {
        errands_steps(session, dir, count);
        return;
    }
    if (actor == NULL || !find(session, actor, words, &thing))
        return;
    if (thing.kind == THING_DELVER)
        errands_travel(session, thing.name);
    else
        errands_go(session, thing.at, thing.name);
}

void list_examine(struct session *session, const char *words)
{
    const struct actor *actor = present(session);
    struct things one = {.count = 1};
    char text[256];

    if (actor == NULL)
        return;
    if (words[0] == '\0') {
        list_show(session, "");
        return;
    }
    if (!find(session, actor, words, &one.list[0]))
        return;
    around_list(actor, &one, text, sizeof text);
    /* The number of a list of one says nothing. */
    session_tell(session, strncmp(text, "1 ", 2) == 0 ? text + 2 : text, ROLE_TEXT);
}

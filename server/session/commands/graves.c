/*
 * A player's own falls, deaths and graves. A question about graves waits until their levels are
 * loaded, one after the other, and is then asked again from the start.
 */
#include "server/session/commands/graves.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "narrate/command.h"
#include "narrate/death_words.h"
#include "narrate/pack_words.h"
#include "server/game/level_fetch.h"
#include "server/game/outbox.h"
#include "server/session/commands/players.h"
#include "server/session/commands/travel_session.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "world/grave.h"

static const struct delver *own(const struct session *session)
{
    return world_delver(session->sessions->game->world, session->actor);
}

void graves_tell_unreported(struct session *session)
{
    const struct delver *delver = own(session);
    char text[DEATH_LINE_MAX + 64];
    char fate[DEATH_LINE_MAX];

    if (delver == NULL || !delver->life.deaths.is_unreported || delver->life.deaths.count == 0)
        return;
    death_own_fate(&delver->life.deaths.last[0], fate, sizeof fate);
    snprintf(text, sizeof text, "%s while you were away: deaths tells more.", fate);
    session_tell(session, text, ROLE_BAD);
}

void graves_tell_deaths(struct session *session, const struct command *command)
{
    const struct delver *delver = own(session);
    char text[DEATH_TEXT_MAX];

    (void)command;
    if (delver == NULL)
        return;
    deaths_list(session->sessions->game->world, delver, text, sizeof text);
    presentation_table[session->mode]->show(session, text);
}

/* Returns the death whose grave has that number in the list, 1 for the newest. NULL: there are
   fewer. */
static const struct death *find_grave(const struct session *session, int number)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = own(session);
    const struct death *death = delver == NULL ? NULL : death_with_grave(world, delver, NULL);

    for (int i = 1; i < number && death != NULL; i++)
        death = death_with_grave(world, delver, death);
    return death;
}

static void tell_graves(struct session *session)
{
    const struct death *death;
    char text[DEATH_LINE_MAX + 96];

    for (int i = 1; (death = find_grave(session, i)) != NULL; i++) {
        grave_line(session->sessions->game->world, death, i, text, sizeof text);
        session_tell(session, text, ROLE_TEXT);
    }
}

/* Walks to the grave if the delver remembers its cell; that memory may be lost. */
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

static void begin_walk(struct session *session, const struct death *death, int number)
{
    const struct delver *delver = own(session);
    char which[16] = "";
    char text[96];

    if (delver->body.state != BODY_PRESENT)
        return;
    int depth = delver->body.key.depth;
    if (depth == death->grave.depth && delver->body.key.wing == death->grave.wing) {
        walk_to(session, delver, death);
    } else if (depth == death->grave.depth) {
        session_tell(session, "Your grave is in another wing of this depth.", ROLE_DIM_TEXT);
    } else {
        const char *way = death->grave.depth > depth ? "down" : "up";
        if (number > 1)
            snprintf(which, sizeof which, " %d", number);
        snprintf(text, sizeof text,
                 "Your grave is on depth %d: take the stairs %s, then travel grave%s again.",
                 death->grave.depth, way, which);
        session_tell(session, text, ROLE_TEXT);
        travel_session_to(session, way);
    }
}

static void answer(struct session *session, enum grave_question question, int number)
{
    const struct death *death = find_grave(session, number);
    char text[48];

    if (death == NULL && question != GRAVE_REPORT && number > 1) {
        snprintf(text, sizeof text, "You have no grave %d.", number);
        session_tell(session, text, ROLE_DIM_TEXT);
    } else if (death == NULL && question != GRAVE_REPORT) {
        session_tell(session, "You have no grave.", ROLE_DIM_TEXT);
    } else if (death != NULL && question == GRAVE_TRAVEL) {
        begin_walk(session, death, number);
    } else {
        tell_graves(session);
    }
}

static bool is_loaded(const struct world *world, struct level_key key)
{
    return world_level_at(world, key.wing, key.depth) != NULL;
}

/* Finds the level of a grave in the question that is not loaded. False: all are loaded. */
static bool find_missing(const struct session *session, int number, struct level_key *out)
{
    const struct death *death;

    for (int i = number > 0 ? number : 1; (death = find_grave(session, i)) != NULL; i++) {
        *out = (struct level_key){.wing = death->grave.wing, .depth = death->grave.depth};
        if (!is_loaded(session->sessions->game->world, *out))
            return true;
        if (number > 0)
            return false;
    }
    return false;
}

/* Loads a missing level and asks again after that, because a grave that is gone changes the numbers
   of the others. */
static void ask(struct session *session, enum grave_question question, int number)
{
    struct grave_wait *wait = &session->commands.grave;

    wait->question = GRAVE_NOTHING;
    wait->number = number;
    if (wait->fetched++ < DEATHS_KEPT && find_missing(session, number, &wait->level) &&
        level_fetch_begin(session->sessions->game, wait->level) == ERR_OK) {
        wait->question = question;
        session_make_runnable(session);
        return;
    }
    answer(session, question, number);
}

static void begin_asking(struct session *session, enum grave_question question, int number)
{
    session->commands.grave.fetched = 0;
    ask(session, question, number);
}

/* Asks the question again after a level was loaded: if a grave is gone, an older one may be on
   another level. */
void graves_update(struct session *session)
{
    struct grave_wait *wait = &session->commands.grave;
    enum grave_question question = wait->question;

    if (question == GRAVE_NOTHING || session->state != SESSION_PLAYING ||
        level_fetch_is_running(session->sessions->game->transfers, wait->level))
        return;
    wait->question = GRAVE_NOTHING;
    if (is_loaded(session->sessions->game->world, wait->level))
        ask(session, question, wait->number);
    else
        answer(session, question, wait->number);
}

bool graves_are_waited_for(const struct grave_wait *grave)
{
    return grave->question != GRAVE_NOTHING;
}

void graves_forget_walk(struct grave_wait *grave)
{
    if (grave->question == GRAVE_TRAVEL)
        grave->question = GRAVE_NOTHING;
}

void grave_tell(struct session *session)
{
    begin_asking(session, GRAVE_REPORT, 0);
}

/* Reads "grave", "my grave" or "grave 2". False: the words are others. */
static bool is_grave(const char *words, int *out_number)
{
    static const char mine[] = "my ";
    static const char grave[] = "grave";

    words += strncasecmp(words, mine, strlen(mine)) == 0 ? strlen(mine) : 0;
    if (strncasecmp(words, grave, strlen(grave)) != 0)
        return false;
    words += strlen(grave);
    *out_number = 0;
    return words[0] == '\0' || (words[0] == ' ' && command_number(words + 1, out_number));
}

bool grave_where(struct session *session, const char *words)
{
    int number;
    bool is_meant = is_grave(words, &number);

    if (is_meant)
        begin_asking(session, GRAVE_WHERE, 0);
    return is_meant;
}

bool grave_travel(struct session *session, const char *words)
{
    int number;
    bool is_meant = is_grave(words, &number);

    if (is_meant)
        begin_asking(session, GRAVE_TRAVEL, number > 0 ? number : 1);
    return is_meant;
}

void raise_fallen(struct session *session, const struct command *command)
{
    const struct delver *delver = own(session);
    struct action action = {.verb = ACTION_RAISE};

    if (delver == NULL || delver->body.state != BODY_PRESENT)
        return;
    if (command->rest[0] != '\0') {
        action.target = players_find_beside(session, delver, command->rest);
        if (action.target == 0)
            return;
    }
    struct input *input = session_input(session, INPUT_ACTION);
    if (input != NULL)
        input->action = action;
}

/*
 * A player's own graves and deaths.
 */
#include "server/session/commands/graves.h"

#include <stdio.h>
#include <strings.h>

#include "narrate/death_words.h"
#include "server/game/level_fetch.h"
#include "server/session/commands/travel_session.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "world/grave.h"

static const struct delver *own(const struct session *session)
{
    return world_delver(session->sessions->game->world, session->actor);
}

void graves_tell_untold(struct session *session)
{
    const struct delver *delver = own(session);
    char text[DEATH_LINE_MAX + 64];
    char fate[DEATH_LINE_MAX];

    if (delver == NULL || !delver->life.deaths.is_untold || delver->life.deaths.count == 0)
        return;
    death_own_fate(&delver->life.deaths.last[0], fate, sizeof fate);
    snprintf(text, sizeof text, "%s while you were away: deaths tells more.", fate);
    session_tell(session, text, ROLE_BAD);
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

static void tell(struct session *session, const struct death *death)
{
    char text[DEATH_LINE_MAX + 96];

    grave_line(session->sessions->game->world, death, text, sizeof text);
    session_tell(session, text, ROLE_TEXT);
}

/* Walks to the grave, if the delver remembers its cell: the memory of it may be lost. */
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

static void begin_walk(struct session *session, const struct death *death)
{
    const struct delver *delver = own(session);
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
        snprintf(text, sizeof text,
                 "Your grave is on depth %d: take the stairs %s, then travel "
                 "grave again.",
                 death->grave.depth, way);
        session_tell(session, text, ROLE_TEXT);
        travel_session_travel(session, way);
    }
}

static void answer(struct session *session, enum grave_question question)
{
    const struct death *death = newest(session);

    if (death == NULL && question != GRAVE_TOLD)
        session_tell(session, "You have no grave.", ROLE_DIM_TEXT);
    else if (death != NULL && question == GRAVE_TRAVEL)
        begin_walk(session, death);
    else if (death != NULL)
        tell(session, death);
}

static bool is_loaded(const struct session *session, struct level_key key)
{
    return world_level_at(session->sessions->game->world, key.wing, key.depth) != NULL;
}

static void ask(struct session *session, enum grave_question question)
{
    const struct death *death = newest(session);
    struct grave_wait *wait = &session->commands.grave;

    wait->question = GRAVE_NOTHING;
    if (death != NULL) {
        wait->level = (struct level_key){.wing = death->grave.wing, .depth = death->grave.depth};
        if (!is_loaded(session, wait->level) &&
            level_fetch_begin(session->sessions->game, wait->level) == ERR_OK) {
            wait->question = question;
            session_make_runnable(session);
            return;
        }
    }
    answer(session, question);
}

/* Asks the question again: if the newest grave is gone, an older one may be on another level. */
void graves_update(struct session *session)
{
    struct grave_wait *wait = &session->commands.grave;
    enum grave_question question = wait->question;

    if (question == GRAVE_NOTHING || session->state != SESSION_PLAYING ||
        level_fetch_is_running(session->sessions->game->transfers, wait->level))
        return;
    wait->question = GRAVE_NOTHING;
    if (is_loaded(session, wait->level))
        ask(session, question);
    else
        answer(session, question);
}

bool graves_are_waited_for(const struct session *session)
{
    return session->commands.grave.question != GRAVE_NOTHING;
}

void graves_forget_walk(struct session *session)
{
    if (session->commands.grave.question == GRAVE_TRAVEL)
        session->commands.grave.question = GRAVE_NOTHING;
}

void grave_tell(struct session *session)
{
    ask(session, GRAVE_TOLD);
}

static bool is_grave(const char *words)
{
    return strcasecmp(words, "grave") == 0 || strcasecmp(words, "my grave") == 0;
}

bool grave_where(struct session *session, const char *words)
{
    if (is_grave(words))
        ask(session, GRAVE_WHERE);
    return is_grave(words);
}

bool grave_travel(struct session *session, const char *words)
{
    if (is_grave(words))
        ask(session, GRAVE_TRAVEL);
    return is_grave(words);
}

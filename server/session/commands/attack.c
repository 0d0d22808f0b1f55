/*
 * Fighting by words and keys.
 */
#include "server/session/commands/attack.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "narrate/pack_words.h"
#include "narrate/threats.h"
#include "server/session/commands/list.h"
#include "server/session/commands/travel_session.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "travel/travel_fight.h"

enum { ATTACK_TEXT_SIZE = 96 + NAME_QUOTE_SIZE + NAME_HINT_SIZE };

static const struct delver *present(struct session *session)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);

    return delver != NULL && delver->body.state == BODY_PRESENT ? delver : NULL;
}

static void act(struct session *session, struct action action)
{
    struct input *input = session_input(session, INPUT_ACTION);

    if (input != NULL)
        input->action = action;
}

static void go_at(struct session *session, const struct delver *delver, body_id foe)
{
    const struct world *world = session->sessions->game->world;

    struct action action;

    if (approach_strike(world, delver, world_body(world, foe), &action))
        act(session, action);
    else
        travel_session_approach(session, foe);
}

/* True, and told, if a step leads onto another delver: to swap places in a fight is for those who
   mean it. */
static bool tell_if_held_up(struct session *session, const struct delver *delver,
                            const struct action *action)
{
    const struct world *world = session->sessions->game->world;
    struct pos to = pos_step(delver->body.at, action->dir);
    const struct delver *other = world_delver(world, level_body_at(delver->body.level, to));
    char text[NAME_LENGTH_MAX + 64];

    if (action->verb != ACTION_MOVE || other == NULL)
        return false;
    snprintf(text, sizeof text, "%s is in the way: wait, or step aside.", other->name);
    session_tell(session, text, ROLE_DIM_TEXT);
    return true;
}

void attack_approach(struct session *session, const struct delver *delver, body_id foe)
{
    const struct game *game = session->sessions->game;
    const struct body *body = world_body(game->world, foe);
    struct action action;

    if (body == NULL || body->level != delver->body.level)
        return;
    session_pay(session, WORK_SEARCH);
    if (!approach_next(game->world, delver, body, game->path_scratch, &action))
        session_tell(session, "You know no way to it: wait for it, or step away.", ROLE_DIM_TEXT);
    else if (!tell_if_held_up(session, delver, &action))
        act(session, action);
}

/* With little health, or in a fight that is deadly by its words, a blow is not struck by habit. */
static bool is_grave(const struct session *session, const struct delver *delver,
                     const struct threats *threats)
{
    const struct body *body = &delver->body;

    return body->health * 100 < body->health_max * session->preferences.settings.fight_stop ||
           threats->danger == DANGER_DEADLY;
}

static void tell_stop(struct session *session, const struct delver *delver)
{
    const struct body *body = &delver->body;
    bool has_keys = presentation_table[session->mode]->on_byte != NULL;
    const char *how = has_keys ? "F and a direction still strikes" : "attack still strikes";
    char text[ATTACK_TEXT_SIZE];

    if (body->health * 100 < body->health_max * session->preferences.settings.fight_stop)
        snprintf(text, sizeof text, "You are badly hurt, %d of %d: %s.", body->health,
                 body->health_max, how);
    else
        snprintf(text, sizeof text, "This fight is deadly: %s.", how);
    session_tell_again(session, text, ROLE_BAD);
}

bool attack_nearest(struct session *session)
{
    const struct delver *delver = present(session);
    struct threats threats;

    if (delver == NULL)
        return false;
    threats_collect(session->sessions->game->world, delver, &threats);
    for (int i = 0; i < threats.count; i++) {
        if (!threats.list[i].is_awake)
            continue;
        if (is_grave(session, delver, &threats))
            tell_stop(session, delver);
        else
            go_at(session, delver, threats.list[i].foe);
        return true;
    }
    return false;
}

/* How good a cell is to flee to: the distance to the nearest awake foe counts most. -1: none is
   awake. */
static int safety_of(const struct threats *threats, struct pos at)
{
    int nearest = -1;
    int sum = 0;

    for (int i = 0; i < threats->count; i++) {
        int distance = pos_distance(at, threats->list[i].at);
        if (!threats->list[i].is_awake)
            continue;
        sum += distance;
        nearest = nearest < 0 || distance < nearest ? distance : nearest;
    }
    return nearest < 0 ? -1 : nearest * THREATS_MAX * SIGHT_RADIUS_MAX + sum;
}

void attack_flee(struct session *session)
{
    const struct delver *delver = present(session);
    struct threats threats;
    enum dir best = DIR_NONE;

    if (delver == NULL)
        return;
    struct path_map map = path_map_of(delver);
    threats_collect(session->sessions->game->world, delver, &threats);
    int safety = safety_of(&threats, delver->body.at);
    if (safety < 0) {
        session_tell(session, "No foe that is awake is in view.", ROLE_DIM_TEXT);
        return;
    }
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        struct pos to = pos_step(delver->body.at, dir);
        if (!path_can_step(&map, delver->body.at, dir) || !path_is_walkable(&map, to) ||
            level_body_at(delver->body.level, to) != 0 || safety_of(&threats, to) <= safety)
            continue;
        safety = safety_of(&threats, to);
        best = dir;
    }
    if (best == DIR_NONE)
        session_tell(session, "You cannot flee: no step leads away from the foe.", ROLE_DIM_TEXT);
    else
        act(session, (struct action){.verb = ACTION_MOVE, .dir = best});
}

/* The index of the foe among the threats; -1: it is none. */
static int find_threat(const struct threats *threats, body_id foe)
{
    int i = 0;

    while (i < threats->count && threats->list[i].foe != foe)
        i++;
    return i < threats->count ? i : -1;
}

void attack_foe(struct session *session, const char *words)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = present(session);
    struct threats threats;
    char text[ATTACK_TEXT_SIZE];
    char hint[NAME_HINT_SIZE] = "";
    char quoted[NAME_QUOTE_SIZE];
    body_id numbered = 0;
    int number = 0;

    if (delver == NULL)
        return;
    if (command_number(words, &number)) {
        numbered = list_body(session, number);
        if (numbered == 0)
            return;
    }
    threats_collect(world, delver, &threats);
    int chosen = words[0] == '\0' ? 0
                 : number > 0     ? find_threat(&threats, numbered)
                                  : threats_named(world, &threats, words, hint);
    if (chosen >= 0 && chosen < threats.count) {
        body_id foe = threats.list[chosen].foe;
        /* In modes of words one line asks for the whole fight; for one blow where a fight would
           stop at once, or would end following. */
        if (words[0] != '\0' && !presentation_table[session->mode]->is_drawn &&
            session->commands.travel.kind != TRAVEL_FOLLOW && !is_grave(session, delver, &threats))
            travel_session_kill(session, foe);
        else
            go_at(session, delver, foe);
        return;
    }
    name_quote(words, quoted);
    if (words[0] == '\0')
        snprintf(text, sizeof text, "No foe is in view.");
    else
        snprintf(text, sizeof text, "No foe called %s is in view.%s", quoted,
                 hint[0] == '\0' ? " Players cannot harm each other." : hint);
    session_tell(session, text, ROLE_TEXT);
}

void attack_tell_danger(struct session *session)
{
    const struct delver *delver = present(session);
    char text[THREATS_TEXT_MAX + 2];

    if (delver == NULL)
        return;
    threats_describe(session->sessions->game->world, delver, text, sizeof text - 1);
    memcpy(text + strlen(text), "\n", 2);
    presentation_table[session->mode]->answer(session, text);
}

void attack_tell_target(struct session *session)
{
    const struct delver *delver = present(session);
    char text[TARGET_WORDS_MAX];

    if (delver == NULL)
        return;
    target_words(session->sessions->game->world, delver, text, sizeof text);
    session_tell(session, text, ROLE_TEXT);
}

void attack_toward(struct session *session, enum dir dir)
{
    act(session, (struct action){.verb = ACTION_ATTACK, .dir = dir});
}

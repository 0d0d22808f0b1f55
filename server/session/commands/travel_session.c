/*
 * Travel of a session. A request is stored and begins at the session's next turn; then
 * travel_session_update() asks common/travel for one action after another. A fight is a travel too;
 * a single blow is an immediate action, and a step towards a foe is a request, because it needs a
 * search. The lantern road is one action.
 */
#include "server/session/commands/travel_session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "narrate/around.h"
#include "narrate/cell_words.h"
#include "narrate/command.h"
#include "narrate/name_match.h"
#include "narrate/pack_words.h"
#include "narrate/place_words.h"
#include "narrate/threats.h"
#include "server/game/party.h"
#include "server/game/roster.h"
#include "server/session/commands/list.h"
#include "server/session/commands/players.h"
#include "server/session/commands/reach.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "server/session/sessions.h"
#include "server/session/watch/viewers.h"
#include "travel/travel_fight.h"
#include "world/haven.h"

enum {
    FIGHT_HASTE = 2, /* actions of a fight in the time of a beat */
    PLACE_MAX = 80,
    SENTENCE_SIZE = 64,
    ATTACK_TEXT_SIZE = 96 + NAME_QUOTE_SIZE + NAME_HINT_SIZE,
    ROAD_TEXT_MAX = 128 + HAVEN_COUNT * PLACE_MAX,
};

struct kind_words {
    const char *doing;
    const char *doing_short;
    const char *verb; /* verb of "You walk 4 steps"; NULL: the steps are not told */
};

static const struct kind_words kind_words[TRAVEL_COUNT] = {
    [TRAVEL_STEPS] = {"walking", "walk", "walk"},
    [TRAVEL_RUN] = {"running", "run", "run"},
    [TRAVEL_EXPLORE] = {"exploring", "explore", "explore"},
    [TRAVEL_TRAVEL] = {"travelling to", "to", "walk"},
    [TRAVEL_FOLLOW] = {"following", "follow", "walk"},
    [TRAVEL_WAIT] = {"waiting", "wait", NULL},
    [TRAVEL_REST] = {"resting", "rest", NULL},
    [TRAVEL_FIGHT] = {"fighting", "fight", NULL},
    [TRAVEL_ASSIST] = {"assisting", "assist", NULL},
    [TRAVEL_GUARD] = {"guarding", "guard", "walk"},
};

/* The words of a travel with another player; NULL: the kind is none. */
static const struct aid_words {
    const char *question;
    const char *before; /* told to the player: "You follow Brom. stop ends it." */
    const char *after;
    const char *notice;  /* told to the other player: "Ada follows you." */
    const char *unfound; /* told if there is no trace: "You see neither Brom nor their trail." */
    const char *unfound_after;
} aid_words[TRAVEL_COUNT] = {
    [TRAVEL_FOLLOW] = {"Follow which player? For example: follow Brom.", "You follow ",
                       ". stop ends it.", "follows", "You see neither ", " nor their trail."},
    [TRAVEL_ASSIST] = {"Assist which player? For example: assist Brom.", "You strike what ",
                       " strikes. stop ends it.", "assists", "", " fights no foe that you see."},
    [TRAVEL_GUARD] = {"Guard which player? For example: guard Brom.", "You guard ",
                      ". stop ends it.", "guards", "You see neither ", " nor their trail."},
};

/* True for travels that stay beside another player. */
static bool keeps_beside(enum travel_kind kind)
{
    return kind == TRAVEL_FOLLOW || kind == TRAVEL_GUARD;
}

static void act(struct session *session, struct action action)
{
    struct input *input = session_input(session, INPUT_ACTION);

    if (input != NULL)
        input->action = action;
}

static void ask_for(struct session *session, const struct travel_request *request)
{
    session->commands.travel.request = *request;
    session_make_runnable(session);
}

/* Requests a fight with that foe, blow after blow, until it is dead or something ends the fight. */
static void ask_for_fight(struct session *session, body_id foe)
{
    ask_for(session, &(struct travel_request){.kind = TRAVEL_FIGHT, .foe = foe});
}

/* Returns the index of the nearest awake foe, else of the nearest. */
static int find_nearest(const struct threats *threats)
{
    for (int i = 0; i < threats->count; i++) {
        if (threats->list[i].is_awake)
            return i;
    }
    return 0;
}

/* Returns the index of the named foe; -1: none has that name or number, and `hint` names possible
   ones. */
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

static void go_at(struct session *session, const struct delver *delver, body_id foe)
{
    const struct world *world = session->sessions->game->world;

    struct action action;

    if (approach_strike(world, delver, world_body(world, foe), &action))
        act(session, action);
    else /* a step nearer, by a way that is looked for, or a blow if it stands beside by then */
        ask_for(session, &(struct travel_request){.kind = TRAVEL_STEPS, .foe = foe});
}

/* True, and the player is told, if a step leads onto another delver: during a fight the player must
   ask for a swap of places. */
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

/* Begins the requested approach: searches a way to the foe, pays for that, and takes the first
   step. Does nothing if the foe is gone. */
static void begin_approach(struct session *session, const struct delver *delver, body_id foe)
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

/* True with little health, or in a fight that is called deadly: a blow then needs a clear
   request. */
static bool is_grave(const struct settings *settings, const struct delver *delver,
                     const struct threats *threats)
{
    const struct body *body = &delver->body;

    return body->health * 100 < body->health_max * settings->fight_stop ||
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

/* Strikes or approaches the nearest awake foe in view. False: there is none, and nothing
   happens. */
static bool attack_nearest(struct session *session)
{
    const struct delver *delver = players_own(session);
    struct threats threats;

    if (delver == NULL)
        return false;
    threats_collect(session->sessions->game->world, delver, &threats);
    for (int i = 0; i < threats.count; i++) {
        if (!threats.list[i].is_awake)
            continue;
        if (is_grave(&session->preferences.settings, delver, &threats))
            tell_stop(session, delver);
        else
            go_at(session, delver, threats.list[i].foe);
        return true;
    }
    return false;
}

/* Returns the value of a cell for flight; the distance to the nearest awake foe counts most. -1: no
   foe is awake. */
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

void attack_flee(struct session *session, const struct command *command)
{
    const struct delver *delver = players_own(session);
    struct threats threats;
    enum dir best = DIR_NONE;

    (void)command;
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

/* Returns the index of the foe among the threats; -1: it is not there. */
static int find_threat(const struct threats *threats, body_id foe)
{
    int i = 0;

    while (i < threats->count && threats->list[i].foe != foe)
        i++;
    return i < threats->count ? i : -1;
}

/* Tells why nothing is attacked: `words` name no foe in view. In a duel, how the rival is struck.
 */
static void tell_no_foe(struct session *session, const struct delver *delver, const char *words,
                        const char *hint)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *rival =
        delver->duel.is_on ? world_delver(world, delver->duel.rival) : NULL;
    const struct name_words named = name_words_of(words);
    char text[ATTACK_TEXT_SIZE];
    char quoted[NAME_QUOTE_SIZE];

    name_quote(words, quoted);
    if (rival != NULL && (words[0] == '\0' || name_match(&named, rival->name) != NAME_RANK_NONE))
        snprintf(text, sizeof text, "In a duel a step into %s is a blow: walk there.", rival->name);
    else if (words[0] == '\0')
        snprintf(text, sizeof text, "No foe is in view.");
    else
        snprintf(text, sizeof text, "No foe called %s is in view.%s", quoted,
                 hint[0] == '\0' ? " Players cannot harm each other." : hint);
    session_tell(session, text, ROLE_TEXT);
}

/* Strikes the foe of that name, or the nearest, if it is in reach, or shoots if the worn launcher
   reaches it; else requests a step towards it. */
static void attack_foe(struct session *session, const char *words)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *delver = players_own(session);
    struct threats threats;
    char hint[NAME_HINT_SIZE] = "";
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
        /* In modes of words one line requests the whole fight; one blow only if a fight would stop
           at once, or would end following. */
        if (words[0] != '\0' && !presentation_table[session->mode]->is_drawn &&
            !keeps_beside(session->commands.travel.kind) &&
            !is_grave(&session->preferences.settings, delver, &threats))
            ask_for_fight(session, foe);
        else
            go_at(session, delver, foe);
        return;
    }
    tell_no_foe(session, delver, words, hint);
}

void attack_tell_danger(struct session *session, const struct command *command)
{
    const struct delver *delver = players_own(session);
    char text[THREATS_TEXT_MAX + 2];

    (void)command;
    if (delver == NULL)
        return;
    threats_describe(session->sessions->game->world, delver, text, sizeof text - 1);
    memcpy(text + strlen(text), "\n", 2);
    presentation_table[session->mode]->answer(session, text);
}

void attack_tell_target(struct session *session, const struct command *command)
{
    const struct delver *delver = players_own(session);
    char text[TARGET_WORDS_MAX];

    (void)command;
    if (delver == NULL)
        return;
    target_words(session->sessions->game->world, delver, text, sizeof text);
    session_tell(session, text, ROLE_TEXT);
}

void attack_strike(struct session *session, const struct command *command)
{
    enum dir dir = command->dir != DIR_NONE
                       ? command->dir
                       : command_direction(command->rest, strlen(command->rest));

    if (dir != DIR_NONE)
        act(session, (struct action){.verb = ACTION_ATTACK, .dir = dir});
    else
        attack_foe(session, command->rest);
}

void attack_fight(struct session *session, const struct command *command)
{
    if (strcasecmp(command->rest, "on") == 0)
        ask_for_fight(session, 0);
    else if (command->rest[0] != '\0')
        attack_foe(session, command->rest);
    else if (!attack_nearest(session))
        list_show(session, command);
}

bool travel_session_are_running(const struct session *session)
{
    const struct travel_session *travel = &session->commands.travel;

    /* The step of an approach reaches the world only with the next tick. */
    return travel->kind != TRAVEL_NONE || travel->request.kind != TRAVEL_NONE ||
           travel->approach_tick == session->sessions->game->world->tick + 1;
}

void travel_session_describe(const struct travel_session *travel, bool is_short, char *out,
                             size_t out_size)
{
    const struct kind_words *words = &kind_words[travel->kind];
    const char *object = travel->goal;

    out[0] = '\0';
    if (travel->kind == TRAVEL_NONE)
        return;
    if (travel->dir != DIR_NONE)
        object = is_short ? dir_short_name(travel->dir) : dir_name(travel->dir);
    snprintf(out, out_size, "%s%s%s", is_short ? words->doing_short : words->doing,
             object[0] == '\0' ? "" : " ", object);
}

/* True if the way led straight in the requested direction. */
static bool went_straight(const struct travel_session *travel, const struct delver *delver,
                          int steps)
{
    struct pos at = travel->start;

    for (int i = 0; i < steps; i++)
        at = pos_step(at, travel->dir);
    return travel->dir != DIR_NONE && delver != NULL && pos_equal(delver->body.at, at);
}

/* Writes "You walk 4 steps east."; nothing if no step was made. */
static void describe_steps(const struct travel_session *travel, const struct delver *delver,
                           int steps, char *out, size_t out_size)
{
    const char *verb = kind_words[travel->kind].verb;
    bool is_straight = went_straight(travel, delver, steps);

    out[0] = '\0';
    if (verb != NULL && steps > 0)
        snprintf(out, out_size, "You %s %d step%s%s%s.", verb, steps, plural_end(steps),
                 is_straight ? " " : "", is_straight ? dir_name(travel->dir) : "");
}

/* Marks the ground as described, so that a player who listens hears only what else is new. */
static void note_ground(struct around_described *described, const struct delver *delver)
{
    if (delver != NULL && described != NULL)
        described->ground = level_tile(delver->body.level, delver->body.at);
}

static void forget_travel(struct travel_session *travel)
{
    travel->kind = TRAVEL_NONE;
    free(travel->travel);
    travel->travel = NULL;
}

/* Ends the travel. Modes of lines tell all of it; a screen has shown the steps, so it tells only
   the reason. */
static void finish(struct session *session, const char *why)
{
    struct travel_session *travel = &session->commands.travel;
    int steps = travel->travel->steps + travel->moved;
    bool has_sighted = travel->travel->has_sighted;
    const struct presentation *presentation = presentation_table[session->mode];
    char walked[SENTENCE_SIZE];

    _Static_assert(2 * SENTENCE_SIZE + TRAVEL_WHY_MAX <= TRAVEL_TEXT_SIZE, "both fit into a line");

    describe_steps(travel, players_own(session), steps, walked, sizeof walked);
    forget_travel(travel);
    presentation->touch(session);
    presentation->end_travel(session, &(struct travel_end){.walked = walked,
                                                           .why = why,
                                                           .has_moved = steps > 0,
                                                           .has_sighted = has_sighted});
    note_ground(session->present.scrollback->described, players_own(session));
}

/* Writes how to go on after the end of an exploration. */
static void describe_end(enum travel_kind kind, const struct delver *delver,
                         const struct travel_answer *answer, enum travel_result result, char *out,
                         size_t out_size)
{
    const char *next = "";

    if (kind == TRAVEL_EXPLORE && result == TRAVEL_DONE && delver != NULL &&
        answer->why[0] != '\0') {
        struct pos down = delver->body.level->down;
        if (pos_equal(delver->body.at, down))
            next = " > goes down the stairs.";
        else if (delver_remembered(delver, down) == TILE_STAIRS_DOWN)
            next = " _ > walks to the stairs down.";
    }
    snprintf(out, out_size, "%.*s%s", TRAVEL_WHY_MAX - 1 - (int)strlen(next), answer->why, next);
}

static void start(struct session *session, enum travel_kind kind, enum dir dir, const char *goal)
{
    struct travel_session *travel = &session->commands.travel;
    const struct delver *delver = players_own(session);

    travel->kind = kind;
    travel->dir = dir;
    snprintf(travel->goal, sizeof travel->goal, "%s", goal);
    travel->asked_tick = 0;
    travel->leader_depth = 0;
    travel->moved = 0;
    travel->start = delver->body.at;
    travel->start_level = delver->body.level->key;
    travel->has_start = true;
    presentation_table[session->mode]->touch(session);
    session_make_runnable(session);
}

static void travel_to_stairs(struct session *session, const struct delver *delver,
                             enum tile_id tile)
{
    struct sessions *sessions = session->sessions;
    const char goal[] = {tile_row(tile)->glyph, '\0'};
    char text[2 * SENTENCE_SIZE];

    if (travel_begin_to_tile(session->commands.travel.travel, sessions->game->world, delver,
                             sessions->game->path_scratch, tile) == ERR_OK) {
        start(session, TRAVEL_TRAVEL, DIR_NONE, goal);
        return;
    }
    snprintf(text, sizeof text, "You haven't found the %s yet; explore looks for them.",
             tile_row(tile)->name);
    session_tell(session, text, ROLE_DIM_TEXT);
}

static void travel_back(struct session *session, const struct delver *delver)
{
    struct sessions *sessions = session->sessions;
    struct travel_session *travel = &session->commands.travel;

    if (!travel->has_start || !level_key_equal(travel->start_level, delver->body.level->key))
        session_tell(session, "You have no route to retrace yet.", ROLE_DIM_TEXT);
    else if (travel_begin_to(travel->travel, sessions->game->world, delver,
                             sessions->game->path_scratch, travel->start) == ERR_OK)
        start(session, TRAVEL_TRAVEL, DIR_NONE, "back");
    else
        session_tell(session, "You can't reach the place you started from.", ROLE_DIM_TEXT);
}

/* True if that delver is in the player's own party. */
static bool is_member(const struct roster *roster, body_id actor, body_id body)
{
    const struct player_slot *own = roster_slot_of_body(roster, actor);
    const struct player_slot *other = roster_slot_of_body(roster, body);

    return own != NULL && other != NULL && party_is_shared(own, other);
}

static struct travel_companion companion_of(const struct roster *roster, body_id actor,
                                            const struct delver *delver)
{
    return (struct travel_companion){.body = delver->body.id,
                                     .knows_place = is_member(roster, actor, delver->body.id)};
}

/* Returns the delver that was found, if it is another player's; NULL: it is not, and the player is
   told why. */
static const struct delver *take_player(struct session *session, const char *name,
                                        const struct players_found *found)
{
    if (found->answer != PLAYERS_FOUND) {
        players_tell_unfound(session, name, strlen(name), found);
        return NULL;
    }
    if (found->slot->actor == session->actor) {
        session_tell(session, "That is you.", ROLE_DIM_TEXT);
        return NULL;
    }
    return world_delver(session->sessions->game->world, found->slot->actor);
}

static void travel_to_delver(struct session *session, const struct delver *delver,
                             const struct delver *companion)
{
    struct sessions *sessions = session->sessions;
    char text[SENTENCE_SIZE + NAME_LENGTH_MAX];

    if (travel_begin_to_delver(session->commands.travel.travel, sessions->game->world, delver,
                               sessions->game->path_scratch,
                               companion_of(sessions->game->roster, session->actor, companion)) ==
        ERR_OK) {
        start(session, TRAVEL_TRAVEL, DIR_NONE, companion->name);
        return;
    }
    snprintf(text, sizeof text, "You know no way to %s and see no trail. explore looks for one.",
             companion->name);
    session_tell(session, text, ROLE_DIM_TEXT);
}

/* Tells the followed player, if reach.h allows it. */
static void tell_leader(struct session *session, const struct delver *leader, enum travel_kind kind)
{
    const struct player_slot *slot =
        roster_slot_of_body(session->sessions->game->roster, leader->body.id);
    struct session *other = NULL;
    char text[SENTENCE_SIZE + NAME_LENGTH_MAX];

    snprintf(text, sizeof text, "%s %s you.", session->account.name, aid_words[kind].notice);
    if (slot != NULL && reach_begin(session, REACH_FOLLOWER) &&
        reach_other(session, REACH_FOLLOWER, slot, &other) == REACH_DONE)
        reach_tell(other, text, ROLE_TEXT);
}

static enum err begin_with(struct session *session, const struct delver *delver,
                           const struct delver *leader, enum travel_kind kind)
{
    const struct game *game = session->sessions->game;
    struct travel *travel = session->commands.travel.travel;
    const struct travel_companion companion = companion_of(game->roster, session->actor, leader);
    int stop = session->preferences.settings.fight_stop;

    if (kind == TRAVEL_ASSIST)
        return travel_begin_assist(travel, game->world, delver, stop, companion.body);
    if (kind == TRAVEL_GUARD)
        return travel_begin_guard(travel, game->world, delver, game->path_scratch, stop, companion);
    return travel_begin_follow(travel, game->world, delver, game->path_scratch, companion);
}

/* Begins a travel with the player of that name. */
static void accompany(struct session *session, const struct delver *delver, enum travel_kind kind,
                      const char *name)
{
    const struct aid_words *words = &aid_words[kind];
    char text[SENTENCE_SIZE + NAME_LENGTH_MAX];

    if (name[0] == '\0') {
        session_tell(session, words->question, ROLE_DIM_TEXT);
        return;
    }
    struct players_found found = players_find(session, name, strlen(name), NULL);
    const struct delver *leader = take_player(session, name, &found);
    if (leader == NULL)
        return;
    if (begin_with(session, delver, leader, kind) != ERR_OK) {
        snprintf(text, sizeof text, "%s%s%s", words->unfound, leader->name, words->unfound_after);
        session_tell(session, text, ROLE_DIM_TEXT);
        return;
    }
    snprintf(text, sizeof text, "%s%s%s", words->before, leader->name, words->after);
    session_tell(session, text, ROLE_TEXT);
    tell_leader(session, leader, kind);
    start(session, kind, DIR_NONE, leader->name);
}

static void tell_no_way(struct session *session, const char *goal)
{
    char text[SENTENCE_SIZE + TRAVEL_WORDS_MAX];

    snprintf(text, sizeof text, "You can't reach the %s.", goal);
    session_tell(session, text, ROLE_DIM_TEXT);
}

static void travel_to(struct session *session, const struct delver *delver, struct pos at,
                      const char *goal)
{
    struct sessions *sessions = session->sessions;

    if (level_contains(delver->body.level, at) &&
        travel_begin_to(session->commands.travel.travel, sessions->game->world, delver,
                        sessions->game->path_scratch, at) == ERR_OK)
        start(session, TRAVEL_TRAVEL, DIR_NONE, goal);
    else
        tell_no_way(session, goal);
}

const char *travel_session_goal_at(const struct delver *delver, struct pos at)
{
    enum tile_id tile = delver_remembered(delver, at);

    return tile == TILE_UNKNOWN ? "place" : tile_row(tile)->name;
}

/* Travels to a player; a word that is no player's name may name a thing. */
static void travel_to_named(struct session *session, const struct delver *delver, const char *words)
{
    struct players_found found = players_find(session, words, strlen(words), NULL);

    if (found.answer == PLAYERS_NOBODY && found.count == 0 && list_has(session, words)) {
        list_go(session, &(struct command){.rest = words});
        return;
    }
    const struct delver *companion = take_player(session, words, &found);
    if (companion != NULL)
        travel_to_delver(session, delver, companion);
}

static void travel(struct session *session, const struct delver *delver, const char *words)
{
    struct pos at;

    if (words[0] == '\0')
        session_tell(session, "Travel where? For example: travel down.", ROLE_DIM_TEXT);
    else if (strcasecmp(words, "down") == 0 || strcmp(words, ">") == 0)
        travel_to_stairs(session, delver, TILE_STAIRS_DOWN);
    else if (strcasecmp(words, "up") == 0 || strcmp(words, "<") == 0)
        travel_to_stairs(session, delver, TILE_STAIRS_UP);
    else if (strcasecmp(words, "back") == 0 || strcmp(words, "_") == 0)
        travel_back(session, delver);
    else if (command_cell(words, &at) && delver_remembered(delver, at) != TILE_UNKNOWN)
        travel_to(session, delver, at, travel_session_goal_at(delver, at));
    else if (cell_at_offset(delver->body.at, words, &at))
        travel_to(session, delver, at, travel_session_goal_at(delver, at));
    else if (command_is_place(words))
        session_tell(session,
                     command_cell(words, &at)
                         ? "You know no way there."
                         : "There is no such place: travel 12,5 goes to a cell of the map.",
                     ROLE_DIM_TEXT);
    else
        travel_to_named(session, delver, words);
}

/* Travels to a place. A place on another level, named before, is no longer valid. */
static void travel_to_place(struct session *session, const struct delver *delver,
                            const struct travel_request *request)
{
    if (level_key_equal(request->level, delver->body.level->key))
        travel_to(session, delver, request->at, request->words);
    else
        tell_no_way(session, request->words);
}

/* Begins a travel of a kind that needs no way. */
static enum err begin_plain(const struct world *world, struct travel *travel,
                            const struct settings *settings, const struct delver *delver,
                            const struct travel_request *request)
{

    switch (request->kind) {
    case TRAVEL_STEPS:
        return travel_begin_steps(travel, world, delver, request->dir, request->count);
    case TRAVEL_RUN:
        return travel_begin_run(travel, world, delver, request->dir);
    case TRAVEL_EXPLORE:
        return travel_begin_explore(travel, world, delver);
    case TRAVEL_WAIT:
        return travel_begin_wait(travel, world, delver, request->count);
    case TRAVEL_REST:
        return travel_begin_rest(travel, world, delver);
    case TRAVEL_FIGHT:
        return travel_begin_fight(travel, world, delver, settings->fight_stop, request->foe);
    default:
        return ERR_NOT_FOUND;
    }
}

/* Begins the requested travel, unless the session has no body. */
static void begin_requested(struct session *session)
{
    const struct travel_request request = session->commands.travel.request;
    struct travel_session *state = &session->commands.travel;
    const struct delver *delver = players_own(session);

    if (request.kind == TRAVEL_NONE || players_are_waiting(session->commands.question) ||
        !session_has_share(session))
        return;
    state->request.kind = TRAVEL_NONE;
    if (delver == NULL)
        return;
    if (request.foe != 0 && request.kind != TRAVEL_FIGHT) {
        state->approach_tick = session->sessions->game->world->tick + 1;
        begin_approach(session, delver, request.foe);
        return;
    }
    if (state->travel == NULL)
        state->travel = calloc(1, sizeof *state->travel);
    if (state->travel == NULL)
        return;
    session_pay(session, WORK_SEARCH);
    if (request.has_place)
        travel_to_place(session, delver, &request);
    else if (request.kind == TRAVEL_TRAVEL)
        travel(session, delver, request.words);
    else if (aid_words[request.kind].question != NULL)
        accompany(session, delver, request.kind, request.words);
    else if (begin_plain(session->sessions->game->world, session->commands.travel.travel,
                         &session->preferences.settings, delver, &request) == ERR_OK)
        start(session, request.kind, request.dir, "");
    if (state->kind == TRAVEL_NONE)
        forget_travel(state);
    /* The travel waits for a name to be looked up, and then begins again. */
    if (players_are_waiting(session->commands.question))
        state->request = request;
    else
        players_forget(&session->commands);
}

void travel_session_steps(struct session *session, enum dir dir, int count)
{
    ask_for(session, &(struct travel_request){.kind = TRAVEL_STEPS, .dir = dir, .count = count});
}

void travel_session_to(struct session *session, const char *words)
{
    struct travel_request request = {.kind = TRAVEL_TRAVEL};

    snprintf(request.words, sizeof request.words, "%s", words);
    ask_for(session, &request);
}

void travel_session_move(struct session *session, const struct command *command)
{
    if (command->count > 1)
        travel_session_steps(session, command->dir, command->count);
    else
        act(session, (struct action){.verb = ACTION_MOVE, .dir = command->dir});
}

void travel_session_run(struct session *session, const struct command *command)
{
    ask_for(session, &(struct travel_request){.kind = TRAVEL_RUN, .dir = command->dir});
}

void travel_session_wait(struct session *session, const struct command *command)
{
    if (command->count > 1)
        ask_for(session, &(struct travel_request){.kind = TRAVEL_WAIT, .count = command->count});
    else
        act(session, (struct action){.verb = ACTION_WAIT, .dir = command->dir});
}

void travel_session_rest(struct session *session, const struct command *command)
{
    if (command->count > 1)
        travel_session_wait(session, command);
    else
        ask_for(session, &(struct travel_request){.kind = TRAVEL_REST});
}

void travel_session_explore(struct session *session, const struct command *command)
{
    (void)command;
    ask_for(session, &(struct travel_request){.kind = TRAVEL_EXPLORE});
}

static void ask_to_accompany(struct session *session, enum travel_kind kind,
                             const struct command *command)
{
    struct travel_request request = {.kind = kind};

    snprintf(request.words, sizeof request.words, "%s", command->rest);
    ask_for(session, &request);
}

void travel_session_follow(struct session *session, const struct command *command)
{
    ask_to_accompany(session, TRAVEL_FOLLOW, command);
}

void travel_session_assist(struct session *session, const struct command *command)
{
    ask_to_accompany(session, TRAVEL_ASSIST, command);
}

void travel_session_guard(struct session *session, const struct command *command)
{
    ask_to_accompany(session, TRAVEL_GUARD, command);
}

void travel_session_go(struct session *session, struct pos at, const char *goal)
{
    const struct delver *delver = players_own(session);
    struct travel_request request = {.kind = TRAVEL_TRAVEL, .has_place = true, .at = at};

    if (delver == NULL)
        return;
    request.level = delver->body.level->key;
    snprintf(request.words, sizeof request.words, "%s", goal);
    ask_for(session, &request);
}

/* True for commands that a follower can use without ending the walk: talk, looking, and striking
   foes in the way. */
static bool goes_on_with(const struct travel_session *travel, enum command_id next)
{
    return keeps_beside(travel->kind) && next != COMMAND_CANCEL &&
           (!command_row(next)->is_action || next == COMMAND_ATTACK || next == COMMAND_FIGHT);
}

void travel_session_interrupt(struct session *session, enum command_id next)
{
    struct sessions *sessions = session->sessions;
    struct travel_request *request = &session->commands.travel.request;

    if (request->kind != TRAVEL_NONE && request->kind != TRAVEL_FIGHT && request->foe != 0) {
        session->commands.travel.was_interrupted = false;
        if (command_row(next)->is_action || next == COMMAND_CANCEL)
            request->kind = TRAVEL_NONE;
        return;
    }
    bool is_travelling =
        session->commands.travel.kind != TRAVEL_NONE || request->kind != TRAVEL_NONE;
    session->commands.travel.was_interrupted =
        is_travelling && !goes_on_with(&session->commands.travel, next);
    if (!session->commands.travel.was_interrupted)
        return;
    request->kind = TRAVEL_NONE;
    const char *why = command_row(next)->is_action ? "" : "You stop.";
    if (session->commands.travel.kind == TRAVEL_NONE) {
        if (why[0] != '\0')
            session_tell(session, why, ROLE_TEXT);
        return;
    }
    /* Takes the queued step back, because the world receives it only with the next tick. */
    if (session->commands.travel.asked_tick == sessions->game->world->tick)
        input_queue_take_back(&sessions->game->inputs, session->actor);
    finish(session, why);
}

void travel_session_on_event(struct session *session, const struct event *event)
{
    struct travel_session *travel = &session->commands.travel;
    struct travel_answer answer;

    if (travel->kind == TRAVEL_NONE)
        return;
    if (event->actor == session->actor &&
        (event->kind == EVENT_MOVED || event->kind == EVENT_SWAPPED))
        travel->moved++;
    if (travel_disturb(travel->travel, event, &answer))
        finish(session, answer.why);
}

bool travel_session_cover(const struct travel_session *travel, body_id actor,
                          const struct event *event)
{
    /* A follower goes through the doors that its companion opens. */
    if (keeps_beside(travel->kind) && event->actor == travel->travel->companion)
        return event->kind == EVENT_DOOR_OPENED;
    return travel->kind != TRAVEL_NONE && event->actor == actor &&
           (event->kind == EVENT_MOVED || event->kind == EVENT_WAITED ||
            event->kind == EVENT_DOOR_OPENED || event->kind == EVENT_REFUSED);
}

/* True while the delver's last action goes on. If time waits for the player the action would never
   end, so a fight then takes time of the clock, for the player to follow it. */
static bool is_busy(const struct travel_session *travel, const struct world *world,
                    const struct delver *delver)
{

    if (delver->time.state != COMPANY_WAITING)
        return !body_is_ready(&delver->body);
    return (travel->kind == TRAVEL_FIGHT || travel->kind == TRAVEL_ASSIST ||
            travel->kind == TRAVEL_GUARD) &&
           travel->asked_tick > 0 &&
           world->tick - travel->asked_tick < world->limits.beat_ticks / FIGHT_HASTE;
}

/* Tells a follower of stairs that the leader takes. */
static void tell_of_leader(struct session *session, const struct delver *delver)
{
    struct travel_session *travel = &session->commands.travel;
    const struct delver *leader =
        keeps_beside(travel->kind)
            ? world_delver(session->sessions->game->world, travel->travel->companion)
            : NULL;
    char text[SENTENCE_SIZE + NAME_LENGTH_MAX];

    if (leader == NULL)
        return;
    int depth = leader->body.key.depth;
    bool is_new = travel->leader_depth != 0 && depth != travel->leader_depth &&
                  depth != delver->body.key.depth;
    travel->leader_depth = depth;
    if (!is_new)
        return;
    snprintf(text, sizeof text, "%s leaves this level for depth %d.", leader->name, depth);
    session_tell(session, text, ROLE_TEXT);
}

/* Sends an action to the world; a step or a wait goes together with those that may follow it, since
   a calm delver alone need not wait for the clock. */
static void take_action(struct session *session, const struct delver *delver,
                        const struct action *action)
{
    struct travel *travel = session->commands.travel.travel;
    bool is_stride = travel->kind != TRAVEL_FIGHT && travel->kind != TRAVEL_ASSIST &&
                     (action->verb == ACTION_MOVE || action->verb == ACTION_WAIT);
    struct input *input = session_input(session, is_stride ? INPUT_STRIDE : INPUT_ACTION);

    if (input == NULL)
        return;
    input->action = *action;
    if (!is_stride)
        return;
    travel_look_ahead(travel, session->sessions->game->world, delver);
    input->text[0] = (char)('0' + action->dir);
    for (int i = 0; i < travel->ahead_count; i++)
        input->text[1 + i] = (char)('0' + travel->ahead[i]);
}

void travel_session_update(struct session *session)
{
    struct sessions *sessions = session->sessions;
    struct travel_session *travel = &session->commands.travel;
    const struct delver *delver = players_own(session);
    struct travel_answer answer;

    begin_requested(session);
    if (delver != NULL)
        tell_of_leader(session, delver);
    /* The last action reaches the world with the next tick; until then nothing has changed. */
    if (travel->kind == TRAVEL_NONE || delver == NULL || delver->body.queue_length > 0 ||
        is_busy(travel, sessions->game->world, delver) ||
        travel->asked_tick == sessions->game->world->tick)
        return;
    travel->moved = 0;
    if (travel->travel->knows_place &&
        !is_member(sessions->game->roster, session->actor, travel->travel->companion))
        travel_forget_place(travel->travel);
    enum travel_result result = travel_next(travel->travel, sessions->game->world, delver,
                                            sessions->game->path_scratch, &answer);
    if (result == TRAVEL_PAUSES)
        return;
    if (result != TRAVEL_GOES) {
        char why[TRAVEL_WHY_MAX + SENTENCE_SIZE];
        describe_end(travel->kind, delver, &answer, result, why, sizeof why);
        finish(session, why);
        return;
    }
    travel->asked_tick = sessions->game->world->tick;
    take_action(session, delver, &answer.action);
}

void travel_session_release(struct travel_session *travel)
{
    forget_travel(travel);
}

/* Tells the havens of the road: "The lantern road leads to depth 1, the Wine Cellar, in the
   Cellars; depth 5, …" */
static void tell_road(struct session *session, const struct delver *delver)
{
    const struct world *world = session->sessions->game->world;
    struct level_key key = delver->body.key;
    char text[ROAD_TEXT_MAX];
    struct writer writer = writer_of(text, sizeof text);
    int count = 0;

    writer_add(&writer, "The lantern road leads to");
    for (int number = 0; number < HAVEN_COUNT; number++) {
        int depth = haven_depth(number);
        char place[PLACE_MAX];
        if (!haven_is_joined(&delver->life, depth))
            continue;
        key.depth = (uint16_t)depth;
        place_level_name(world, &key, place, sizeof place);
        writer_add(&writer, "%s depth %d, %s%s", count++ == 0 ? "" : ";", depth, place,
                   depth == delver->body.key.depth ? ", where you are" : "");
    }
    writer_add(&writer, ".%s",
               count == 1 ? " Touch the lanterns of havens to make it longer." : "");
    session_tell(session, text, ROLE_TEXT);
}

static void go_by_road(struct session *session, const char *words)
{
    const struct delver *delver = players_own(session);
    int depth = 0;

    if (delver == NULL)
        return;
    if (words[0] == '\0')
        tell_road(session, delver);
    else if (command_number(words, &depth))
        act(session, (struct action){.verb = ACTION_ROAD, .object = (uint32_t)depth});
    else
        session_tell(session, "road takes the depth of a haven: road 5.", ROLE_DIM_TEXT);
}

void road_run(struct session *session, const struct command *command)
{
    go_by_road(session, command->rest);
}

bool road_travel(struct session *session, const char *words)
{
    static const char road[] = "road";
    size_t length = strcspn(words, " ");

    if (length != sizeof road - 1 || strncasecmp(words, road, length) != 0)
        return false;
    go_by_road(session, words + length + strspn(words + length, " "));
    return true;
}

/*
 * Words about where somebody is, and to put them elsewhere.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/check.h"
#include "narrate/command.h"
#include "narrate/place_words.h"
#include "server/admin/admin_level.h"
#include "server/admin/admin_request.h"
#include "server/admin/admin_words.h"
#include "server/game/level_transfer.h"
#include "server/save/job.h"
#include "server/admin/admin.h"
#include "server/game/level_regen.h"
#include "server/game/roster.h"
#include "world/life.h"
#include "world/place.h"

static struct delver *find_delver(const struct admin *admin, const char *name)
{
    for (uint32_t i = 0; i < admin->game->world->limits.delvers_max; i++) {
        struct delver *delver = admin->game->world->delvers[i];
        if (delver != NULL && delver->body.state != BODY_GONE &&
            strcasecmp(delver->name, name) == 0)
            return delver;
    }
    return NULL;
}

static bool parse_cell(struct admin_request *request, const char *word, struct pos *out)
{
    if (command_cell(word, out))
        return true;
    admin_misuse(request, "\"%.40s\" is no cell: X,Y from 0,0.", word);
    return false;
}

static const char *const state_names[] = {
    [BODY_PRESENT] = "here", [BODY_TRANSIT] = "on the stairs", [BODY_GONE] = "leaving"};

/* Adds what the delver has come to in this life, and answers. */
static void answer_with_life(struct admin_request *request, json_t *answer, const struct life *life)
{
    json_object_set_new(answer, "life", json_integer((json_int_t)life->number));
    json_object_set_new(answer, "level", json_integer(life_level(life)));
    json_object_set_new(answer, "experience", json_integer((json_int_t)life->experience));
    json_object_set_new(answer, "gold", json_integer((json_int_t)life->gold));
    json_object_set_new(answer, "deepest", json_integer(life->deepest));
    admin_answer(request, answer);
}

static void inspect_delver(const struct admin *admin, struct admin_request *request,
                           const struct delver *delver)
{
    struct delver_record record = delver_record(delver);
    const struct seat *seat = roster_seat_of_body(admin->game->roster, delver->body.id);
    char name[PLACE_NAME_MAX] = "-";
    if (delver->body.state == BODY_PRESENT)
        place_name(delver, name, sizeof name);
    answer_with_life(
        request,
        json_pack("{s:o, s:I, s:s, s:b, s:i, s:i, s:I, s:i, s:i, s:s, s:i, s:i, s:I, s:I, s:i, "
                  "s:I, s:I}",
                  "name", admin_string(delver->name), "delver", (json_int_t)record.id, "state",
                  state_names[delver->body.state], "line_lost",
                  (int)(delver->is_link_dead || seat == NULL || seat->session_id == 0), "depth",
                  (int)record.level.depth, "wing", (int)record.level.wing, "generation",
                  (json_int_t)record.level.generation, "x", (int)record.at.x, "y", (int)record.at.y,
                  "place", name, "health", (int)record.health, "health_max", (int)record.health_max,
                  "steps", (json_int_t)record.steps, "sequence", (json_int_t)record.sequence,
                  "queued", delver->body.queue_length, "explored", (json_int_t)delver->explored,
                  "cells", (json_int_t)delver->memory_size),
        &record.life);
}

/* A delver who is away is looked up. */
static void inspect_player(struct admin *admin, struct admin_request *request)
{
    const struct delver *delver = find_delver(admin, request->arguments.words[1]);

    if (delver != NULL)
        inspect_delver(admin, request, delver);
    else
        admin_look_up(admin, request, request->arguments.words[1]);
}

void admin_found_inspect(struct admin *admin, struct admin_request *request, struct job *job)
{
    const struct delver *delver = find_delver(admin, job->account.name);
    const struct delver_record *record = &job->delver;

    CHECK(job->role >= ACCOUNT_ROLE_NONE && job->role <= ACCOUNT_ROLE_ADMIN);
    request->wait = ADMIN_WAIT_NONE;
    if (delver != NULL) {
        inspect_delver(admin, request, delver);
        return;
    }
    answer_with_life(
        request,
        json_pack("{s:o, s:I, s:s, s:s, s:I, s:I, s:i, s:i, s:I, s:i, s:i, s:i, s:i, s:I, "
                  "s:I}",
                  "name", admin_string(job->account.name), "delver", (json_int_t)record->id,
                  "state", "away", "role", admin_role_names[job->role], "created_at",
                  (json_int_t)job->account.created_at, "last_seen_at",
                  (json_int_t)job->account.last_seen_at, "depth", (int)record->level.depth, "wing",
                  (int)record->level.wing, "generation", (json_int_t)record->level.generation, "x",
                  (int)record->at.x, "y", (int)record->at.y, "health", (int)record->health,
                  "health_max", (int)record->health_max, "steps", (json_int_t)record->steps,
                  "sequence", (json_int_t)record->sequence),
        &record->life);
}

static void inspect_cell(struct admin *admin, struct admin_request *request)
{
    struct level_key key;
    struct pos at;
    char word[LEVEL_WORD_SIZE];

    if (request->arguments.count < 3) {
        admin_misuse(request, "Usage: inspect cell D[/WING] X,Y");
        return;
    }
    if (!admin_level_parse(request, request->arguments.words[1], &key) ||
        !parse_cell(request, request->arguments.words[2], &at))
        return;
    const struct level *level = world_level_at(admin->game->world, key.wing, key.depth);
    if (level == NULL) {
        level_word(key.wing, key.depth, word);
        admin_refuse(request, "Depth %s is not loaded; level show %s has its map.", word, word);
        return;
    }
    if (!level_contains(level, at)) {
        admin_refuse(request, "Depth %u has %dx%d cells.", key.depth, level->width, level->height);
        return;
    }
    const struct delver *delver = world_delver(admin->game->world, level_body_at(level, at));
    const struct tile_row *tile = tile_row(level_tile(level, at));
    char glyph[2] = {tile->glyph, '\0'};
    admin_answer(request,
                 json_pack("{s:i, s:i, s:I, s:i, s:i, s:s, s:s, s:b, s:b, s:i, s:i, s:o}", "depth",
                           (int)key.depth, "wing", (int)key.wing, "generation",
                           (json_int_t)level->key.generation, "x", (int)at.x, "y", (int)at.y,
                           "tile", tile->name, "symbol", glyph, "walkable", (int)tile->is_walkable,
                           "opaque", (int)level_is_opaque(level, at), "room",
                           level_room_at(level, at), "area", (int)place_at(level, at), "who",
                           delver == NULL ? json_null() : admin_string(delver->name)));
}

static void inspect_level(struct admin *admin, struct admin_request *request)
{
    struct level_key key;

    if (admin_level_parse(request, request->arguments.words[1], &key))
        admin_level_look(admin, request, key,
                         world_level_at(admin->game->world, key.wing, key.depth) == NULL);
}

struct inspect_row {
    const char *word;
    int arguments_max;
    void (*run)(struct admin *admin, struct admin_request *request);
};

static const struct inspect_row inspect_table[] = {
    {"player", 2, inspect_player}, {"level", 2, inspect_level}, {"cell", 3, inspect_cell}};

void admin_run_inspect(struct admin *admin, struct admin_request *request)
{
    for (size_t i = 0; i < sizeof inspect_table / sizeof inspect_table[0]; i++) {
        if (strcasecmp(inspect_table[i].word, request->arguments.words[0]) != 0)
            continue;
        if (request->arguments.count <= inspect_table[i].arguments_max)
            inspect_table[i].run(admin, request);
        else
            admin_misuse(request, "Usage: %s %s", request->row->word, request->row->arguments);
        return;
    }
    admin_misuse(request, "\"%.40s\" is none of player, level and cell.",
                 request->arguments.words[0]);
}

/* Who asks in the game. NULL: the request is answered. */
static struct delver *find_caller(struct admin *admin, struct admin_request *request)
{
    struct delver *delver = request->caller.delver_id == 0
                                ? NULL
                                : world_find_delver(admin->game->world, request->caller.delver_id);

    if (delver == NULL)
        admin_refuse(request, "You have no body; say that in the game, or use send.");
    else if (delver->body.state != BODY_PRESENT)
        admin_refuse(request, "You are on the stairs just now; try again.");
    else
        return delver;
    return NULL;
}

/* A delver who can be moved. NULL: the request is answered. */
static struct delver *find_present(const struct admin *admin, struct admin_request *request,
                                   const char *name)
{
    struct delver *delver = find_delver(admin, name);

    if (delver == NULL)
        admin_refuse(request, "Nobody called \"%.40s\" is online.", name);
    else if (delver->body.state != BODY_PRESENT)
        admin_refuse(request, "%s is on the stairs just now; try again.", delver->name);
    else
        return delver;
    return NULL;
}

/* A place that can be stood on, as far as is known: what is not loaded is taken on trust. */
static bool is_place_good(const struct admin *admin, struct admin_request *request,
                          struct level_key key, struct pos at)
{
    const struct level *level = world_level_at(admin->game->world, key.wing, key.depth);

    if (level == NULL || level_is_walkable(level, at))
        return true;
    if (!level_contains(level, at))
        admin_refuse(request, "Depth %u has %dx%d cells.", key.depth, level->width, level->height);
    else
        admin_refuse(request, "Nobody can stand at %d,%d: it is %s.", at.x, at.y,
                     tile_row(level_tile(level, at))->name);
    return false;
}

static void move(struct admin *admin, struct admin_request *request, const struct delver *delver,
                 struct level_key key, struct pos at)
{
    const struct level *level = world_level_at(admin->game->world, key.wing, key.depth);
    struct input *input = input_queue_add(&admin->game->inputs, INPUT_SEND, delver->body.id);

    if (input == NULL) {
        admin_refuse(request, "The server has too much to do; try again later.");
        return;
    }
    input->key = level != NULL ? level->key : key;
    input->at = at;
    request->answer =
        json_pack("{s:s, s:o, s:i, s:i}", "message", "Sent.", "name", admin_string(delver->name),
                  "depth", (int)key.depth, "wing", (int)key.wing);
    admin_wait_for_tick(admin, request);
}

void admin_finish_send(struct admin *admin, struct admin_request *request)
{
    json_t *answer = request->answer;

    (void)admin;
    request->answer = NULL;
    admin_answer(request, answer);
}

/* D[/WING] and perhaps X,Y from the argument `first` on; without a cell it is the stairs up. */
static bool read_place(const struct admin *admin, struct admin_request *request, int first,
                       struct level_key *out_key, struct pos *out_at)
{
    *out_at = pos_of(0, 0);
    if (!admin_level_parse(request, request->arguments.words[first], out_key))
        return false;
    if (request->arguments.count <= first + 1)
        return true;
    return parse_cell(request, request->arguments.words[first + 1], out_at) &&
           is_place_good(admin, request, *out_key, *out_at);
}

void admin_run_send(struct admin *admin, struct admin_request *request)
{
    struct level_key key;
    struct pos at;
    const struct delver *delver = find_present(admin, request, request->arguments.words[0]);

    if (delver != NULL && read_place(admin, request, 1, &key, &at))
        move(admin, request, delver, key, at);
}

void admin_run_bring(struct admin *admin, struct admin_request *request)
{
    const struct delver *delver = find_present(admin, request, request->arguments.words[0]);
    const struct delver *caller = delver == NULL ? NULL : find_caller(admin, request);

    if (caller == NULL)
        return;
    if (caller == delver)
        admin_refuse(request, "You are here already.");
    else
        move(admin, request, delver, caller->body.key, caller->body.at);
}

/* Where the first argument leads: a place, or where somebody is. False: the request is answered. */
static bool read_goal(const struct admin *admin, struct admin_request *request,
                      struct level_key *out_key, struct pos *out_at)
{
    const char *word = request->arguments.words[0];

    if (word[0] >= '0' && word[0] <= '9')
        return read_place(admin, request, 0, out_key, out_at);
    if (request->arguments.count > 1) {
        admin_misuse(request, "A delver is where they are: a cell goes with a depth. Usage: %s %s",
                     request->row->word, request->row->arguments);
        return false;
    }
    const struct delver *delver = find_present(admin, request, word);
    if (delver == NULL)
        return false;
    *out_key = delver->body.key;
    *out_at = delver->body.at;
    return true;
}

void admin_run_goto(struct admin *admin, struct admin_request *request)
{
    struct level_key key;
    struct pos at;

    if (!read_goal(admin, request, &key, &at))
        return;
    const struct delver *caller = find_caller(admin, request);
    if (caller != NULL)
        move(admin, request, caller, key, at);
}

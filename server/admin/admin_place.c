/*
 * Places in operators' commands, and the commands that move players. A level that is not in memory
 * is loaded first if it was ever made, which the database knows; then the command runs again from
 * the start.
 */
#include "server/admin/admin_place.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "content/theme.h"
#include "narrate/command.h"
#include "server/admin/admin.h"
#include "server/admin/admin_request.h"
#include "server/game/level_fetch.h"
#include "server/game/level_regen.h"
#include "server/game/level_transfer.h"
#include "server/game/roster.h"
#include "server/save/persist_levels.h"

struct delver *admin_find_delver(const struct admin *admin, const char *name)
{
    for (uint32_t i = 0; i < admin->game->world->limits.delvers_max; i++) {
        struct delver *delver = admin->game->world->delvers[i];
        if (delver != NULL && delver->body.state != BODY_GONE &&
            strcasecmp(delver->name, name) == 0)
            return delver;
    }
    return NULL;
}

/* Reads a cell such as "12,7". False: the request is answered. */
static bool parse_cell(struct admin_request *request, const char *word, struct pos *out)
{
    if (command_cell(word, out))
        return true;
    admin_misuse(request, "\"%.40s\" is no cell: X,Y from 0,0.", word);
    return false;
}

/* Reads a number up to the end of the text or a slash. */
static bool read_number(const char *text, long max, long *out, const char **out_end)
{
    char *end = NULL;

    if (text[0] < '0' || text[0] > '9')
        return false;
    errno = 0;
    *out = strtol(text, &end, 10);
    *out_end = end;
    return errno == 0 && *out <= max;
}

bool admin_parse_level(struct admin_request *request, const char *word, struct level_key *out)
{
    const char *end = word;
    long depth = 0;
    long wing = 0;
    bool is_right = read_number(word, DEPTH_MAX, &depth, &end) && depth >= 1;

    if (is_right && *end == '/')
        is_right = read_number(end + 1, DUNGEON_WINGS_MAX - 1, &wing, &end);
    if (!is_right || *end != '\0') {
        admin_misuse(request, "\"%.40s\" is no depth from 1 to %d, nor DEPTH/WING.", word,
                     (int)DEPTH_MAX);
        return false;
    }
    *out = (struct level_key){.wing = (uint16_t)wing, .depth = (uint16_t)depth};
    return true;
}

/* Returns the key of the current generation, as far as memory knows it; *out_is_known false: only
   the database knows it. */
static struct level_key find_current(const struct admin *admin, struct level_key key,
                                     bool *out_is_known)
{
    const struct level_head *head =
        level_versions_find(&admin->game->level_versions, key.wing, key.depth);
    const struct level *level = world_level_at(admin->game->world, key.wing, key.depth);

    *out_is_known = head != NULL || level != NULL;
    key.generation = head != NULL ? head->current : level != NULL ? level->key.generation : 0;
    return key;
}

static void take_level(struct admin *admin, struct admin_request *request, struct job *job)
{
    if (job->result == ERR_OK)
        request->then(admin, request, job);
    else
        admin_refuse(request, "The level cannot be read: %s.", err_text(job->result));
}

void admin_look_at_level(struct admin *admin, struct admin_request *request, struct level_key key,
                         admin_take *looked)
{
    struct job *job = job_new(&question_look_level);

    if (job != NULL) {
        struct level_question *question = job->content;
        question->key = find_current(admin, key, &question->is_exact);
    }
    request->then = looked;
    admin_wait_for_job(admin, request, job, take_level);
}

static bool is_level_had(const struct admin *admin, const struct admin_request *request)
{
    return !level_fetch_is_running(admin->game->transfers, request->level);
}

static void finish_level_wait(struct admin *admin, struct admin_request *request)
{
    const struct level_key key = request->level;
    char word[LEVEL_WORD_SIZE];

    request->wait = ADMIN_WAIT_NONE;
    level_word(key.wing, key.depth, word);
    if (world_level_at(admin->game->world, key.wing, key.depth) != NULL)
        request->row->run(admin, request);
    else if (level_fetch_has_failed(admin->game->transfers, key))
        admin_refuse(request, "Depth %s cannot be read just now; the log says why.", word);
    else
        admin_refuse(request, "There is no room for depth %s just now; try again later.", word);
}

/* Loads a level from the database, or makes it if it never was; then the command runs again from
   the start. If that is impossible, the request is answered. */
static void wait_for_level(struct admin *admin, struct admin_request *request, struct level_key key)
{
    request->level = key;
    if (level_fetch_begin(admin->game, key) != ERR_OK)
        admin_refuse(request, "The server has too much to do; try again later.");
    else
        admin_wait_until(admin, request, is_level_had, finish_level_wait);
}

/* Refuses a request about a level that no player has been on yet. */
static void refuse_unmade(struct admin_request *request, struct level_key key)
{
    char word[LEVEL_WORD_SIZE];

    level_word(key.wing, key.depth, word);
    admin_refuse(request,
                 "Depth %s was never made; level preview %s shows what level regen would make.",
                 word, word);
}

void admin_load_level(struct admin *admin, struct admin_request *request, struct job *job)
{
    const struct level_question *looked = job->content;

    if (world_level_at(admin->game->world, looked->key.wing, looked->key.depth) != NULL)
        request->row->run(admin, request); /* somebody has come there meanwhile */
    else if (looked->facts.is_made)
        wait_for_level(admin, request, looked->key);
    else
        refuse_unmade(request, looked->key);
}

/* Returns a loaded level. NULL: the request is answered, or will be once the database has told
   whether the level exists. */
static struct level *find_loaded(struct admin *admin, struct admin_request *request,
                                 struct level_key key)
{
    struct level *level = world_level_at(admin->game->world, key.wing, key.depth);

    if (level == NULL)
        admin_look_at_level(admin, request, key, admin_load_level);
    return level;
}

struct level *admin_loaded_level(struct admin *admin, struct admin_request *request,
                                 const char *word)
{
    struct level_key key;

    return admin_parse_level(request, word, &key) ? find_loaded(admin, request, key) : NULL;
}

struct level *admin_loaded_cell(struct admin *admin, struct admin_request *request, int first,
                                struct pos *out_at)
{
    const struct admin_arguments *arguments = &request->arguments;
    struct level_key key;

    if (arguments->count < first + 2) {
        admin_misuse(request, "Usage: %s %s D[/WING] X,Y", request->row->word, arguments->words[0]);
        return NULL;
    }
    if (!admin_parse_level(request, arguments->words[first], &key) ||
        !parse_cell(request, arguments->words[first + 1], out_at))
        return NULL;
    struct level *level = find_loaded(admin, request, key);
    if (level == NULL || level_contains(level, *out_at))
        return level;
    admin_refuse(request, "Depth %u has %dx%d cells.", key.depth, level->width, level->height);
    return NULL;
}

/* Returns the operator's own delver in the game. NULL: there is none, and the request is
   answered. */
static struct delver *find_caller(struct admin *admin, struct admin_request *request)
{
    struct delver *delver = request->caller.delver_id == 0
                                ? NULL
                                : world_find_delver(admin->game->world, request->caller.delver_id);

    if (delver == NULL)
        admin_refuse(request, "You have no body; type that in the game, or use send.");
    else if (delver->body.state != BODY_PRESENT)
        admin_refuse(request, "You are on the stairs just now; try again.");
    else
        return delver;
    return NULL;
}

/* Returns a delver who can be moved. NULL: the request is answered. */
static struct delver *find_present(const struct admin *admin, struct admin_request *request,
                                   const char *name)
{
    struct delver *delver = admin_find_delver(admin, name);

    if (delver == NULL)
        admin_refuse(request, "Nobody called \"%.40s\" is online.", name);
    else if (delver->body.state != BODY_PRESENT)
        admin_refuse(request, "%s is on the stairs just now; try again.", delver->name);
    else
        return delver;
    return NULL;
}

/* True if a body can stand at that place. False: the request is answered, or waits for the
   level. */
static bool is_place_good(struct admin *admin, struct admin_request *request, struct level_key key,
                          struct pos at)
{
    const struct level *level = world_level_at(admin->game->world, key.wing, key.depth);

    if (level != NULL && level_is_walkable(level, at))
        return true;
    if (level == NULL)
        wait_for_level(admin, request, key);
    else if (!level_contains(level, at))
        admin_refuse(request, "Depth %u has %dx%d cells.", key.depth, level->width, level->height);
    else
        admin_refuse(request, "Nobody can stand at %d,%d: it is %s.", at.x, at.y,
                     tile_row(level_tile(level, at))->name);
    return false;
}

/* Answers a command that moves a delver. A level that is not loaded must be read or made first; the
   delver is then on the way. */
static void finish_send(struct admin *admin, struct admin_request *request)
{
    const struct delver *delver = world_delver(admin->game->world, request->sent);
    const struct level_key *to = &request->sent_to;
    json_t *answer = request->answer;

    if (delver != NULL && delver->body.state == BODY_TRANSIT) {
        admin_wait_for_tick(admin, request, finish_send);
        return;
    }
    request->answer = NULL;
    if (delver != NULL && delver->body.key.depth == to->depth &&
        delver->body.key.wing == to->wing) {
        admin_answer(request, answer);
        return;
    }
    json_decref(answer);
    admin_refuse(request, "%s",
                 delver == NULL ? "That player has left meanwhile."
                                : "There is no level there just now; try again.");
}

static void move(struct admin *admin, struct admin_request *request, const struct delver *delver,
                 struct level_key key, struct pos at)
{
    const struct level *level = world_level_at(admin->game->world, key.wing, key.depth);
    struct input *input = input_queue_add(&admin->game->inputs, INPUT_SEND, delver->body.id);
    char text[NAME_LENGTH_MAX + 64];

    if (input == NULL) {
        admin_refuse(request, "The server has too much to do; try again later.");
        return;
    }
    input->key = level != NULL ? level->key : key;
    input->at = at;
    request->sent = delver->body.id;
    request->sent_to = key;
    snprintf(text, sizeof text, "Sent. %s is on depth %d, wing %d.", delver->name, (int)key.depth,
             (int)key.wing);
    /* People get one line, which in the game goes to the log. An operator who moves itself is told
       by its arrival. */
    if (request->caller.delver_id == delver->delver_id && request->caller.format == ADMIN_TEXT)
        request->answer = json_object();
    else if (request->caller.format == ADMIN_TEXT)
        request->answer = json_pack("{s:s}", "message", text);
    else
        request->answer =
            json_pack("{s:s, s:o, s:i, s:i}", "message", text, "name", admin_string(delver->name),
                      "depth", (int)key.depth, "wing", (int)key.wing);
    admin_wait_for_tick(admin, request, finish_send);
}

/* Reads D[/WING] and an optional X,Y from argument number `first` on; without a cell it is the
   stairs up. */
static bool read_place(struct admin *admin, struct admin_request *request, int first,
                       struct level_key *out_key, struct pos *out_at)
{
    *out_at = pos_of(0, 0);
    if (!admin_parse_level(request, request->arguments.words[first], out_key))
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

/* Reads the place of the first argument, or of the player that it names. False: the request is
   answered, or waits for the level. */
static bool read_goal(struct admin *admin, struct admin_request *request, struct level_key *out_key,
                      struct pos *out_at)
{
    const char *word = request->arguments.words[0];

    if (word[0] >= '0' && word[0] <= '9')
        return read_place(admin, request, 0, out_key, out_at);
    if (request->arguments.count > 1) {
        admin_misuse(request, "A player is where they are: a cell goes with a depth. Usage: %s %s",
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

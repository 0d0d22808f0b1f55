/*
 * Errands of a session.
 */
#include "server/session/commands/errands.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "server/session/sessions.h"
#include "server/session/present/presentation.h"
#include "server/session/session.h"
#include "world/name.h"

enum { SENTENCE_SIZE = 64 };

struct kind_words {
    const char *doing;
    const char *doing_short;
    const char *verb; /* of "You walk 4 steps"; NULL: steps are not counted */
};

static const struct kind_words kind_words[ERRAND_COUNT] = {
    [ERRAND_STEPS] = {"walking", "walk", "walk"},
    [ERRAND_RUN] = {"running", "run", "run"},
    [ERRAND_EXPLORE] = {"exploring", "explore", "explore"},
    [ERRAND_TRAVEL] = {"travelling to", "to", "walk"},
    [ERRAND_WAIT] = {"waiting", "wait", NULL},
    [ERRAND_REST] = {"resting", "rest", NULL},
};

static const struct delver *own_delver(const struct session *session)
{
    const struct delver *delver = world_delver(session->sessions->game->world, session->actor);

    return delver != NULL && delver->body.state == BODY_PRESENT ? delver : NULL;
}

bool errands_are_running(const struct session *session)
{
    return session->commands.errands.kind != ERRAND_NONE ||
           session->commands.errands.request.kind != ERRAND_NONE;
}

void errands_describe(const struct session *session, bool is_short, char *out, size_t out_size)
{
    static const char *const short_dirs[DIR_COUNT] = {
        [DIR_NORTH] = "n", [DIR_NORTHEAST] = "ne", [DIR_EAST] = "e", [DIR_SOUTHEAST] = "se",
        [DIR_SOUTH] = "s", [DIR_SOUTHWEST] = "sw", [DIR_WEST] = "w", [DIR_NORTHWEST] = "nw",
    };
    const struct errands *errands = &session->commands.errands;
    const struct kind_words *words = &kind_words[errands->kind];
    const char *object = errands->goal;

    out[0] = '\0';
    if (errands->kind == ERRAND_NONE)
        return;
    if (errands->dir != DIR_NONE)
        object = is_short ? short_dirs[errands->dir] : dir_name(errands->dir);
    snprintf(out, out_size, "%s%s%s", is_short ? words->doing_short : words->doing,
             object[0] == '\0' ? "" : " ", object);
}

/* True if the way led straight in the direction that was asked for. */
static bool went_straight(const struct session *session, int steps)
{
    const struct errands *errands = &session->commands.errands;
    const struct delver *delver = own_delver(session);
    struct pos at = errands->start;

    for (int i = 0; i < steps; i++)
        at = pos_step(at, errands->dir);
    return errands->dir != DIR_NONE && delver != NULL && pos_equal(delver->body.at, at);
}

/* "You walk 4 steps east.", or nothing where no step was made. */
static void describe_steps(const struct session *session, int steps, char *out, size_t out_size)
{
    const struct errands *errands = &session->commands.errands;
    const char *verb = kind_words[errands->kind].verb;
    bool is_straight = went_straight(session, steps);

    out[0] = '\0';
    if (verb != NULL && steps > 0)
        snprintf(out, out_size, "You %s %d step%s%s%s.", verb, steps, steps == 1 ? "" : "s",
                 is_straight ? " " : "", is_straight ? dir_name(errands->dir) : "");
}

/* A reader is then told what is new where they are, but not again what they stand on. */
static void note_ground(struct session *session)
{
    const struct delver *delver = own_delver(session);

    if (delver != NULL)
        session->present.scrollback->told.ground = level_tile(delver->body.level, delver->body.at);
}

/* It is over: in a line the whole of it, on a screen, where it was seen, only why. */
static void finish(struct session *session, const char *why)
{
    struct errands *errands = &session->commands.errands;
    int steps = errands->errand.steps + (errands->has_moved ? 1 : 0);
    const struct presentation *presentation = presentation_table[session->mode];
    char walked[SENTENCE_SIZE];

    _Static_assert(SENTENCE_SIZE + ERRAND_WHY_MAX <= TRAVEL_TEXT_SIZE, "both fit into a line");

    describe_steps(session, steps, walked, sizeof walked);
    errands->kind = ERRAND_NONE;
    errand_clear(&errands->errand);
    presentation->touch(session);
    presentation->end_travel(session,
                             &(struct travel_end){.walked = walked,
                                                  .why = why,
                                                  .has_moved = steps > 0,
                                                  .has_sighted = errands->errand.has_sighted});
    note_ground(session);
}

static void start(struct session *session, enum errand_kind kind, enum dir dir, const char *goal)
{
    struct errands *errands = &session->commands.errands;
    const struct delver *delver = own_delver(session);

    errands->kind = kind;
    errands->dir = dir;
    snprintf(errands->goal, sizeof errands->goal, "%s", goal);
    errands->asked_tick = 0;
    errands->has_moved = false;
    errands->start = delver->body.at;
    errands->start_level = delver->body.level->key;
    errands->has_start = true;
    presentation_table[session->mode]->touch(session);
    session_want_attention(session);
}

static void travel_to_stairs(struct session *session, const struct delver *delver,
                             enum tile_id tile)
{
    struct sessions *sessions = session->sessions;
    const char goal[] = {tile_row(tile)->glyph, '\0'};
    char text[SENTENCE_SIZE];

    if (errand_begin_travel_to_tile(&session->commands.errands.errand, sessions->game->world,
                                    delver, sessions->game->path_scratch, tile) == ERR_OK) {
        start(session, ERRAND_TRAVEL, DIR_NONE, goal);
        return;
    }
    snprintf(text, sizeof text, "You know of no way to %s here.", tile_row(tile)->name);
    session_tell(session, text, ROLE_DIM_TEXT);
}

static void travel_back(struct session *session, const struct delver *delver)
{
    struct sessions *sessions = session->sessions;
    struct errands *errands = &session->commands.errands;

    if (!errands->has_start || !level_key_equal(errands->start_level, delver->body.level->key))
        session_tell(session, "You have walked no way on this level yet.", ROLE_DIM_TEXT);
    else if (errand_begin_travel(&errands->errand, sessions->game->world, delver,
                                 sessions->game->path_scratch, errands->start) == ERR_OK)
        start(session, ERRAND_TRAVEL, DIR_NONE, "back");
    else
        session_tell(session, "You know of no way back.", ROLE_DIM_TEXT);
}

/* The delver in view whose name is, or alone begins with, `name`. */
static const struct delver *find_in_view(const struct session *session, const struct delver *delver,
                                         const char *name, size_t length)
{
    const struct world *world = session->sessions->game->world;
    const struct delver *found = NULL;
    int count = 0;

    for (body_id id = delver->body.level->first_delver; id != 0;) {
        const struct delver *other = world_delver(world, id);
        id = other->body.next;
        if (other == delver || !delver_sees(delver, other->body.at) ||
            !name_begins(other->name, name, length))
            continue;
        if (strlen(other->name) == length)
            return other;
        found = other;
        count++;
    }
    return count == 1 ? found : NULL;
}

static void travel_to_delver(struct session *session, const struct delver *delver, const char *name,
                             size_t length)
{
    struct sessions *sessions = session->sessions;
    const struct delver *companion = find_in_view(session, delver, name, length);
    char text[SENTENCE_SIZE + NAME_LENGTH_MAX];

    if (companion == NULL) {
        session_tell(session, "You see nobody of that name. travel takes down, up, back or a name.",
                     ROLE_DIM_TEXT);
        return;
    }
    if (errand_begin_travel_to_delver(&session->commands.errands.errand, sessions->game->world,
                                      delver, sessions->game->path_scratch,
                                      companion->body.id) == ERR_OK) {
        start(session, ERRAND_TRAVEL, DIR_NONE, companion->name);
        return;
    }
    snprintf(text, sizeof text, "You know of no way to %s.", companion->name);
    session_tell(session, text, ROLE_DIM_TEXT);
}

static void travel(struct session *session, const struct delver *delver, const char *words)
{
    if (words[0] == '\0')
        session_tell(session, "Travel where? For example: travel down.", ROLE_DIM_TEXT);
    else if (strcasecmp(words, "down") == 0 || strcmp(words, ">") == 0)
        travel_to_stairs(session, delver, TILE_STAIRS_DOWN);
    else if (strcasecmp(words, "up") == 0 || strcmp(words, "<") == 0)
        travel_to_stairs(session, delver, TILE_STAIRS_UP);
    else if (strcasecmp(words, "back") == 0 || strcmp(words, "_") == 0)
        travel_back(session, delver);
    else
        travel_to_delver(session, delver, words, strlen(words));
}

/* A place that was named on another level is none any more. */
static void travel_to_place(struct session *session, const struct delver *delver,
                            const struct errand_request *request)
{
    struct sessions *sessions = session->sessions;
    char text[SENTENCE_SIZE + ERRAND_WORDS_MAX];

    snprintf(text, sizeof text, "You know of no way to that %s.", request->words);
    if (level_key_equal(request->level, delver->body.level->key) &&
        errand_begin_travel(&session->commands.errands.errand, sessions->game->world, delver,
                            sessions->game->path_scratch, request->at) == ERR_OK)
        start(session, ERRAND_TRAVEL, DIR_NONE, request->words);
    else
        session_tell(session, text, ROLE_DIM_TEXT);
}

/* The kinds that need no way. */
static enum err begin_plain(struct session *session, const struct delver *delver,
                            const struct errand_request *request)
{
    const struct world *world = session->sessions->game->world;
    struct errand *errand = &session->commands.errands.errand;

    switch (request->kind) {
    case ERRAND_STEPS:
        return errand_begin_steps(errand, world, delver, request->dir, request->count);
    case ERRAND_RUN:
        return errand_begin_run(errand, world, delver, request->dir);
    case ERRAND_EXPLORE:
        return errand_begin_explore(errand, world, delver);
    case ERRAND_WAIT:
        return errand_begin_wait(errand, world, delver, request->count);
    case ERRAND_REST:
        return errand_begin_rest(errand, world, delver);
    default:
        return ERR_NOT_FOUND;
    }
}

/* What was asked for begins, unless there is no body to do it. */
static void begin_requested(struct session *session)
{
    const struct errand_request request = session->commands.errands.request;
    const struct delver *delver = own_delver(session);

    if (request.kind == ERRAND_NONE || !session_has_share(session))
        return;
    session->commands.errands.request.kind = ERRAND_NONE;
    if (delver == NULL)
        return;
    session_pay(session, WORK_SEARCH);
    if (request.has_place)
        travel_to_place(session, delver, &request);
    else if (request.kind == ERRAND_TRAVEL)
        travel(session, delver, request.words);
    else if (begin_plain(session, delver, &request) == ERR_OK)
        start(session, request.kind, request.dir, "");
}

static void ask_for(struct session *session, const struct errand_request *request)
{
    session->commands.errands.request = *request;
    session_want_attention(session);
}

void errands_steps(struct session *session, enum dir dir, int count)
{
    ask_for(session, &(struct errand_request){.kind = ERRAND_STEPS, .dir = dir, .count = count});
}

void errands_run(struct session *session, enum dir dir)
{
    ask_for(session, &(struct errand_request){.kind = ERRAND_RUN, .dir = dir});
}

void errands_wait(struct session *session, int count)
{
    ask_for(session, &(struct errand_request){.kind = ERRAND_WAIT, .count = count});
}

void errands_rest(struct session *session)
{
    ask_for(session, &(struct errand_request){.kind = ERRAND_REST});
}

void errands_explore(struct session *session)
{
    ask_for(session, &(struct errand_request){.kind = ERRAND_EXPLORE});
}

void errands_travel(struct session *session, const char *words)
{
    struct errand_request request = {.kind = ERRAND_TRAVEL};

    snprintf(request.words, sizeof request.words, "%s", words);
    ask_for(session, &request);
}

void errands_go(struct session *session, struct pos at, const char *goal)
{
    const struct delver *delver = own_delver(session);
    struct errand_request request = {.kind = ERRAND_TRAVEL, .has_place = true, .at = at};

    if (delver == NULL)
        return;
    request.level = delver->body.level->key;
    snprintf(request.words, sizeof request.words, "%s", goal);
    ask_for(session, &request);
}

void errands_interrupt(struct session *session, enum command_id next)
{
    struct sessions *sessions = session->sessions;

    session->commands.errands.was_interrupted = errands_are_running(session);
    if (!session->commands.errands.was_interrupted)
        return;
    session->commands.errands.request.kind = ERRAND_NONE;
    const char *why = command_row(next)->is_deed ? "" : "You stop.";
    if (session->commands.errands.kind == ERRAND_NONE) {
        if (why[0] != '\0')
            session_tell(session, why, ROLE_TEXT);
        return;
    }
    /* Not a step more: what was asked for is with the world only after the next tick. */
    if (session->commands.errands.asked_tick == sessions->game->world->tick)
        input_queue_take_back(&sessions->game->inputs, session->actor);
    finish(session, why);
}

void errands_on_event(struct session *session, const struct event *event)
{
    struct errands *errands = &session->commands.errands;
    struct errand_answer answer;

    if (errands->kind == ERRAND_NONE)
        return;
    if (event->actor == session->actor &&
        (event->kind == EVENT_MOVED || event->kind == EVENT_SWAPPED))
        errands->has_moved = true;
    if (errand_disturb(&errands->errand, event, &answer))
        finish(session, answer.why);
}

bool errands_cover(const struct session *session, const struct event *event)
{
    return session->commands.errands.kind != ERRAND_NONE && event->actor == session->actor &&
           (event->kind == EVENT_MOVED || event->kind == EVENT_WAITED ||
            event->kind == EVENT_DOOR_OPENED || event->kind == EVENT_REFUSED);
}

void errands_attend(struct session *session)
{
    struct sessions *sessions = session->sessions;
    struct errands *errands = &session->commands.errands;
    const struct delver *delver = own_delver(session);
    struct errand_answer answer;

    begin_requested(session);
    /* What was asked for reaches the world with the next tick: until then nothing is new. */
    if (errands->kind == ERRAND_NONE || delver == NULL || delver->body.queue_length > 0 ||
        delver->body.level->clock < delver->body.ready_clock ||
        errands->asked_tick == sessions->game->world->tick)
        return;
    errands->has_moved = false;
    enum errand_result result = errand_next(&errands->errand, sessions->game->world, delver,
                                            sessions->game->path_scratch, &answer);
    if (result != ERRAND_GOES) {
        finish(session, answer.why);
        return;
    }
    errands->asked_tick = sessions->game->world->tick;
    struct input *input = session_input(session, INPUT_ACTION);
    if (input != NULL)
        input->action = answer.action;
}

/*
 * Errands: begin, one turn, end; and the plain ones (steps, waits, rest).
 */
#include "travel/errand.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "travel/errand_private.h"

struct kind_row {
    enum errand_result (*next)(struct errand_turn *turn);
    enum errand_interest interest;
    bool minds_delvers;  /* ends when one comes into view */
    bool minds_refusals; /* ends when the world refuses an action; others try another way */
};

static enum errand_result steps_next(struct errand_turn *turn);
static enum errand_result wait_next(struct errand_turn *turn);
static enum errand_result rest_next(struct errand_turn *turn);

/* A traveller has said where to go: fellow delvers, who can block nobody, are no reason to stop. */
static const struct kind_row kind_table[ERRAND_COUNT] = {
    [ERRAND_STEPS] = {steps_next, INTEREST_NONE, true, true},
    [ERRAND_RUN] = {errand_run_next, INTEREST_ALL, true, true},
    [ERRAND_EXPLORE] = {errand_explore_next, INTEREST_RARE, true, false},
    [ERRAND_TRAVEL] = {errand_travel_next, INTEREST_NONE, false, false},
    [ERRAND_WAIT] = {wait_next, INTEREST_NONE, true, true},
    [ERRAND_REST] = {rest_next, INTEREST_NONE, true, true},
};

void errand_clear(struct errand *errand)
{
    errand->kind = ERRAND_NONE;
}

static struct path_map map_of(const struct delver *delver)
{
    return (struct path_map){delver->memory, delver->body.level->width, delver->body.level->height};
}

static enum err begin(struct errand *errand, enum errand_kind kind, const struct world *world,
                      const struct delver *delver)
{
    memset(errand, 0, sizeof *errand);
    if (delver->body.state != BODY_PRESENT)
        return ERR_NOT_FOUND;
    errand->kind = kind;
    errand->owner = delver->body.id;
    errand->level = delver->body.level->key;
    errand->health = delver->body.health;
    errand->start = delver->body.at;
    errand_notice_begin(errand, world, delver, kind_table[kind].interest);
    return ERR_OK;
}

static enum err begin_counted(struct errand *errand, enum errand_kind kind,
                              const struct world *world, const struct delver *delver, int count)
{
    enum err error = begin(errand, kind, world, delver);

    if (error == ERR_OK && (count < 1 || count > ERRAND_REPEAT_MAX)) {
        errand_clear(errand);
        error = ERR_RANGE;
    }
    errand->left = count;
    return error;
}

enum err errand_begin_steps(struct errand *errand, const struct world *world,
                            const struct delver *delver, enum dir dir, int count)
{
    enum err error = begin_counted(errand, ERRAND_STEPS, world, delver, count);

    if (error == ERR_OK && (dir == DIR_NONE || (unsigned)dir >= DIR_COUNT)) {
        errand_clear(errand);
        return ERR_RANGE;
    }
    errand->dir = dir;
    return error;
}

enum err errand_begin_run(struct errand *errand, const struct world *world,
                          const struct delver *delver, enum dir dir)
{
    enum err error = begin(errand, ERRAND_RUN, world, delver);

    if (error == ERR_OK && (dir == DIR_NONE || (unsigned)dir >= DIR_COUNT)) {
        errand_clear(errand);
        return ERR_RANGE;
    }
    errand->dir = dir;
    return error;
}

enum err errand_begin_explore(struct errand *errand, const struct world *world,
                              const struct delver *delver)
{
    return begin(errand, ERRAND_EXPLORE, world, delver);
}

enum err errand_begin_wait(struct errand *errand, const struct world *world,
                           const struct delver *delver, int count)
{
    return begin_counted(errand, ERRAND_WAIT, world, delver, count);
}

enum err errand_begin_rest(struct errand *errand, const struct world *world,
                           const struct delver *delver)
{
    return begin_counted(errand, ERRAND_REST, world, delver, ERRAND_REST_MAX);
}

static enum err begin_way(struct errand *errand, const struct world *world,
                          const struct delver *delver, struct path_scratch *scratch,
                          struct path_goal goal)
{
    enum err error = begin(errand, ERRAND_TRAVEL, world, delver);

    if (error != ERR_OK)
        return error;
    struct path_map map = map_of(delver);
    errand->goal = goal;
    error = path_find(scratch, &map, delver->body.at, &goal, &errand->way);
    if (error != ERR_OK)
        errand_clear(errand);
    return error;
}

enum err errand_begin_travel(struct errand *errand, const struct world *world,
                             const struct delver *delver, struct path_scratch *scratch,
                             struct pos to)
{
    return begin_way(errand, world, delver, scratch,
                     (struct path_goal){.kind = PATH_TO_CELL, .cell = to});
}

enum err errand_begin_travel_to_tile(struct errand *errand, const struct world *world,
                                     const struct delver *delver, struct path_scratch *scratch,
                                     enum tile_id tile)
{
    return begin_way(errand, world, delver, scratch,
                     (struct path_goal){.kind = PATH_TO_TILE, .tile = tile});
}

enum err errand_begin_travel_to_delver(struct errand *errand, const struct world *world,
                                       const struct delver *delver, struct path_scratch *scratch,
                                       body_id companion_id)
{
    const struct delver *companion = world_delver(world, companion_id);

    if (companion == NULL || companion == delver || companion->body.level == NULL ||
        companion->body.level != delver->body.level || !delver_sees(delver, companion->body.at)) {
        errand_clear(errand);
        return ERR_NOT_FOUND;
    }
    enum err error =
        begin_way(errand, world, delver, scratch,
                  (struct path_goal){.kind = PATH_BESIDE_CELL, .cell = companion->body.at});
    errand->companion = companion_id;
    return error;
}

enum errand_result errand_end(struct errand_turn *turn, enum errand_result result,
                              const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(turn->out->why, sizeof turn->out->why, format, arguments);
    va_end(arguments);
    errand_clear(turn->errand);
    return result;
}

enum errand_result errand_go(struct errand_turn *turn, enum dir dir)
{
    struct errand *errand = turn->errand;

    errand->from = turn->at;
    errand->to = pos_step(turn->at, dir);
    errand->was_door = !path_is_walkable(&turn->map, errand->to);
    turn->out->action = (struct action){.verb = ACTION_MOVE, .dir = dir};
    return ERRAND_GOES;
}

enum errand_result errand_stay(struct errand_turn *turn)
{
    turn->errand->from = turn->at;
    turn->errand->to = turn->at;
    turn->errand->was_door = false;
    turn->out->action = (struct action){.verb = ACTION_WAIT, .dir = DIR_NONE};
    return ERRAND_GOES;
}

const char *errand_article(enum tile_id tile)
{
    const char *name = tile_row(tile)->name;

    if (tile == TILE_STAIRS_DOWN || tile == TILE_STAIRS_UP || tile == TILE_WATER_DEEP)
        return "";
    return strchr("aeiou", name[0]) != NULL ? "an " : "a ";
}

enum errand_result errand_end_before(struct errand_turn *turn, enum errand_result result,
                                     enum dir dir)
{
    enum tile_id tile = path_tile(&turn->map, pos_step(turn->at, dir));
    char what[32];

    if (tile_row(tile)->is_walkable)
        return errand_end(turn, result, "The way %s is too narrow to squeeze through.",
                          dir_name(dir));
    if (tile == TILE_UNKNOWN)
        return errand_end(turn, result, "You cannot see the way %s.", dir_name(dir));
    snprintf(what, sizeof what, "%s%s", errand_article(tile), tile_row(tile)->name);
    what[0] = (char)toupper((unsigned char)what[0]);
    return errand_end(turn, result, "%s is in the way.", what);
}

const struct body *errand_body_at(const struct errand_turn *turn, struct pos at)
{
    const struct body *body = world_body(turn->world, level_body_at(turn->delver->body.level, at));

    return body == &turn->delver->body || !delver_sees(turn->delver, at) ? NULL : body;
}

static enum errand_progress look_at_progress(const struct errand_turn *turn)
{
    const struct errand *errand = turn->errand;

    if (!errand->is_awaited)
        return PROGRESS_FIRST;
    if (pos_equal(turn->at, errand->to))
        return pos_equal(errand->from, errand->to) ? PROGRESS_WAITED : PROGRESS_MADE;
    if (!pos_equal(turn->at, errand->from))
        return PROGRESS_MOVED;
    if (errand->was_door && path_is_walkable(&turn->map, errand->to))
        return PROGRESS_OPENED;
    return PROGRESS_HELD;
}

/*
 * A step that came to nothing though its cell can be walked was undone: two who go one behind the
 * other do that to each other when the one behind moves first.
 */
static void count_progress(struct errand_turn *turn)
{
    struct errand *errand = turn->errand;

    turn->progress = look_at_progress(turn);
    errand->is_awaited = false;
    if (turn->progress == PROGRESS_MADE) {
        errand->steps++;
        errand->blocked = 0;
        errand->jostled = 0;
    }
    if (turn->progress == PROGRESS_HELD && path_is_walkable(&turn->map, errand->to))
        errand->jostled++;
    else if (turn->progress == PROGRESS_HELD)
        errand->blocked++;
    if (turn->progress != PROGRESS_WAITED)
        errand->has_given_way = false;
}

static enum errand_result take_turn(struct errand_turn *turn)
{
    struct errand *errand = turn->errand;
    const struct delver *delver = turn->delver;
    const struct kind_row *row = &kind_table[errand->kind];

    if (delver->body.id != errand->owner || delver->body.state != BODY_PRESENT ||
        !level_key_equal(delver->body.level->key, errand->level))
        return errand_end(turn, ERRAND_STOPPED, "You are not where you were.");
    if (delver->body.health < errand->health)
        return errand_end(turn, ERRAND_STOPPED, "You are hurt and stop.");
    turn->map = map_of(delver);
    turn->at = delver->body.at;
    count_progress(turn);
    if ((row->minds_delvers && errand_notice_body(turn)) ||
        errand_notice_thing(turn, row->interest))
        return ERRAND_STOPPED;
    enum errand_result result = row->next(turn);
    errand->health = delver->body.health;
    errand->is_awaited = result == ERRAND_GOES;
    return result;
}

enum errand_result errand_next(struct errand *errand, const struct world *world,
                               const struct delver *delver, struct path_scratch *scratch,
                               struct errand_answer *out)
{
    struct errand_turn turn = {
        .errand = errand,
        .world = world,
        .delver = delver,
        .scratch = scratch,
        .out = out,
    };

    CHECK((unsigned)errand->kind < ERRAND_COUNT);
    *out = (struct errand_answer){.action = {.verb = ACTION_NONE, .dir = DIR_NONE}};
    if (errand->kind == ERRAND_NONE)
        return ERRAND_DONE;
    return take_turn(&turn);
}

static enum errand_result steps_next(struct errand_turn *turn)
{
    struct errand *errand = turn->errand;

    if (turn->progress == PROGRESS_HELD || turn->progress == PROGRESS_MOVED)
        return errand_end(turn, ERRAND_STOPPED, "Something came in your way.");
    if (errand->left == 0)
        return errand_end(turn, ERRAND_DONE, "%s", "");
    /* The first step may be a bump, as the plain word for it would be. */
    bool is_first = turn->progress == PROGRESS_FIRST;
    struct pos to = pos_step(turn->at, errand->dir);
    if (!path_can_step(&turn->map, turn->at, errand->dir) ||
        (!is_first && !path_is_walkable(&turn->map, to)))
        return errand_end_before(turn, ERRAND_STOPPED, errand->dir);
    errand->left--;
    return errand_go(turn, errand->dir);
}

static enum errand_result wait_next(struct errand_turn *turn)
{
    if (turn->errand->left == 0)
        return errand_end(turn, ERRAND_DONE, "You have waited.");
    turn->errand->left--;
    return errand_stay(turn);
}

static enum errand_result rest_next(struct errand_turn *turn)
{
    const struct body *body = &turn->delver->body;
    struct errand *errand = turn->errand;

    if (body->health > errand->health) {
        if (body->health >= body->health_max)
            return errand_end(turn, ERRAND_DONE, "You are healed.");
        errand->left = ERRAND_REST_MAX;
    }
    if (errand->left == 0)
        return errand_end(turn, ERRAND_DONE, "You have rested.");
    errand->left--;
    return errand_stay(turn);
}

/* What happens to oneself and ends any errand. */
static const char *const end_table[EVENT_COUNT] = {
    [EVENT_DEPARTED] = "You leave this level.",
    [EVENT_ARRIVED] = "You are on another level.",
    [EVENT_LEFT] = "You leave the dungeon.",
    [EVENT_LINK_LOST] = "Your line is gone.",
    [EVENT_CANCELLED] = "You stop.",
};

bool errand_disturb(struct errand *errand, const struct event *event, struct errand_answer *out)
{
    CHECK((unsigned)event->kind < EVENT_COUNT && (unsigned)errand->kind < ERRAND_COUNT);
    if (errand->kind == ERRAND_NONE || event->actor != errand->owner)
        return false;
    if (event->kind == EVENT_REFUSED) {
        if (!kind_table[errand->kind].minds_refusals)
            return false;
        /* Whoever shows refusals has said why. */
        out->why[0] = '\0';
    } else if (end_table[event->kind] == NULL) {
        return false;
    } else {
        snprintf(out->why, sizeof out->why, "%s", end_table[event->kind]);
    }
    errand_clear(errand);
    return true;
}

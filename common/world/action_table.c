/*
 * The table of verbs, and the queue of what a body is about to do.
 */
#include "world/action.h"

#include "base/check.h"
#include "world/carry.h"
#include "world/door.h"
#include "world/move.h"
#include "world/stairs.h"
#include "world/throw.h"
#include "world/world_private.h"

struct action_row {
    const char *name;
    int cost_ticks;
    bool needs_dir; /* or a target */
    bool needs_object;
    bool (*apply)(const struct world *world, struct body *body, const struct action *action);
};

static bool wait_a_moment(const struct world *world, struct body *body, const struct action *action)
{
    struct event *event = event_push(&body->level->events, EVENT_WAITED, body);

    (void)world;
    event->dir = action->dir;
    return true;
}

static const struct action_row action_table[ACTION_COUNT] = {
    [ACTION_NONE] = {.name = "nothing"},
    [ACTION_MOVE] = {.name = "step", .cost_ticks = 5, .needs_dir = true, .apply = move_try_step},
    [ACTION_OPEN] = {.name = "open", .cost_ticks = 5, .apply = door_action_open},
    [ACTION_CLOSE] = {.name = "close", .cost_ticks = 5, .apply = door_action_close},
    [ACTION_DESCEND] = {.name = "descend", .cost_ticks = 5, .apply = stairs_descend},
    [ACTION_ASCEND] = {.name = "ascend", .cost_ticks = 5, .apply = stairs_ascend},
    [ACTION_WAIT] = {.name = "wait", .cost_ticks = 5, .apply = wait_a_moment},
    [ACTION_GET] = {.name = "pick up", .cost_ticks = 5, .apply = carry_get},
    [ACTION_DROP] = {.name = "drop", .cost_ticks = 5, .needs_object = true, .apply = carry_drop},
    [ACTION_THROW] = {.name = "throw",
                      .cost_ticks = 5,
                      .needs_dir = true,
                      .needs_object = true,
                      .apply = throw_item},
};

int action_cost(enum action_verb verb)
{
    CHECK((unsigned)verb < ACTION_COUNT);
    return action_table[verb].cost_ticks;
}

const char *action_name(enum action_verb verb)
{
    CHECK((unsigned)verb < ACTION_COUNT);
    return action_table[verb].name;
}

bool action_is_valid(struct action action)
{
    if (action.verb <= ACTION_NONE || action.verb >= ACTION_COUNT ||
        (unsigned)action.dir >= DIR_COUNT)
        return false;
    const struct action_row *row = &action_table[action.verb];
    bool has_way = action.dir != DIR_NONE || (action.target != 0 && action.verb != ACTION_MOVE);
    return (has_way || !row->needs_dir) && (action.object != 0 || !row->needs_object);
}

/* What a step costs a kind where it costs a delver `ticks`. */
static int step_cost(const struct species_row *row, int ticks)
{
    enum { STROLL = 2 }; /* without an aim, times as long */
    int cost = ticks * row->move / 100;

    return row->think == THINK_WANDER ? cost * STROLL : cost;
}

void action_apply(const struct world *world, struct body *body, const struct action *action)
{
    CHECK(action_is_valid(*action));
    CHECK(body->state == BODY_PRESENT);
    if (!action_table[action->verb].apply(world, body, action) || body->level == NULL)
        return;
    int cost = action_cost(action->verb);
    if (action->verb == ACTION_MOVE)
        cost = step_cost(species_row(body->species), cost);
    body->ready_clock = body->level->clock + (uint64_t)cost;
    body->walked = action->verb == ACTION_MOVE ? action->dir : DIR_NONE;
}

/* How many steps in that direction already wait at the end of the queue. */
static int count_repeats(const struct body *body, struct action action)
{
    int repeats = 0;

    for (int i = body->queue_length; i > 0; i--) {
        const struct action *queued = &body->queue[i - 1];
        if (queued->verb != action.verb || queued->dir != action.dir)
            break;
        repeats++;
    }
    return repeats;
}

void body_queue_action(struct world *world, struct body *body, struct action action)
{
    if (body->state != BODY_PRESENT)
        return;
    /* A held key repeats faster than feet move: what lies further ahead is not meant any more. */
    if (action.verb == ACTION_MOVE && count_repeats(body, action) >= BODY_REPEAT_MAX)
        return;
    if (body->queue_length >= BODY_QUEUE_MAX) {
        event_refuse(&world->events, body, REFUSAL_QUEUE_FULL, DIR_NONE);
        return;
    }
    body->queue[body->queue_length++] = action;
    body_activate(body);
}

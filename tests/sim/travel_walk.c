/*
 * Delvers on travel.
 */
#include "sim/travel_walk.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "world/world.h"
#include "world/world_tick.h"

enum { FIRST_DELVER = 1000, STOPS_MAX = 100 };

void travel_walk_init(struct travel_walk *walk, struct level *level)
{
    const struct world_limits limits = {
        .delvers_max = TRAVEL_WALKERS_MAX, .levels_max = 1, .items_max = TRAVEL_ITEMS_MAX};
    struct input input = {.kind = INPUT_LEVEL_ADD, .level = level};

    *walk = (struct travel_walk){.level = level};
    CHECK(world_new(1, 0, limits, &walk->world) == ERR_OK);
    CHECK(path_scratch_new(&walk->scratch) == ERR_OK);
    world_tick(walk->world, &input, 1);
}

void travel_walk_release(struct travel_walk *walk)
{
    for (int i = 0; i < walk->count; i++)
        free(walk->walkers[i].visits);
    path_scratch_free(walk->scratch);
    world_free(walk->world);
}

struct travel_walker *travel_walk_join(struct travel_walk *walk, struct pos at)
{
    const struct delver_record record = {.id = FIRST_DELVER + walk->count,
                                         .level = walk->level->key,
                                         .at = at,
                                         .health = 10,
                                         .health_max = 10,
                                         .life = life_new()};
    struct input input = {.kind = INPUT_JOIN};

    CHECK(walk->count < TRAVEL_WALKERS_MAX);
    CHECK(delver_new(&record, "Ada", NULL, level_cell_count(walk->level), &input.newcomer) ==
          ERR_OK);
    world_tick(walk->world, &input, 1);
    const struct delver *delver = world_find_delver(walk->world, record.id);
    CHECK(delver != NULL);
    struct travel_walker *walker = &walk->walkers[walk->count++];
    walker->id = delver->body.id;
    walker->visits = calloc(level_cell_count(walk->level), sizeof *walker->visits);
    CHECK(walker->visits != NULL);
    return walker;
}

const struct delver *travel_walk_delver(const struct travel_walk *walk,
                                        const struct travel_walker *walker)
{
    return world_delver(walk->world, walker->id);
}

void travel_walk_hold_doors(struct travel_walk *walk)
{
    struct level *level = walk->level;
    int doors = 0;

    for (int i = 0; i < level->width * level->height; i++) {
        struct pos at = pos_of(i % level->width, i / level->width);
        enum tile_id tile = level_tile(level, at);
        if ((tile != TILE_DOOR_CLOSED && tile != TILE_DOOR_OPEN) || doors++ % 2 != 0)
            continue;
        level_set_tile(level, at, TILE_DOOR_OPEN);
        CHECK(item_add(walk->world, stack_of(ITEM_DART, 1), level, at) != NULL);
    }
}

void travel_walk_settle_doors(struct travel_walk *walk, const struct travel_walker *walker)
{
    struct delver *delver = world_delver(walk->world, walker->id);

    for (int i = 0; i <= DOOR_OPEN_TICKS; i++)
        travel_walk_tick(walk);
    memcpy(delver->memory, walk->level->tiles, delver->memory_size);
}

/* Returns the fault of an action that travel may never ask for, or NULL. */
static const char *find_fault(const struct delver *delver, struct action action)
{
    if (!action_is_valid(action))
        return "an action that does not exist";
    if (action.verb != ACTION_MOVE)
        return action.verb == ACTION_WAIT ? NULL : "an action that is no step and no wait";
    struct pos to = pos_step(delver->body.at, action.dir);
    if (!level_contains(delver->body.level, to))
        return "a step off the level";
    enum tile_id tile = (enum tile_id)delver->memory[level_index(delver->body.level, to)];
    if (tile == TILE_UNKNOWN)
        return "a step into the unknown";
    return tile_is_passable(tile) ? NULL : "a step into what is known to be impassable";
}

/* Did it turn to another target though the last one, not yet walked to, still promises more? */
static bool has_wavered(const struct travel_walker *walker, const struct path *before,
                        int before_next, const struct delver *delver)
{
    const struct path_map map = path_map_of(delver);

    return walker->travel.kind == TRAVEL_EXPLORE && before_next + 1 < before->length &&
           !pos_equal(before->end, walker->travel.way.end) &&
           path_borders_unknown(&map, before->end);
}

static bool ask(struct travel_walk *walk, struct travel_walker *walker, struct input *out)
{
    const struct delver *delver = world_delver(walk->world, walker->id);
    const struct path way = walker->travel.way;
    int way_next = walker->travel.way_next;

    if (walker->travel.kind == TRAVEL_NONE || delver->body.queue_length > 0 ||
        !body_is_ready(&delver->body))
        return false;
    int64_t start = walk->clock_ns == NULL ? 0 : walk->clock_ns();
    *out = (struct input){.kind = INPUT_ACTION, .actor = walker->id};
    walker->result =
        travel_next(&walker->travel, walk->world, delver, walk->scratch, &walker->answer);
    out->action = walker->answer.action;
    if (walk->clock_ns != NULL)
        walk->asked_ns = walk->clock_ns() - start;
    if (walker->result != TRAVEL_GOES)
        return false;
    if (walker->fault == NULL)
        walker->fault = find_fault(delver, out->action);
    if (walker->fault == NULL && walk->count == 1 && has_wavered(walker, &way, way_next, delver))
        walker->fault = "it turned away from a target it had not learned";
    walker->actions++;
    return true;
}

static void show(struct travel_walk *walk, const struct event *event)
{
    for (int i = 0; i < walk->count; i++) {
        struct travel_walker *walker = &walk->walkers[i];
        if (travel_disturb(&walker->travel, event, &walker->answer))
            walker->result = TRAVEL_STOPPED;
        if (event->actor != walker->id)
            continue;
        if (event->kind == EVENT_MOVED || event->kind == EVENT_SWAPPED)
            walker->visits[level_index(walk->level, event->at)]++;
        if (event->kind == EVENT_REFUSED && walker->fault == NULL)
            walker->fault = "the world refused an action";
    }
}

void travel_walk_tick(struct travel_walk *walk)
{
    struct input inputs[TRAVEL_WALKERS_MAX];
    size_t count = 0;

    for (int i = 0; i < walk->count; i++)
        count += ask(walk, &walk->walkers[i], &inputs[count]);
    world_tick(walk->world, inputs, count);
    struct event_cursor cursor = {0};
    const struct event *event;
    while ((event = world_next_event(walk->world, &cursor)) != NULL)
        show(walk, event);
}

bool travel_walk_finish(struct travel_walk *walk, struct travel_walker *walker, int actions_max)
{
    int actions = walker->actions;

    while (walker->travel.kind != TRAVEL_NONE) {
        if (walker->actions - actions > actions_max)
            return false;
        travel_walk_tick(walk);
    }
    return true;
}

bool travel_walk_explore(struct travel_walk *walk, struct travel_walker *walker, int actions_max)
{
    int actions = walker->actions;

    for (int stops = 0; stops < STOPS_MAX; stops++) {
        CHECK(travel_begin_explore(&walker->travel, walk->world,
                                   travel_walk_delver(walk, walker)) == ERR_OK);
        if (!travel_walk_finish(walk, walker, actions_max - (walker->actions - actions)))
            return false;
        if (walker->result == TRAVEL_DONE)
            return true;
    }
    return false;
}

/*
 * Doors.
 */
#include "world/door.h"

#include "base/check.h"
#include "world/mind.h"
#include "world/world.h"

static void change_door(const struct world *world, struct body *body, struct pos at,
                        enum tile_id tile, enum event_kind kind, enum dir dir)
{
    sight_disturb(world, body->level, at);
    level_set_tile(body->level, at, tile);

    struct event *event = event_push(&body->level->events, kind, body);
    event->at = at;
    event->dir = dir;
}

void door_open(const struct world *world, struct body *body, struct pos at, enum dir dir)
{
    enum tile_id opened = tile_row(level_tile(body->level, at))->opens_to;

    CHECK(opened != TILE_UNKNOWN);
    change_door(world, body, at, opened, EVENT_DOOR_OPENED, dir);
    if (body->species == SPECIES_DELVER)
        noise_make(world, body, NOISE_DOOR);
}

static bool can_open(const struct body *body, struct pos at)
{
    return level_contains(body->level, at) && !body_is_veiled(body, at) &&
           tile_row(level_tile(body->level, at))->opens_to != TILE_UNKNOWN;
}

static bool can_close(const struct body *body, struct pos at)
{
    return level_contains(body->level, at) &&
           tile_row(level_tile(body->level, at))->closes_to != TILE_UNKNOWN;
}

int action_door_candidates(const struct body *body, enum action_verb verb, enum dir *out_dir)
{
    int count = 0;

    CHECK(verb == ACTION_OPEN || verb == ACTION_CLOSE);
    *out_dir = DIR_NONE;
    if (body->state != BODY_PRESENT)
        return 0;
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        struct pos at = pos_step(body->at, dir);
        bool fits = verb == ACTION_OPEN ? can_open(body, at) : can_close(body, at);
        if (!fits)
            continue;
        if (count == 0)
            *out_dir = dir;
        count++;
    }
    return count;
}

/* The one door meant when no direction was said. */
static bool choose_door(const struct body *body, enum action_verb verb, enum dir *dir)
{
    if (*dir != DIR_NONE)
        return true;
    int count = action_door_candidates(body, verb, dir);
    if (count == 1)
        return true;
    event_refuse(&body->level->events, body, count == 0 ? REFUSAL_NO_DOOR : REFUSAL_WHICH_DOOR,
                 DIR_NONE);
    return false;
}

bool door_action_open(const struct world *world, struct body *body, const struct action *action)
{
    enum dir dir = action->dir;

    if (!choose_door(body, ACTION_OPEN, &dir))
        return false;
    struct pos at = pos_step(body->at, dir);
    if (!can_open(body, at)) {
        event_refuse(&body->level->events, body,
                     can_close(body, at) ? REFUSAL_DOOR_OPEN : REFUSAL_NO_DOOR, dir);
        return false;
    }
    door_open(world, body, at, dir);
    return true;
}

bool door_action_close(const struct world *world, struct body *body, const struct action *action)
{
    enum dir dir = action->dir;

    if (!choose_door(body, ACTION_CLOSE, &dir))
        return false;
    struct pos at = pos_step(body->at, dir);
    if (!can_close(body, at)) {
        event_refuse(&body->level->events, body,
                     can_open(body, at) ? REFUSAL_DOOR_CLOSED : REFUSAL_NO_DOOR, dir);
        return false;
    }
    if (body->level->bodies[level_index(body->level, at)] != 0) {
        event_refuse(&body->level->events, body, REFUSAL_DOORWAY_TAKEN, dir);
        return false;
    }
    enum tile_id closed = tile_row(level_tile(body->level, at))->closes_to;
    change_door(world, body, at, closed, EVENT_DOOR_CLOSED, dir);
    return true;
}

static bool is_taken(const struct world *world, const struct level *level, struct pos at)
{
    return level_body_at(level, at) != 0 || level_item_at(world, level, at) != NULL;
}

void door_shut(const struct world *world, struct body *body, struct pos at)
{
    enum tile_id closed = tile_row(level_tile(body->level, at))->closes_to;

    if (closed != TILE_UNKNOWN && !is_taken(world, body->level, at))
        change_door(world, body, at, closed, EVENT_DOOR_CLOSED, dir_towards(body->at, at));
}

static void fall_shut(const struct world *world, struct level *level, struct pos at)
{
    enum tile_id closed = tile_row(level_tile(level, at))->closes_to;

    sight_disturb(world, level, at);
    level_set_tile(level, at, closed);
    event_of_level(level, EVENT_DOOR_FELL_SHUT, at);
}

void doors_run(const struct world *world, struct level *level)
{
    struct pos at;

    while (open_doors_due(&level->open_doors, level->clock, &at)) {
        /* A body or thing that leaves the doorway lists the door again: level_note_left(). */
        if (is_taken(world, level, at))
            open_doors_drop(&level->open_doors, at);
        else
            fall_shut(world, level, at);
    }
}

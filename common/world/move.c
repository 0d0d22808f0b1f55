/*
 * One step.
 */
#include "world/move.h"

#include "base/check.h"
#include "world/carry.h"
#include "world/door.h"
#include "world/grave.h"
#include "world/haven_deeds.h"
#include "world/mind.h"
#include "world/niche.h"

/* A diagonal needs one of its two corners free: no squeezing between two walls. */
static bool is_corner_blocked(const struct level *level, struct pos at, struct pos to)
{
    if (at.x == to.x || at.y == to.y)
        return false;
    return !level_is_walkable(level, pos_of(to.x, at.y)) &&
           !level_is_walkable(level, pos_of(at.x, to.y));
}

bool move_is_open(const struct level *level, struct pos from, enum dir dir)
{
    struct pos to = pos_step(from, dir);

    return level_is_walkable(level, to) && !is_corner_blocked(level, from, to);
}

/* A delver that floats goes over water too. */
static bool can_enter(const struct body *body, struct pos to)
{
    return level_is_walkable(body->level, to) ||
           (statuses_have(&body->statuses, STATUS_FLOATING) && !level_is_opaque(body->level, to));
}

/* The same as is_corner_blocked() for that body. */
static bool is_squeezed(const struct body *body, struct pos to)
{
    struct pos at = body->at;

    return at.x != to.x && at.y != to.y && !can_enter(body, pos_of(to.x, at.y)) &&
           !can_enter(body, pos_of(at.x, to.y));
}

static void push_moved(struct body *body, struct pos from, enum dir dir)
{
    struct event *event = event_push(&body->level->events, EVENT_MOVED, body);

    event->from = from;
    event->dir = dir;
}

/* A foe goes by the way of its kind, and asks nobody to make room. */
static bool step_of_foe(struct body *body, enum dir dir)
{
    struct level *level = body->level;
    struct pos from = body->at;
    struct pos to = pos_step(from, dir);

    if (!way_is_open(level, mind_way(body->species), from, dir) || level_body_at(level, to) != 0 ||
        level_is_warded(level, to)) {
        (void)event_push(&level->events, EVENT_WAITED, body);
        return true;
    }
    body_move(body, to);
    push_moved(body, from, dir);
    return true;
}

/* A delver has come to another cell by its own step. */
static void come_to(const struct world *world, struct body *body)
{
    carry_step(world, body_delver(body));
    grave_step(world, body_delver(body));
    niche_step(world, body_delver(body));
    haven_step(world, body_delver(body));
}

bool move_try_step(const struct world *world, struct body *body, const struct action *action)
{
    enum dir dir = action->dir;
    struct level *level = body->level;
    struct pos from = body->at;
    struct pos to = pos_step(from, dir);

    CHECK(dir != DIR_NONE);
    bool is_foe = body->species != SPECIES_DELVER;
    if (is_foe && level_is_warded(level, to))
        return step_of_foe(body, dir);
    if (level_contains(level, to) && tile_row(level_tile(level, to))->opens_to != TILE_UNKNOWN) {
        door_open(world, body, to, dir);
        return true;
    }
    if (is_foe)
        return step_of_foe(body, dir);
    if (!can_enter(body, to)) {
        /* What stops a body but not the eye is water. */
        event_refuse(&level->events, body,
                     level_is_opaque(level, to) ? REFUSAL_WALL : REFUSAL_WATER, dir);
        return false;
    }
    if (is_squeezed(body, to)) {
        event_refuse(&level->events, body, REFUSAL_CORNER, dir);
        return false;
    }

    body_id other_id = level->bodies[level_index(level, to)];
    if (other_id == 0) {
        body_move(body, to);
        push_moved(body, from, dir);
        come_to(world, body);
        return true;
    }
    struct body *other = world_body(world, other_id);
    body_swap(body, other);
    other->passed_by = body_number(body);
    other->passed_way = dir;
    other->passed_clock = level->clock;
    struct event *event = event_push(&level->events, EVENT_SWAPPED, body);
    event->other = other_id;
    event->count = body_is_fallen(other);
    event->from = from;
    event->dir = dir;
    come_to(world, body);
    return true;
}

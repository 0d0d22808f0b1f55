/*
 * One step.
 */
#include "world/move.h"

#include "base/check.h"
#include "world/door.h"

/* A diagonal needs one of its two corners free: no squeezing between two walls. */
static bool is_corner_blocked(const struct actor *actor, struct pos to)
{
    struct pos at = actor->record.at;

    if (at.x == to.x || at.y == to.y)
        return false;
    return !level_is_walkable(actor->level, pos_of(to.x, at.y)) &&
           !level_is_walkable(actor->level, pos_of(at.x, to.y));
}

bool move_try_step(const struct world *world, struct actor *actor, enum dir dir)
{
    struct level *level = actor->level;
    struct pos from = actor->record.at;
    struct pos to = pos_step(from, dir);

    CHECK(dir != DIR_NONE);
    if (level_contains(level, to) && tile_row(level_tile(level, to))->opens_to != TILE_UNKNOWN) {
        door_open(world, actor, to, dir);
        return true;
    }
    if (!level_is_walkable(level, to)) {
        /* What stops a body but not the eye is water. */
        event_refuse(&level->events, actor,
                     level_is_opaque(level, to) ? REFUSAL_WALL : REFUSAL_WATER, dir);
        return false;
    }
    if (is_corner_blocked(actor, to)) {
        event_refuse(&level->events, actor, REFUSAL_CORNER, dir);
        return false;
    }

    actor_id other_id = level->bodies[level_index(level, to)];
    struct event *event;
    if (other_id != 0) {
        struct actor *other = world_actor(world, other_id);
        body_swap(actor, other);
        other->passed_by = actor->record.id;
        other->passed_way = dir;
        other->passed_clock = level->clock;
        event = event_push(&level->events, EVENT_SWAPPED, actor);
    } else {
        body_move(actor, to);
        event = event_push(&level->events, EVENT_MOVED, actor);
    }
    event->other = other_id;
    event->at = to;
    event->from = from;
    event->dir = dir;
    return true;
}

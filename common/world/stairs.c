/*
 * Between two levels.
 */
#include "world/stairs.h"

#include "base/check.h"
#include "content/theme.h"

/* The world takes them over afterwards: see stairs_hand_over(). */
static struct event *depart(const struct world *world, struct event_list *events,
                            struct actor *actor, enum tile_id stairs)
{
    struct event *event = event_push(events, EVENT_DEPARTED, actor);
    struct level *level = actor->level;

    event->at = actor->record.at;
    event->stairs = stairs;
    event->travel = stairs == TILE_UNKNOWN ? TRAVEL_SENT : TRAVEL_STAIRS;
    body_remove(world, actor);
    actor->state = ACTOR_TRANSIT;
    actor->transit_stairs = stairs;
    actor->queue_length = 0;
    sight_clear(&actor->sight);
    actor->next_body = level->first_departed;
    level->first_departed = actor->id;
    return event;
}

bool stairs_descend(const struct world *world, struct actor *actor, enum dir dir)
{
    if (level_tile(actor->level, actor->record.at) != TILE_STAIRS_DOWN) {
        event_refuse(&actor->level->events, actor, REFUSAL_NO_STAIRS_DOWN, dir);
        return false;
    }
    if (actor->level->key.depth >= DEPTH_MAX) {
        event_refuse(&actor->level->events, actor, REFUSAL_BOTTOM, dir);
        return false;
    }
    if (world_is_closed(world, actor->level->key.depth + 1)) {
        event_refuse(&actor->level->events, actor, REFUSAL_CLOSED_DOWN, dir);
        return false;
    }
    depart(world, &actor->level->events, actor, TILE_STAIRS_DOWN);
    return true;
}

bool stairs_ascend(const struct world *world, struct actor *actor, enum dir dir)
{
    if (level_tile(actor->level, actor->record.at) != TILE_STAIRS_UP) {
        event_refuse(&actor->level->events, actor, REFUSAL_NO_STAIRS_UP, dir);
        return false;
    }
    if (actor->level->key.depth <= 1) {
        event_refuse(&actor->level->events, actor, REFUSAL_TOP, dir);
        return false;
    }
    if (world_is_closed(world, actor->level->key.depth - 1)) {
        event_refuse(&actor->level->events, actor, REFUSAL_CLOSED_UP, dir);
        return false;
    }
    depart(world, &actor->level->events, actor, TILE_STAIRS_UP);
    return true;
}

static void enter(struct world *world, struct actor *actor)
{
    actor->previous_body = 0;
    actor->next_body = world->first_transit;
    if (world->first_transit != 0)
        world_actor(world, world->first_transit)->previous_body = actor->id;
    world->first_transit = actor->id;
}

void stairs_leave(struct world *world, struct actor *actor)
{
    CHECK(actor->state == ACTOR_TRANSIT);
    if (actor->previous_body != 0)
        world_actor(world, actor->previous_body)->next_body = actor->next_body;
    else
        world->first_transit = actor->next_body;
    if (actor->next_body != 0)
        world_actor(world, actor->next_body)->previous_body = actor->previous_body;
    actor->next_body = 0;
    actor->previous_body = 0;
}

void stairs_hand_over(struct world *world, struct level *level)
{
    while (level->first_departed != 0) {
        struct actor *actor = world_actor(world, level->first_departed);
        level->first_departed = actor->next_body;
        enter(world, actor);
    }
}

/* Where somebody who took `stairs` comes out. */
static struct pos arrival_of(const struct level *level, enum tile_id stairs)
{
    return stairs == TILE_STAIRS_UP ? level->down : level->up;
}

/* Beside `at` if somebody could stand there, else beside the stairs up. */
static struct pos place_near(const struct level *level, struct pos at)
{
    return level_contains(level, at) && level_is_walkable(level, at) ? at : level->up;
}

void stairs_send(struct world *world, struct actor *actor, struct level_key key, struct pos at)
{
    struct level *level = actor->level;
    struct pos to;

    if (!level_key_equal(level->key, key)) {
        struct event *event = depart(world, &world->events, actor, TILE_UNKNOWN);
        event->to = key;
        actor->transit_to = at;
        stairs_hand_over(world, level);
        return;
    }
    if (!level_find_free(level, place_near(level, at), &to))
        return;
    struct pos from = actor->record.at;
    body_remove(world, actor);
    body_place(world, actor, level, to);
    struct event *event = event_push(&world->events, EVENT_ARRIVED, actor);
    event->from = from;
    event->travel = TRAVEL_SENT;
    event->count = actor->queue_length;
    actor->queue_length = 0;
}

bool stairs_arrive(struct world *world, struct actor *actor, struct level *level, uint8_t *memory)
{
    bool is_sent = actor->transit_stairs == TILE_UNKNOWN;
    struct pos at = is_sent ? place_near(level, actor->transit_to)
                            : arrival_of(level, actor->transit_stairs);

    CHECK(actor->state == ACTOR_TRANSIT);
    if (!level_find_free(level, at, &at))
        return false;
    actor_set_memory(actor, memory, level_cell_count(level));
    actor->record.sequence++;
    stairs_leave(world, actor);
    body_place(world, actor, level, at);

    struct event *event = event_push(&world->events, EVENT_ARRIVED, actor);
    event->at = at;
    event->stairs = actor->transit_stairs;
    event->travel = is_sent ? TRAVEL_SENT : TRAVEL_STAIRS;
    return true;
}

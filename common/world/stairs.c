/*
 * Between two levels.
 */
#include "world/stairs.h"

#include "base/check.h"
#include "content/theme.h"

static void depart(struct world *world, struct actor *actor, enum tile_id stairs)
{
    struct event *event = event_push(world, EVENT_DEPARTED, actor);

    event->at = actor->record.at;
    event->stairs = stairs;
    body_remove(world, actor);
    actor->state = ACTOR_TRANSIT;
    actor->transit_stairs = stairs;
    actor->queue_length = 0;
    sight_clear(&actor->sight);
}

bool stairs_descend(struct world *world, struct actor *actor, enum dir dir)
{
    if (level_tile(actor->level, actor->record.at) != TILE_STAIRS_DOWN) {
        event_refuse(world, actor, REFUSAL_NO_STAIRS_DOWN, dir);
        return false;
    }
    if (actor->level->key.depth >= DEPTH_MAX) {
        event_refuse(world, actor, REFUSAL_BOTTOM, dir);
        return false;
    }
    depart(world, actor, TILE_STAIRS_DOWN);
    return true;
}

bool stairs_ascend(struct world *world, struct actor *actor, enum dir dir)
{
    if (level_tile(actor->level, actor->record.at) != TILE_STAIRS_UP) {
        event_refuse(world, actor, REFUSAL_NO_STAIRS_UP, dir);
        return false;
    }
    if (actor->level->key.depth <= 1) {
        event_refuse(world, actor, REFUSAL_TOP, dir);
        return false;
    }
    depart(world, actor, TILE_STAIRS_UP);
    return true;
}

struct pos stairs_arrival(const struct level *level, enum tile_id stairs)
{
    return stairs == TILE_STAIRS_UP ? level->down : level->up;
}

bool stairs_arrive(struct world *world, struct actor *actor, struct level *level, uint8_t *memory)
{
    struct pos at;

    CHECK(actor->state == ACTOR_TRANSIT);
    if (!level_find_free(level, stairs_arrival(level, actor->transit_stairs), &at))
        return false;
    actor_set_memory(actor, memory, level_cell_count(level));
    actor->record.sequence++;
    body_place(world, actor, level, at);

    struct event *event = event_push(world, EVENT_ARRIVED, actor);
    event->at = at;
    event->stairs = actor->transit_stairs;
    return true;
}

/*
 * What is true of every world between two ticks.
 */
#include "sim/invariants.h"

#include <string.h>

enum { SLOT_MASK = 0xffff };

static bool is_loaded(const struct world *world, const struct level *level)
{
    for (uint32_t i = 0; i < world->level_count; i++) {
        if (world->levels[i] == level)
            return true;
    }
    return false;
}

/* From the grid to the actors. */
static const char *check_grid(const struct world *world, const struct level *level)
{
    uint32_t occupied = 0;

    for (size_t i = 0; i < level_cell_count(level); i++) {
        actor_id id = level->bodies[i];
        if (id == 0)
            continue;
        const struct actor *actor = world_actor(world, id);
        occupied++;
        if (actor == NULL)
            return "a cell is held by nobody who exists";
        if (actor->state != ACTOR_PRESENT || actor->level != level)
            return "a cell is held by somebody who is elsewhere";
        if (level_index(level, actor->record.at) != i)
            return "a cell is held by somebody who stands on another";
    }
    return occupied == level->body_count ? NULL : "the count of bodies is not that of the cells";
}

/* The list of those on a level, forwards and backwards. */
static const char *check_list(const struct world *world, const struct level *level)
{
    actor_id previous = 0;
    uint32_t count = 0;

    for (actor_id id = level->first_body; id != 0; count++) {
        const struct actor *actor = world_actor(world, id);
        if (actor == NULL || actor->level != level)
            return "the list of a level holds somebody who is not there";
        if (actor->previous_body != previous)
            return "the list of a level does not lead back";
        if (count > level->body_count)
            return "the list of a level does not end";
        previous = id;
        id = actor->next_body;
    }
    return count == level->body_count ? NULL : "the list of a level is not as long as its count";
}

static const char *check_opacity(const struct level *level)
{
    for (int y = 0; y < level->height; y++) {
        for (int x = 0; x < level->width; x++) {
            enum tile_id tile = (enum tile_id)level->tiles[y * level->width + x];
            bool bit = level->opaque[y * level->row_words + x / 64] >> (x % 64) & 1;
            if (tile == TILE_UNKNOWN || tile >= TILE_COUNT || tile_row(tile)->is_opaque != bit)
                return "an opacity bit does not fit its tile";
        }
    }
    return NULL;
}

static bool is_in_order(struct level_key a, struct level_key b)
{
    return a.wing < b.wing || (a.wing == b.wing && a.depth < b.depth);
}

static const char *check_levels(const struct world *world)
{
    const char *broken = NULL;

    for (uint32_t i = 0; broken == NULL && i < world->level_count; i++) {
        const struct level *level = world->levels[i];
        if (world_level(world, level->key) != level)
            return "a level is loaded twice";
        broken = check_grid(world, level);
        if (broken == NULL)
            broken = check_list(world, level);
        if (broken == NULL && i == world->tick % world->level_count)
            broken = check_opacity(level);
        if (broken == NULL && (level->stale.count != 0 || level->first_departed != 0))
            broken = "a level has not brought its tick to an end";
        if (broken == NULL && i > 0 && !is_in_order(world->levels[i - 1]->key, level->key))
            broken = "the levels are not in order";
    }
    return broken;
}

/* From an actor to the grid. */
static const char *check_place(const struct world *world, const struct actor *actor)
{
    if (actor->state != ACTOR_PRESENT)
        return actor->level == NULL && actor->queue_length == 0
                   ? NULL
                   : "somebody without a body is on a level or acts";
    if (!is_loaded(world, actor->level))
        return "somebody stands on a level that is not loaded";
    if (!level_key_equal(actor->level->key, actor->record.level))
        return "a record names another level than the body's";
    if (!level_is_walkable(actor->level, actor->record.at))
        return "somebody stands where nobody can";
    if (actor->level->bodies[level_index(actor->level, actor->record.at)] != actor->id)
        return "somebody's cell is not theirs";
    return NULL;
}

static const char *check_queue(const struct actor *actor)
{
    uint32_t listed = 0;

    if (actor->queue_length < 0 || actor->queue_length > ACTOR_QUEUE_MAX)
        return "a queue is out of its bounds";
    for (int i = 0; i < actor->queue_length; i++) {
        if (!action_is_valid(actor->queue[i]))
            return "a queue holds something that is no action";
    }
    for (uint32_t i = 0; actor->level != NULL && i < actor->level->active.count; i++)
        listed += actor->level->active.ids[i] == actor->id;
    if (listed > 1)
        return "somebody is listed as active twice";
    if ((listed == 1) != actor->is_active || actor->is_active != (actor->queue_length > 0))
        return "the list of the active does not fit the queues";
    if (actor->level != NULL &&
        actor->ready_clock > actor->level->clock + (uint64_t)action_cost(ACTION_MOVE))
        return "somebody waits longer than any action costs";
    return NULL;
}

static const char *check_actor(const struct world *world, uint32_t slot)
{
    const struct actor *actor = world->actors[slot];
    const char *broken;

    if ((actor->id & SLOT_MASK) != slot + 1 || world_actor(world, actor->id) != actor)
        return "an id does not lead to its slot";
    if (actor->is_sight_stale)
        return "somebody has not looked about";
    if (actor->state != ACTOR_GONE && world_find_delver(world, actor->record.id) != actor)
        return "a delver has two bodies";
    broken = check_place(world, actor);
    return broken == NULL ? check_queue(actor) : broken;
}

/* The list of those between two levels, forwards and backwards. */
static const char *check_transit(const struct world *world)
{
    actor_id previous = 0;
    uint32_t count = 0;

    for (actor_id id = world->first_transit; id != 0; count++) {
        const struct actor *actor = world_actor(world, id);
        if (actor == NULL || actor->state != ACTOR_TRANSIT || actor->previous_body != previous)
            return "the list of those between levels is broken";
        previous = id;
        id = actor->next_body;
    }
    for (uint32_t slot = 0; slot < world->limits.actors_max; slot++) {
        const struct actor *actor = world->actors[slot];
        count -= actor != NULL && actor->state == ACTOR_TRANSIT;
    }
    return count == 0 ? NULL : "somebody between levels is not in the list of those";
}

/* What one actor sees and knows, against a fresh computation. */
static const char *check_eyes(const struct actor *actor)
{
    struct sight fresh;
    uint32_t known = 0;

    for (size_t i = 0; i < actor->memory_size; i++)
        known += actor->memory[i] != TILE_UNKNOWN;
    if (known != actor->explored)
        return "the count of explored cells is wrong";
    if (actor->state != ACTOR_PRESENT)
        return NULL;
    if (actor->memory_size != level_cell_count(actor->level))
        return "a memory is not of the level's size";
    sight_compute(actor->level, actor->record.at, SIGHT_RADIUS_MAX, &fresh);
    if (memcmp(&fresh, &actor->sight, sizeof fresh) != 0)
        return "somebody sees what is not so";
    for (int i = 0; i < (int)actor->memory_size; i++) {
        struct pos at = pos_of(i % actor->level->width, i / actor->level->width);
        if (sight_has(&fresh, at) && actor->memory[i] != actor->level->tiles[i])
            return "somebody remembers otherwise what they see";
    }
    return NULL;
}

static const char *check_events(const struct world *world)
{
    struct event_cursor cursor = {0};
    const struct event *event;

    while ((event = world_next_event(world, &cursor)) != NULL) {
        if (event->kind >= EVENT_COUNT || world_actor(world, event->actor) == NULL)
            return "an event speaks of nobody";
    }
    for (uint32_t i = 0; i < world->level_count; i++) {
        const struct level *level = world->levels[i];
        for (uint32_t k = 0; k < level->events.count; k++) {
            if (!level_key_equal(level->events.items[k].level, level->key))
                return "a level holds an event of another";
        }
    }
    return NULL;
}

const char *invariants_find_broken(const struct world *world)
{
    const char *broken = check_levels(world);
    uint32_t count = 0;

    for (uint32_t slot = 0; broken == NULL && slot < world->limits.actors_max; slot++) {
        if (world->actors[slot] == NULL) {
            if (slot < world->slot_hint)
                broken = "a free slot lies where none is looked for";
            continue;
        }
        count++;
        broken = check_actor(world, slot);
        if (broken == NULL && slot == world->tick % world->limits.actors_max)
            broken = check_eyes(world->actors[slot]);
    }
    if (broken == NULL && count != world->actor_count)
        broken = "the count of actors is wrong";
    if (broken == NULL)
        broken = check_transit(world);
    return broken == NULL ? check_events(world) : broken;
}

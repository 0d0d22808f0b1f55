/*
 * The world: its memory, the slots of delvers and levels, and look-ups by id, key and player.
 * Levels are sorted by wing and depth and found by bisection. The tick is in world_tick.c.
 */
#include "world/world.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/rng.h"
#include "base/room.h"
#include "world/population.h"
#include "world/populate.h"

enum err level_work_new(struct level_work **out)
{
    struct level_work *work = calloc(1, sizeof *work);

    if (work == NULL)
        return ERR_MEMORY;
    enum err error = field_cache_new(&work->fields);
    if (error != ERR_OK) {
        free(work);
        return error;
    }
    *out = work;
    return ERR_OK;
}

void level_work_free(struct level_work *work)
{
    if (work == NULL)
        return;
    field_cache_free(work->fields);
    free(work);
}

enum {
    /* events of an input: an arrival, its lesson, a new level, and one to spare */
    EVENTS_PER_INPUT = 4,
    EVENTS_PER_DELVER = 2, /* events of a delver: its level may be regenerated around it twice */
};

static size_t foes_size(const struct world *world)
{
    return (world->limits.foes_max + 1) * sizeof *world->foes;
}

static size_t items_size(const struct world *world)
{
    return (world->limits.items_max + 1) * sizeof *world->items;
}

/* Returns the most graves of a world. Counts one level more, because a level and its replacement
   both have their graves. */
uint32_t world_graves_max(const struct world *world)
{
    return (world->limits.levels_max + 1) * POPULATION_GRAVES_MAX;
}

static size_t graves_size(const struct world *world)
{
    return world_graves_max(world) * sizeof(struct grave);
}

static size_t events_size(const struct world *world)
{
    return world->events.max * sizeof *world->events.items;
}

enum err world_new(uint64_t seed, uint64_t tick, struct world_limits limits, struct world **out)
{
    if (limits.delvers_max < 1 || limits.delvers_max > WORLD_DELVERS_MAX || limits.levels_max < 1 ||
        limits.levels_max > WORLD_LEVELS_MAX || limits.foes_max > WORLD_FOES_MAX ||
        limits.items_max > WORLD_ITEMS_MAX || limits.population_percent > POPULATION_PERCENT_MAX ||
        limits.beat_ticks > WORLD_BEAT_TICKS_MAX || limits.price_percent > WORLD_PRICE_MAX)
        return ERR_RANGE;

    struct world *world = calloc(1, sizeof *world);
    if (world == NULL)
        return ERR_MEMORY;
    world->seed = seed;
    world->tick = tick;
    world->limits = limits;
    world->events.max =
        EVENTS_PER_INPUT * WORLD_INPUTS_MAX + EVENTS_PER_DELVER * limits.delvers_max;
    world->delvers = calloc(limits.delvers_max, sizeof *world->delvers);
    world->slot_uses = calloc(limits.delvers_max, sizeof *world->slot_uses);
    world->foes = room_new(foes_size(world));
    world->items = room_new(items_size(world));
    world->graves = room_new(graves_size(world));
    world->events.items = room_new(events_size(world));
    world->levels = calloc(limits.levels_max, sizeof *world->levels);
    world->leaving = calloc(limits.delvers_max, sizeof *world->leaving);
    world->event_text = calloc(1, WORLD_EVENT_TEXT_MAX);
    world->search = malloc(sizeof *world->search);
    world->populate_room = malloc(sizeof *world->populate_room);
    if (world->limits.beat_ticks == 0)
        world->limits.beat_ticks = BEAT_TICKS;
    if (world->limits.price_percent == 0)
        world->limits.price_percent = 100;
    if (world->delvers == NULL || world->slot_uses == NULL || world->foes == NULL ||
        world->items == NULL || world->graves == NULL || world->levels == NULL ||
        world->leaving == NULL || world->event_text == NULL || world->search == NULL ||
        world->populate_room == NULL || level_work_new(&world->work) != ERR_OK ||
        world->events.items == NULL ||
        number_set_init(&world->free_slots, limits.delvers_max) != ERR_OK ||
        number_table_init(&world->slot_by_delver, limits.delvers_max) != ERR_OK) {
        world_free(world);
        return ERR_MEMORY;
    }
    number_set_add_all(&world->free_slots);
    *out = world;
    return ERR_OK;
}

void world_free(struct world *world)
{
    if (world == NULL)
        return;
    for (uint32_t i = 0; world->delvers != NULL && i < world->limits.delvers_max; i++)
        delver_free(world->delvers[i]);
    for (uint32_t i = 0; world->levels != NULL && i < world->level_count; i++)
        level_free(world->levels[i]);
    free(world->delvers);
    free(world->slot_uses);
    room_free(world->foes, foes_size(world));
    room_free(world->items, items_size(world));
    room_free(world->graves, graves_size(world));
    free(world->levels);
    free(world->leaving);
    room_free(world->events.items, events_size(world));
    number_set_release(&world->free_slots);
    number_table_release(&world->slot_by_delver);
    free(world->event_text);
    free(world->search);
    level_work_free(world->work);
    free(world->populate_room);
    free(world);
}

struct delver *world_delver(const struct world *world, body_id id)
{
    uint32_t slot = (id & 0xffff) - 1;

    if (id == 0 || slot >= world->limits.delvers_max)
        return NULL;
    struct delver *delver = world->delvers[slot];
    return delver != NULL && delver->body.id == id ? delver : NULL;
}

struct body *world_body(const struct world *world, body_id id)
{
    uint32_t slot = (id & 0xffff) - 1;
    struct body *body = NULL;

    if (id == 0)
        return NULL;
    if (slot < world->limits.delvers_max)
        body = (struct body *)world->delvers[slot];
    else if (slot - world->limits.delvers_max < world->limits.foes_max)
        body = &world->foes[slot - world->limits.delvers_max].body;
    return body != NULL && body->id == id ? body : NULL;
}

uint32_t world_level_slot(const struct world *world, uint16_t wing, uint16_t depth)
{
    uint32_t place = (uint32_t)wing << 16 | depth;
    uint32_t low = 0;
    uint32_t high = world->level_count;

    while (low < high) {
        uint32_t middle = (low + high) / 2;
        struct level_key key = world->levels[middle]->key;
        if (((uint32_t)key.wing << 16 | key.depth) < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void world_insert_level(struct world *world, struct level *level)
{
    uint32_t slot = world_level_slot(world, level->key.wing, level->key.depth);
    struct level **levels = &world->levels[slot];

    CHECK(world->level_count < world->limits.levels_max);
    memmove(levels + 1, levels, (world->level_count++ - slot) * sizeof(struct level *));
    *levels = level;
}

struct level *world_level(const struct world *world, struct level_key key)
{
    struct level *level = world_level_at(world, key.wing, key.depth);

    return level != NULL && level->key.generation == key.generation ? level : NULL;
}

struct level *world_level_at(const struct world *world, uint16_t wing, uint16_t depth)
{
    uint32_t slot = world_level_slot(world, wing, depth);

    if (slot == world->level_count || world->levels[slot]->key.wing != wing ||
        world->levels[slot]->key.depth != depth)
        return NULL;
    return world->levels[slot];
}

bool world_is_closed(const struct world *world, int depth)
{
    return depth > 0 && depth < WORLD_CLOSED_WORDS * 64 &&
           (world->closed_depths[depth / 64] >> depth % 64 & 1) != 0;
}

struct delver *world_find_delver(const struct world *world, int64_t delver_id)
{
    uint32_t slot;

    return number_table_find(&world->slot_by_delver, (uint64_t)delver_id, &slot)
               ? world->delvers[slot]
               : NULL;
}

const struct event *world_next_event(const struct world *world, struct event_cursor *cursor)
{
    for (; cursor->list <= world->level_count; cursor->list++, cursor->index = 0) {
        const struct event_list *list =
            cursor->list == 0 ? &world->events : &world->levels[cursor->list - 1]->events;
        if (cursor->index < list->count)
            return &list->items[cursor->index++];
    }
    return NULL;
}

const char *world_event_text(const struct world *world, const struct event *event)
{
    return world->event_text + event->text;
}

void world_note_change(struct world *world, struct delver *delver)
{
    delver->is_record_dirty = true;
    delver_list_add(&world->unsaved, delver);
}

void world_mark_saved(struct world *world)
{
    struct delver *delver;

    while ((delver = world->unsaved.first) != NULL) {
        /* A delver whose memory was not dirty was not copied: its changes are still unsaved. */
        if (delver->is_memory_dirty)
            memset(delver->touched, 0, sizeof delver->touched);
        delver->is_memory_dirty = false;
        delver->is_record_dirty = false;
        delver_list_remove(&world->unsaved, delver);
    }
    world->ledger_given = ledger_keep(&world->ledger);
    for (uint32_t i = 0; i < world->level_count; i++) {
        struct level *level = world->levels[i];
        level->is_dirty = false;
        if (level->population.is_dirty)
            level->population.given = level->population.taken;
        level->population.is_dirty = false;
    }
}

bool world_is_quiet(const struct world *world)
{
    for (uint32_t i = 0; i < world->level_count; i++) {
        if (world->levels[i]->delver_count > 0 &&
            (world->levels[i]->active.count > 0 || world->levels[i]->has_danger ||
             (world->levels[i]->is_stirred && world->levels[i]->foe_count > 0)))
            return false;
    }
    return true;
}

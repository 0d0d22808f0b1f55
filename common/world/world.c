/*
 * The world: slots for actors and levels, and the tick.
 */
#include "world/world.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/rng.h"
#include "world/world_private.h"

enum {
    EVENTS_PER_INPUT = 2, /* a join, or an action queued and refused */
    EVENTS_PER_ACTOR = 3, /* at most one action a tick, and a level made anew around them */
};

enum err world_new(uint64_t seed, uint64_t tick, struct world_limits limits, struct world **out)
{
    if (limits.actors_max < 1 || limits.actors_max > WORLD_ACTORS_MAX || limits.levels_max < 1 ||
        limits.levels_max > WORLD_LEVELS_MAX)
        return ERR_RANGE;

    struct world *world = calloc(1, sizeof *world);
    if (world == NULL)
        return ERR_MEMORY;
    world->seed = seed;
    world->tick = tick;
    world->limits = limits;
    world->events_max =
        EVENTS_PER_INPUT * WORLD_INPUTS_MAX + EVENTS_PER_ACTOR * limits.actors_max;
    world->actors = calloc(limits.actors_max, sizeof *world->actors);
    world->slot_uses = calloc(limits.actors_max, sizeof *world->slot_uses);
    world->levels = calloc(limits.levels_max, sizeof *world->levels);
    world->active = calloc(limits.actors_max, sizeof *world->active);
    world->stale = calloc(limits.actors_max, sizeof *world->stale);
    world->leaving = calloc(limits.actors_max, sizeof *world->leaving);
    world->events = calloc(world->events_max, sizeof *world->events);
    world->event_text = calloc(1, WORLD_EVENT_TEXT_MAX);
    if (world->actors == NULL || world->slot_uses == NULL || world->levels == NULL ||
        world->active == NULL || world->stale == NULL || world->leaving == NULL ||
        world->events == NULL || world->event_text == NULL) {
        world_free(world);
        return ERR_MEMORY;
    }
    *out = world;
    return ERR_OK;
}

void world_free(struct world *world)
{
    if (world == NULL)
        return;
    for (uint32_t i = 0; world->actors != NULL && i < world->limits.actors_max; i++)
        actor_free(world->actors[i]);
    for (uint32_t i = 0; world->levels != NULL && i < world->level_count; i++)
        level_free(world->levels[i]);
    free(world->actors);
    free(world->slot_uses);
    free(world->levels);
    free(world->active);
    free(world->stale);
    free(world->leaving);
    free(world->events);
    free(world->event_text);
    free(world);
}

struct actor *world_actor(const struct world *world, actor_id id)
{
    uint32_t slot = (id & 0xffff) - 1;

    if (id == 0 || slot >= world->limits.actors_max)
        return NULL;
    struct actor *actor = world->actors[slot];
    return actor != NULL && actor->id == id ? actor : NULL;
}

struct level *world_level(const struct world *world, struct level_key key)
{
    for (uint32_t i = 0; i < world->level_count; i++) {
        if (level_key_equal(world->levels[i]->key, key))
            return world->levels[i];
    }
    return NULL;
}

struct level *world_level_at(const struct world *world, uint16_t wing, uint16_t depth)
{
    for (uint32_t i = 0; i < world->level_count; i++) {
        if (world->levels[i]->key.wing == wing && world->levels[i]->key.depth == depth)
            return world->levels[i];
    }
    return NULL;
}

bool world_is_closed(const struct world *world, int depth)
{
    return depth > 0 && depth < WORLD_CLOSED_WORDS * 64 &&
           (world->closed_depths[depth / 64] >> depth % 64 & 1) != 0;
}

struct actor *world_find_delver(const struct world *world, int64_t delver_id)
{
    for (uint32_t i = 0; i < world->limits.actors_max; i++) {
        struct actor *actor = world->actors[i];
        if (actor != NULL && actor->record.id == delver_id && actor->state != ACTOR_GONE)
            return actor;
    }
    return NULL;
}

struct event *event_push(struct world *world, enum event_kind kind, const struct actor *actor)
{
    CHECK(world->event_count < world->events_max);
    struct event *event = &world->events[world->event_count++];

    *event = (struct event){
        .kind = kind,
        .actor = actor->id,
        .level = actor->level,
        .at = actor->record.at,
        .from = actor->record.at,
    };
    return event;
}

void event_refuse(struct world *world, const struct actor *actor, enum refusal refusal,
                  enum dir dir)
{
    struct event *event = event_push(world, EVENT_REFUSED, actor);

    event->refusal = refusal;
    event->dir = dir;
}

void event_forget_level(struct world *world, const struct level *level)
{
    for (uint32_t i = 0; i < world->event_count; i++) {
        if (world->events[i].level == level)
            world->events[i].level = NULL;
    }
}

static void free_the_gone(struct world *world)
{
    for (uint32_t i = 0; i < world->leaving_count; i++) {
        struct actor *actor = world_actor(world, world->leaving[i]);
        uint32_t slot = (actor->id & 0xffff) - 1;

        world->actors[slot] = NULL;
        world->actor_count--;
        if (slot < world->slot_hint)
            world->slot_hint = slot;
        actor_free(actor);
    }
    world->leaving_count = 0;
}

/*
 * Those who have waited since an earlier tick go first, in an order drawn anew for each tick, so
 * that no seat is favoured. (A start that merely rotates resonates with the cost of an action: of
 * five who hold a key down, the same one would always be first.)
 */
static void shuffle_waiting(struct world *world, uint32_t waiting_count)
{
    struct rng rng;

    rng_init(&rng, rng_mix(world->seed) ^ world->tick);
    rng_shuffle(&rng, world->active, waiting_count);
}

static void run_clocks(struct world *world)
{
    for (uint32_t i = 0; i < world->level_count; i++) {
        if (world->levels[i]->body_count > 0)
            world->levels[i]->clock++;
    }
}

static void look_about(struct world *world)
{
    for (uint32_t i = 0; i < world->stale_count; i++) {
        struct actor *actor = world_actor(world, world->stale[i]);
        if (actor == NULL)
            continue;
        if (actor->state == ACTOR_PRESENT)
            actor_look(actor);
        actor->is_sight_stale = false;
    }
    world->stale_count = 0;
}

void world_tick(struct world *world, struct input *inputs, size_t input_count)
{
    CHECK(input_count <= WORLD_INPUTS_MAX);
    free_the_gone(world);
    world->event_count = 0;
    world->event_text_length = 0;
    world->tick++;
    shuffle_waiting(world, world->active_count);
    for (size_t i = 0; i < input_count; i++)
        world_apply_input(world, &inputs[i]);
    turns_run(world);
    run_clocks(world);
    look_about(world);
}

bool world_is_quiet(const struct world *world)
{
    return world->active_count == 0;
}

static void hash_level(const struct level *level, struct hash *hash)
{
    hash_u64(hash, (uint64_t)level->key.wing << 48 | (uint64_t)level->key.depth << 32 |
                       level->key.generation);
    hash_u64(hash, level->clock);
    hash_u64(hash, level->body_count);
    level_hash(level, hash);
}

uint64_t world_hash(const struct world *world)
{
    struct hash whole;

    hash_init(&whole);
    hash_u64(&whole, world->seed);
    hash_u64(&whole, world->tick);
    for (uint32_t i = 0; i < world->active_count; i++)
        hash_u64(&whole, (uint64_t)world_actor(world, world->active[i])->record.id);
    /* A sum over the parts does not depend on which slot a part lies in. */
    for (int i = 0; i < WORLD_CLOSED_WORDS; i++) {
        if (world->closed_depths[i] != 0)
            hash_u64(&whole, world->closed_depths[i] ^ (uint64_t)i);
    }
    uint64_t sum = whole.value;
    for (uint32_t i = 0; i < world->level_count; i++) {
        struct hash part;
        hash_init(&part);
        hash_level(world->levels[i], &part);
        sum += rng_mix(part.value);
    }
    for (uint32_t i = 0; i < world->limits.actors_max; i++) {
        struct hash part;
        if (world->actors[i] == NULL)
            continue;
        hash_init(&part);
        actor_hash(world->actors[i], &part);
        sum += rng_mix(part.value);
    }
    return sum;
}

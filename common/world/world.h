/*
 * The dungeon as a pure step function: world_tick(world, inputs) brings the world one tick further
 * and leaves behind the events of that tick. No clock, no I/O, no randomness but what seeds give,
 * and no allocation: what a tick adds arrives in its inputs.
 */
#ifndef UNDERCROFT_WORLD_WORLD_H
#define UNDERCROFT_WORLD_WORLD_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "world/actor.h"
#include "world/event.h"
#include "world/input.h"
#include "world/level.h"

enum {
    WORLD_ACTORS_MAX = 20000,
    WORLD_LEVELS_MAX = 2048,
    WORLD_INPUTS_MAX = 8192, /* of one tick */
    WORLD_EVENT_TEXT_MAX = 64 * 1024, /* bytes said in one tick */
    WORLD_CLOSED_WORDS = 2, /* of 64 bits, for every depth there is */
};

struct world_limits {
    uint32_t actors_max; /* at most WORLD_ACTORS_MAX */
    uint32_t levels_max; /* at most WORLD_LEVELS_MAX */
};

struct world {
    uint64_t seed;
    uint64_t tick; /* of the last world_tick(); 0 before the first */
    struct world_limits limits;
    struct actor **actors;    /* actors_max slots */
    uint16_t *slot_uses;      /* how often each slot was taken */
    uint32_t actor_count;
    uint32_t slot_hint;       /* no slot below it is free */
    struct level **levels;    /* levels_max slots, the first level_count taken */
    uint32_t level_count;
    actor_id *active;         /* those with something queued, in order of arrival */
    uint32_t active_count;
    actor_id *stale;          /* those who must look about at the end of the tick */
    uint32_t stale_count;
    actor_id *leaving;        /* freed at the next tick */
    uint32_t leaving_count;
    uint64_t closed_depths[WORLD_CLOSED_WORDS]; /* bit by depth: stairs do not lead there */
    struct event *events;
    uint32_t event_count;
    uint32_t events_max;
    char *event_text;
    size_t event_text_length;
};

/* ERR_MEMORY; ERR_RANGE for limits outside theirs. The caller frees *out with world_free(). */
MUST_USE enum err world_new(uint64_t seed, uint64_t tick, struct world_limits limits,
                            struct world **out);
void world_free(struct world *world);

/*
 * One tick. Takes over what the inputs own. Inputs that no longer make sense (an actor that has
 * left, a level that is there already) are dropped: between deciding and the tick things change.
 */
void world_tick(struct world *world, struct input *inputs, size_t input_count);

/* NULL if that id is nobody's any more. Gone actors are found until the next tick. */
struct actor *world_actor(const struct world *world, actor_id id);

/* NULL if that level is not loaded. */
struct level *world_level(const struct world *world, struct level_key key);

/* NULL if no generation of it is loaded; at most one ever is. */
struct level *world_level_at(const struct world *world, uint16_t wing, uint16_t depth);

/* True if the keepers have closed that depth: stairs do not lead there. */
bool world_is_closed(const struct world *world, int depth);

/* NULL if that delver is not in the world. Looks at everybody. */
struct actor *world_find_delver(const struct world *world, int64_t delver_id);

/* Over everything that decides what happens next, in an order that memory cannot change. */
uint64_t world_hash(const struct world *world);

/* True if nothing would happen without inputs. */
bool world_is_quiet(const struct world *world);

#endif

/*
 * Traps as a table of their effects, and the sentences of spots.
 */
#include "world/trap.h"

#include "content/theme.h"
#include "world/blow.h"
#include "world/haven.h"
#include "world/mind.h"
#include "world/stairs.h"
#include "world/statuses.h"
#include "world/world.h"

enum {
    TRIES = 200, /* cells drawn for a trap */
    SPIKES_SIDES = 6,
    SPIKES_DEPTHS = 2, /* for a point more */
    HELD_BEATS = 2,
    POISON_BEATS = 4,
    NOISE_ALARM = 30,
};

static void hold(const struct world *world, struct body *body)
{
    (void)status_add(world, body, STATUS_HELD, HELD_BEATS);
}

static void pierce(const struct world *world, struct body *body)
{
    struct level *level = body->level;
    int damage = 1 + (int)rng_below(&level->rng, SPIKES_SIDES) + level->key.depth / SPIKES_DEPTHS;
    struct event *event = event_push(&level->events, EVENT_WITHERS, body);

    event->status = STATUS_COUNT;
    event->count = damage;
    event->left = body->health > damage ? body->health - damage : 0;
    blow_harm(world, body, damage, body);
}

static void ring(const struct world *world, struct body *body)
{
    noise_make(world, body, NOISE_ALARM);
}

static void poison(const struct world *world, struct body *body)
{
    (void)status_add(world, body, STATUS_POISONED, POISON_BEATS);
}

static void dazzle(const struct world *world, struct body *body)
{
    (void)status_add(world, body, STATUS_DAZZLED, 0);
}

static void drop(const struct world *world, struct body *body)
{
    if (chasm_refusal(world, body->level) == REFUSAL_NONE)
        stairs_fall(world, body_delver(body));
}

static void (*const spring_table[TILE_COUNT])(const struct world *world, struct body *body) = {
    [TILE_SNARE] = hold, [TILE_SPIKES] = pierce, [TILE_ALARM] = ring,
    [TILE_GAS] = poison, [TILE_FLASH] = dazzle,  [TILE_CHUTE] = drop,
};

static bool is_open_around(const struct level *level, struct pos at)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        enum tile_id tile = level_tile(level, pos_step(at, dir));
        if (!tile_row(tile)->is_walkable || !tile_is_passable(tile) || tile_is_door(tile))
            return false;
    }
    return true;
}

static bool may_hide(const struct level *level, struct pos at)
{
    return level_tile(level, at) == TILE_FLOOR && is_open_around(level, at) &&
           stairs_distance(level, at) >= TRAP_STEPS_MIN && !haven_is_at(level, at);
}

static bool has_traps(const struct level *level)
{
    for (size_t i = 0; i < level_cell_count(level); i++) {
        if (tile_is_trap((enum tile_id)level->tiles[i]))
            return true;
    }
    return level->trap_count > 0;
}

void traps_place(struct level *level, uint64_t world_seed)
{
    uint64_t place = (uint64_t)level->key.wing << 32 | level->key.depth;
    int kinds =
        level->key.depth < DEPTH_MAX ? TILE_CHUTE - TILE_SNARE + 1 : TILE_CHUTE - TILE_SNARE;
    struct rng rng;

    if (level->key.depth < TRAP_DEPTH_MIN || has_traps(level))
        return;
    rng_init(&rng, rng_level_seed(world_seed, place, level->key.generation, RNG_TRAPS));
    for (int i = 0; i < TRIES && level->trap_count < TRAPS_A_LEVEL; i++) {
        int y = (int)rng_below(&rng, (uint32_t)level->height);
        struct pos at = pos_of((int)rng_below(&rng, (uint32_t)level->width), y);
        if (!may_hide(level, at) || (level->trap_count > 0 && pos_equal(level->traps[0].at, at)))
            continue;
        uint8_t tile = (uint8_t)(TILE_SNARE + (int)rng_below(&rng, (uint32_t)kinds));
        level->traps[level->trap_count++] = (struct trap){at, tile};
        level->is_dirty = true;
    }
}

/* A hidden trap there becomes a tile. */
static void show(const struct world *world, struct level *level, struct pos at)
{
    for (int i = 0; i < level->trap_count; i++) {
        if (!pos_equal(level->traps[i].at, at))
            continue;
        if (level_tile(level, at) == TILE_FLOOR) {
            sight_disturb(world, level, at);
            level_set_tile(level, at, (enum tile_id)level->traps[i].tile);
        }
        level->traps[i] = level->traps[--level->trap_count];
        level->is_dirty = true;
        return;
    }
}

void trap_step(const struct world *world, struct delver *delver)
{
    struct body *body = &delver->body;
    struct level *level = body->level;

    if (statuses_have(&body->statuses, STATUS_FLOATING))
        return;
    show(world, level, body->at);
    enum tile_id tile = level_tile(level, body->at);
    if (!tile_is_trap(tile))
        return;
    event_push(&level->events, EVENT_TRAP, body)->count = (int)tile - TILE_SNARE;
    body->queue_length = 0;
    spring_table[tile](world, body);
}

void spot_step(struct delver *delver)
{
    struct level *level = delver->body.level;
    int spot = spot_at(level, delver->body.at);

    if (spot == SPOT_NONE || (delver->spots_told >> spot & 1) != 0)
        return;
    delver->spots_told |= UINT32_C(1) << spot;
    if (level->spots[spot].say[0] != '\0')
        event_push(&level->events, EVENT_SPOT, &delver->body)->count = spot;
}

/*
 * Caches.
 */
#include "world/cache.h"

#include "world/carry.h"
#include "world/haven.h"

enum { GOLD_LEAST = 5, GOLD_DEPTHS = 6 };

/* Kinds of finds; all of them are used up. */
static const enum item_kind kinds[] = {ITEM_MENDING, ITEM_BANDAGE, ITEM_DART, ITEM_ELSEWHERE};

enum { KINDS = sizeof kinds / sizeof kinds[0], DARTS = 3 };

void cache_finds(uint64_t world_seed, int64_t delver_id, uint32_t life, int depth,
                 struct stack out[CACHE_FINDS])
{
    struct rng rng;

    rng_init(&rng, rng_level_seed(world_seed, (uint64_t)depth, rng_mix((uint64_t)delver_id) ^ life,
                                  RNG_CACHE));
    uint32_t more = rng_below(&rng, (uint32_t)(GOLD_DEPTHS * depth));
    out[0] = stack_of(ITEM_GOLD, GOLD_LEAST + more);
    enum item_kind kind = kinds[rng_below(&rng, KINDS)];
    out[1] = stack_of(kind, kind == ITEM_DART ? DARTS : 1);
}

void cache_step(const struct world *world, struct delver *delver)
{
    struct body *body = &delver->body;
    struct level *level = body->level;
    int depth = level->key.depth;
    struct stack finds[CACHE_FINDS];

    if (level_tile(level, body->at) != TILE_CACHE || depth > LIFE_DEPTH_MAX ||
        haven_number(depth) < HAVEN_COUNT ||
        (delver->life.drunk[depth / 64] >> depth % 64 & 1) != 0)
        return;
    cache_finds(world->seed, delver->delver_id, delver->life.number, depth, finds);
    if (pack_room(&delver->life.pack, &finds[1]) < finds[1].count) {
        event_refuse(&level->events, body, REFUSAL_CACHE_FULL, DIR_NONE);
        return;
    }
    delver->life.drunk[depth / 64] |= UINT64_C(1) << depth % 64;
    delver_note_change(delver);
    for (int i = 0; i < CACHE_FINDS; i++) {
        (void)carry_give(world, delver, finds[i]);
        (void)event_of_stack(&level->events, EVENT_CACHE, body, finds[i]);
    }
}

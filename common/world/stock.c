/*
 * What a level has when it comes into the world beside its terrain: a random stream of its own, its
 * population, and as many more foes and items as the limits of the world say.
 */
#include <stdlib.h>

#include "base/rng.h"
#include "world/population.h"
#include "world/world_private.h"

/* Room to place foes in. */
struct stock_room {
    struct placement placements[POPULATION_MAX];
    struct population_search search;
};

/* What lies about on any level. */
static const enum item_kind small_things[] = {ITEM_DART};

enum {
    TRIES = 64, /* to find a cell by chance */
    SMALL_THINGS = sizeof small_things / sizeof small_things[0],
};

struct stock_room *stock_room_new(void)
{
    return malloc(sizeof(struct stock_room));
}

/* False: none was found. */
static bool find_cell(struct level *level, struct pos *out)
{
    for (int i = 0; i < TRIES; i++) {
        /* One after the other: the arguments of a call are worked out in any order. */
        int y = (int)rng_below(&level->rng, (uint32_t)level->height);
        struct pos at = pos_of((int)rng_below(&level->rng, (uint32_t)level->width), y);
        if (level_tile(level, at) == TILE_FLOOR && level_body_at(level, at) == 0) {
            *out = at;
            return true;
        }
    }
    return false;
}

/* As many as the pool still has. */
static void populate(struct world *world, struct level *level)
{
    static const enum mood moods[] = {
        [FOE_ASLEEP] = MOOD_ASLEEP,
        [FOE_ON_GUARD] = MOOD_POSTED,
        [FOE_WANDERING] = MOOD_ROAMING,
    };
    struct stock_room *room = world->stock_room;
    int percent = (int)world->limits.population_percent;
    int count =
        population_at_birth(level, &level->rng, percent, room->placements,
                            sizeof room->placements / sizeof room->placements[0], &room->search);

    for (int i = 0; i < count; i++) {
        const struct placement *placement = &room->placements[i];
        (void)foe_add(world, placement->species, level, placement->at, moods[placement->start]);
    }
}

void level_stock(struct world *world, struct level *level)
{
    uint64_t place = (uint64_t)level->key.wing << 32 | level->key.depth;
    struct pos at;

    rng_init(&level->rng,
             rng_level_seed(world->seed, place, level->key.generation, RNG_PLAY) ^ world->tick);
    for (uint32_t i = 0; i < world->limits.level_foes; i++) {
        if (find_cell(level, &at))
            (void)foe_add(world, SPECIES_CELLAR_RAT, level, at, MOOD_ROAMING);
    }
    populate(world, level);
    for (uint32_t i = 0; i < world->limits.level_items; i++) {
        if (find_cell(level, &at))
            (void)item_add(world, small_things[rng_below(&level->rng, SMALL_THINGS)], level, at);
    }
}

void level_clear(struct world *world, struct level *level)
{
    while (level->first_foe != 0) {
        struct body *body = world_body(world, level->first_foe);
        items_free(world, &body->first_item);
        foe_free(world, body_foe(body));
    }
    items_free(world, &level->first_item);
}

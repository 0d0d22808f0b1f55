/*
 * Contents of a level that comes into the world, beside its terrain: those that it had when it was
 * last saved, or a random stream of its own, a new population, and as many more foes and items as
 * the limits of the world say.
 */
#include <stdlib.h>

#include "base/rng.h"
#include "world/grave.h"
#include "world/haven.h"
#include "world/niche.h"
#include "world/population_codec.h"
#include "world/stock_room.h"
#include "world/trap.h"
#include "world/world_private.h"

/* Kinds of the things that limits.level_items asks for. */
static const enum item_kind small_things[] = {ITEM_DART};

enum {
    SMALL_THINGS = sizeof small_things / sizeof small_things[0],
};

struct stock_room *stock_room_new(void)
{
    return malloc(sizeof(struct stock_room));
}

void stock_put(struct world *world, struct level *level, const struct placement *placement,
               uint16_t group)
{
    static const enum mood moods[] = {
        [FOE_ASLEEP] = MOOD_ASLEEP,
        [FOE_ON_GUARD] = MOOD_POSTED,
        [FOE_WANDERING] = MOOD_ROAMING,
    };
    struct foe *foe =
        foe_add(world, placement->species, level, placement->at, moods[placement->start]);

    if (foe != NULL)
        foe->group = group;
}

/* As many as the pool still has. */
static void populate(struct world *world, struct level *level)
{
    struct stock_room *room = world->stock_room;
    int percent = (int)world->limits.population_percent;
    int count = population_at_birth(level, &level->rng, percent, room->placements, POPULATION_MAX,
                                    &room->search);

    for (int i = 0; i < count; i++)
        stock_put(world, level, &room->placements[i], room->placements[i].group);
}

/* Stocks a level that nobody has been on. */
static void begin(struct world *world, struct level *level)
{
    uint64_t place = (uint64_t)level->key.wing << 32 | level->key.depth;
    struct pos at;

    rng_init(&level->rng,
             rng_level_seed(world->seed, place, level->key.generation, RNG_PLAY) ^ world->tick);
    for (uint32_t i = 0; i < world->limits.level_foes; i++) {
        if (strew_find_cell(world, level, &at))
            (void)foe_add(world, SPECIES_CELLAR_RAT, level, at, MOOD_ROAMING);
    }
    populate(world, level);
    if (world->limits.population_percent > 0) {
        niches_place(level, &level->rng, &world->stock_room->search);
        traps_place(level, world->seed);
        strew_new(world, level);
    }
    for (uint32_t i = 0; i < world->limits.level_items; i++) {
        if (strew_find_cell(world, level, &at))
            strew_put(world, level, stack_of(small_things[rng_below(&level->rng, SMALL_THINGS)], 1),
                      at);
    }
}

void level_stock(struct world *world, struct level *level, const struct bytes *population)
{
    level->population.groups = population_groups(level, (int)world->limits.population_percent);
    /* Where it is not saved, nothing may be taken out of it either. */
    if (!world_has_populations(world) ||
        population_decode(world, level, population->data, population->length) != ERR_OK)
        begin(world, level);
    if (world->limits.population_percent > 0)
        haven_furnish(world, level);
}

void level_clear(struct world *world, struct level *level)
{
    uint64_t gone[ITEM_KIND_COUNT] = {0};

    while (level->first_foe != 0) {
        struct foe *foe = body_foe(world_body(world, level->first_foe));
        gone[ITEM_GOLD] += (uint64_t)foe->mind.gold;
        foe->mind.gold = 0;
        foe_free(world, foe);
    }
    ledger_carry_out(&world->ledger, &level->holding, gone);
    ledger_close(&world->ledger, &level->holding, &level->ledger);
    graves_fill_in(world, level, true);
    items_free(world, level);
}

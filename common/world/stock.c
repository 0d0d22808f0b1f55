/*
 * What a level has when it comes into the world beside its terrain: a random stream of its own, and
 * as many foes and items as the limits of the world say.
 */
#include "base/rng.h"
#include "world/world_private.h"

/* What lies about on any level. */
static const enum item_kind small_things[] = {ITEM_DART};

enum {
    TRIES = 64, /* to find a cell by chance */
    SMALL_THINGS = sizeof small_things / sizeof small_things[0],
};

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

/* One of the kinds that act by themselves, each as likely. */
static enum species_id choose_kind(struct level *level)
{
    enum species_id chosen = SPECIES_DELVER;
    uint32_t count = 0;

    for (enum species_id id = SPECIES_DELVER; id < SPECIES_COUNT; id++) {
        if (species_row(id)->think != THINK_NONE && rng_below(&level->rng, ++count) == 0)
            chosen = id;
    }
    return chosen;
}

void level_stock(struct world *world, struct level *level)
{
    uint64_t place = (uint64_t)level->key.wing << 32 | level->key.depth;
    struct pos at;

    rng_init(&level->rng,
             rng_level_seed(world->seed, place, level->key.generation, RNG_PLAY) ^ world->tick);
    for (uint32_t i = 0; i < world->limits.level_foes; i++) {
        if (find_cell(level, &at))
            (void)foe_add(world, choose_kind(level), level, at);
    }
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

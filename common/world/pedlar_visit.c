/*
 * Wandering pedlars come and go.
 */
#include "world/pedlar_visit.h"

#include "world/haven.h"
#include "world/stock.h"

enum {
    LOOK_TICKS = 50,  /* of the level's clock, from one look to the next */
    ONE_IN = 10,      /* half hours of a level that have a pedlar */
    TRIES = 16,       /* to find a place, at each look */
    STAIRS_CELLS = 4, /* so far from stairs at least */
    DRAW_VISIT = 2,   /* of the stream: see rng_level_seed() */
};

bool pedlar_visits(const struct world *world, const struct level *level, uint64_t half_hour)
{
    uint64_t place = (uint64_t)level->key.wing << 32 | level->key.depth;
    uint64_t moment = (uint64_t)level->key.generation << 32 ^ half_hour;
    struct rng rng;

    if (haven_number(level->key.depth) < HAVEN_COUNT)
        return false;
    rng_init(&rng,
             rng_level_seed(world->seed, place, moment, RNG_SHOP | (uint64_t)DRAW_VISIT << 8));
    return rng_below(&rng, ONE_IN) == 0;
}

/* A stall there stands in nobody's way. */
static bool is_open_ground(const struct world *world, const struct level *level, struct pos at)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        struct pos beside = pos_step(at, dir);
        if (!level_is_walkable(level, beside) || tile_is_door(level_tile(level, beside)))
            return false;
    }
    return pos_distance(at, level->up) >= STAIRS_CELLS &&
           pos_distance(at, level->down) >= STAIRS_CELLS && level_item_at(world, level, at) == NULL;
}

static void come(struct world *world, struct level *level)
{
    struct pos at;

    for (int i = 0; i < TRIES; i++) {
        if (!strew_find_cell(world, level, &at) || !is_open_ground(world, level, at))
            continue;
        level_set_tile(level, at, TILE_PEDLAR);
        level_find_niches(level);
        return;
    }
}

static void go(struct level *level)
{
    level_set_tile(level, level->stall, TILE_FLOOR);
    level_find_niches(level);
}

void pedlar_visit_run(struct world *world, struct level *level)
{
    if (world->limits.population_percent == 0 || level->delver_count == 0 ||
        level->clock % LOOK_TICKS != 0 || haven_number(level->key.depth) < HAVEN_COUNT)
        return;
    bool is_due = pedlar_visits(world, level, level->clock / world_ms(world, PEDLAR_VISIT_MS));
    if (is_due && !level->has_stall)
        come(world, level);
    else if (!is_due && level->has_stall && sight_is_clear_of(world, level, level->stall))
        go(level);
}

/*
 * Twin niches. A plate of a pair is a plate that opens no gate, so the level needs no list of them:
 * pairs are few, and only the end of a step onto one looks for the others.
 */
#include "world/twin.h"

#include "base/rng.h"
#include "world/carry.h"
#include "world/haven.h"
#include "world/life.h"
#include "world/loot.h"
#include "world/population.h"
#include "world/world.h"

enum {
    LEVELS_A_PAIR = 3,
    MARKET_PAIRS = 4,
    PLACE_TRIES = 200, /* first plates that are tried for a pair */
    APART = 3,         /* king's moves from a plate to any other thing that was laid */
    STAIRS_APART = 4,  /* and to the stairs */
    FIND_TRIES = 100,
    FIND_STREAM = 512, /* beside the depths of caches and vaults, which draw from the same stream */
};

static bool is_work(const struct level *level, struct pos at)
{
    for (int i = 0; i < level->gate_count; i++) {
        for (int k = 0; k < level->gates[i].work_count; k++) {
            if (level->gates[i].kind == GATE_PLATES && pos_equal(level->gates[i].works[k], at))
                return true;
        }
    }
    return false;
}

bool twin_is_at(const struct level *level, struct pos at)
{
    return level_tile(level, at) == TILE_PLATE && !is_work(level, at);
}

bool twin_is_opened(const struct life *life, int depth)
{
    return depth > LIFE_DEPTH_MAX || (life->honours.twins[depth / 64] >> depth % 64 & 1) != 0;
}

/* True if all cells around are plain floor: nothing is blocked, and nothing lies close. */
static bool is_open(const struct level *level, struct pos at)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++) {
        if (level_tile(level, pos_step(at, dir)) != TILE_FLOOR)
            return false;
    }
    return true;
}

static bool may_lie(const struct level *level, struct pos at)
{
    if (level_tile(level, at) != TILE_FLOOR || !is_open(level, at) ||
        !population_may_stand(level, at) || haven_is_at(level, at) ||
        stairs_distance(level, at) < STAIRS_APART)
        return false;
    for (int i = 0; i < level->trap_count; i++) {
        if (pos_distance(level->traps[i].at, at) < APART)
            return false;
    }
    return true;
}

/* Draws the second plate of a pair: a cell on foot from the first. False: there is none. */
static bool draw_twin(const struct level *level, struct rng *rng, struct population_search *search,
                      struct pos first, struct pos *out)
{
    uint32_t seen = 0;

    (void)population_walk(level, search, &first, 1);
    for (size_t i = 0; i < level_cell_count(level); i++) {
        struct pos at = pos_of((int)i % level->width, (int)i / level->width);
        int32_t steps = search->steps[level_index(level, at)];
        if (steps == POPULATION_NO_WAY || steps < TWIN_STEPS_MIN || steps > TWIN_STEPS_MAX ||
            !may_lie(level, at))
            continue;
        /* Reservoir sampling: the k-th fitting cell replaces the chosen one with a chance of 1 in
           k. */
        if (rng_below(rng, ++seen) == 0)
            *out = at;
    }
    return seen > 0;
}

/* True if a body can walk from the stairs up to the plate, through doors. */
static bool is_reached(const struct level *level, struct population_search *search, struct pos at)
{
    (void)population_walk(level, search, &level->up, 1);
    return search->steps[level_index(level, at)] != POPULATION_NO_WAY;
}

static void place_pair(struct level *level, struct rng *rng, struct population_search *search)
{
    struct pos second;

    for (int i = 0; i < PLACE_TRIES; i++) {
        int y = (int)rng_below(rng, (uint32_t)level->height);
        struct pos first = pos_of((int)rng_below(rng, (uint32_t)level->width), y);
        if (!may_lie(level, first) || !is_reached(level, search, first) ||
            !draw_twin(level, rng, search, first, &second))
            continue;
        level_set_tile(level, first, TILE_PLATE);
        level_set_tile(level, second, TILE_PLATE);
        return;
    }
}

void twins_place(struct level *level, uint64_t world_seed, struct population_search *search)
{
    uint64_t place = (uint64_t)level->key.wing << 32 | level->key.depth;
    struct rng rng;

    rng_init(&rng, rng_level_seed(world_seed, place, level->key.generation, RNG_TWINS));
    int pairs =
        level->key.depth == TWIN_MARKET_DEPTH ? MARKET_PAIRS : rng_below(&rng, LEVELS_A_PAIR) == 0;
    for (int i = 0; i < pairs; i++)
        place_pair(level, &rng, search);
}

static bool is_used_up(enum item_kind kind)
{
    enum item_class class = item_row(kind)->class;

    return class == CLASS_DRAUGHT || class == CLASS_SCROLL || class == CLASS_THROWN;
}

struct stack twin_find(uint64_t world_seed, const struct delver *delver, int depth)
{
    uint64_t stream = rng_mix((uint64_t)delver->delver_id) ^ delver->life.number;
    struct stack find = stack_of(ITEM_MENDING, 1);
    struct rng rng;

    rng_init(&rng, rng_level_seed(world_seed, (uint64_t)depth + FIND_STREAM, stream, RNG_CACHE));
    for (int i = 0; i < FIND_TRIES; i++) {
        struct stack drawn = loot_draw(&rng, depth, &delver->life);
        if (is_used_up(drawn.kind))
            return drawn;
    }
    return find;
}

/* The delver finds what is its own, unless it has had it on this depth. */
static void open_for(const struct world *world, struct delver *delver)
{
    struct body *body = &delver->body;
    struct level *level = body->level;
    int depth = level->key.depth;

    if (twin_is_opened(&delver->life, depth))
        return;
    struct stack find = twin_find(world->seed, delver, depth);
    if (pack_room(&delver->life.pack, &find) < find.count) {
        event_refuse(&level->events, body, REFUSAL_TWIN_FULL, DIR_NONE);
        return;
    }
    delver->life.honours.twins[depth / 64] |= UINT64_C(1) << depth % 64;
    delver_note_change(delver);
    (void)carry_give(world, delver, find);
    (void)event_of_stack(&level->events, EVENT_TWIN, body, find);
}

/* A delver that can act and stands on another plate of a pair; NULL: nobody. */
static struct delver *find_partner(const struct world *world, const struct delver *delver)
{
    const struct level *level = delver->body.level;

    for (body_id id = level->first_delver; id != 0;) {
        struct delver *other = world_delver(world, id);
        if (other != delver && !body_is_fallen(&other->body) && twin_is_at(level, other->body.at))
            return other;
        id = other->body.next;
    }
    return NULL;
}

void twin_step(const struct world *world, struct delver *delver)
{
    struct level *level = delver->body.level;

    if (!twin_is_at(level, delver->body.at))
        return;
    struct delver *other = find_partner(world, delver);
    if (other != NULL) {
        open_for(world, delver);
        open_for(world, other);
    } else if (!twin_is_opened(&delver->life, level->key.depth)) {
        (void)event_push(&level->events, EVENT_TWIN_WAITS, &delver->body);
    }
}

/*
 * Niches and caches: cells in which each delver finds something once. Places of niches are drawn
 * among the cells with the most walls around them: dead ends first, then corners, then any floor.
 */
#include "world/niche.h"

#include "world/carry.h"
#include "world/find.h"
#include "world/haven.h"
#include "world/population.h"
#include "world/world.h"

enum {
    STAIRS_STEPS = 15, /* from the stairs up, at least */
    APART = 8,         /* cells between two niches, at least */
    DEAD_END = 3,      /* walls beside a cell, of four; 2 are a corner */
};

static int count_walls(const struct level *level, struct pos at)
{
    static const enum dir sides[] = {DIR_NORTH, DIR_EAST, DIR_SOUTH, DIR_WEST};
    int walls = 0;

    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++)
        walls += level_is_opaque(level, pos_step(at, sides[i]));
    return walls;
}

static bool is_apart(struct pos at, const struct pos *others, int count)
{
    for (int i = 0; i < count; i++) {
        if (pos_distance(at, others[i]) < APART)
            return false;
    }
    return true;
}

static bool may_hold(const struct level *level, const struct population_search *search,
                     struct pos at)
{
    uint16_t steps = search->steps[level_index(level, at)];

    return level_tile(level, at) == TILE_FLOOR && steps != POPULATION_NO_WAY &&
           steps >= STAIRS_STEPS && population_may_stand(level, at);
}

/* Draws one of the cells with `walls` beside them or more; false: there is none. */
static bool draw_cell(const struct level *level, struct rng *rng,
                      const struct population_search *search, int walls, const struct pos *others,
                      int other_count, struct pos *out)
{
    uint32_t seen = 0;

    for (size_t i = 0; i < level_cell_count(level); i++) {
        struct pos at = pos_of((int)i % level->width, (int)i / level->width);
        if (!may_hold(level, search, at) || count_walls(level, at) < walls ||
            !is_apart(at, others, other_count))
            continue;
        /* The k-th of them takes the place of the one before it once in k times. */
        if (rng_below(rng, ++seen) == 0)
            *out = at;
    }
    return seen > 0;
}

void niches_place(struct level *level, struct rng *rng, struct population_search *search)
{
    struct pos cells[NICHE_COUNT];
    int count = 0;

    if (level->niche_count > 0)
        return;
    (void)population_walk(level, search, &level->up, 1);
    while (count < NICHE_COUNT) {
        int walls = DEAD_END;
        while (walls >= 0 && !draw_cell(level, rng, search, walls, cells, count, &cells[count]))
            walls--;
        if (walls < 0)
            break;
        level_set_tile(level, cells[count++], TILE_NICHE);
    }
    level_find_niches(level);
}

enum niche niche_at(const struct level *level, struct pos at)
{
    for (int i = 0; i < level->niche_count; i++) {
        if (pos_equal(level->niches[i], at))
            return (enum niche)i;
    }
    return NICHE_COUNT;
}

/* Finds of the niche for the delver. Returns how many; -1: the pack has no room for all. */
static int find_all(const struct world *world, const struct delver *delver, enum niche niche,
                    struct stack finds[NICHE_FINDS_MAX])
{
    int count = niche_finds(world->seed, delver->delver_id, &delver->life,
                            delver->body.level->key.depth, niche, finds);
    struct pack pack = delver->life.pack;

    for (int i = 0; i < count; i++) {
        if (pack_room(&pack, &finds[i]) < finds[i].count)
            return -1;
        (void)pack_put(&pack, finds[i]);
    }
    return count;
}

static bool is_unopened(const struct delver *delver, enum niche niche)
{
    int depth = delver->body.level->key.depth;

    return niche != NICHE_COUNT && depth <= LIFE_DEPTH_MAX &&
           !life_has_opened(&delver->life, niche, depth);
}

bool niche_has_room(const struct world *world, const struct delver *delver, enum niche niche)
{
    struct stack finds[NICHE_FINDS_MAX];

    return is_unopened(delver, niche) && find_all(world, delver, niche, finds) >= 0;
}

void niche_step(const struct world *world, struct delver *delver)
{
    struct body *body = &delver->body;
    struct level *level = body->level;
    struct stack finds[NICHE_FINDS_MAX];
    enum niche niche = niche_at(level, body->at);

    if (!is_unopened(delver, niche))
        return;
    int count = find_all(world, delver, niche, finds);
    if (count < 0) {
        event_refuse(&level->events, body, REFUSAL_NICHE_FULL, DIR_NONE);
        return;
    }
    life_open(&delver->life, niche, level->key.depth);
    for (int i = 0; i < count; i++) {
        (void)carry_give(world, delver, finds[i]);
        (void)event_of_stack(&level->events, EVENT_NICHE, body, finds[i]);
    }
}

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

/*
 * What lies about on a level. Once in ten minutes of the level's clock its heaps of gold and its
 * small things are counted, and one that is missing comes back, in a place that nobody sees. What a
 * delver dropped and left counts too, what is still a delver's own does not.
 */
#include "world/stock_room.h"
#include "world/world_private.h"

enum {
    TRIES = 64, /* to find a cell by chance */
    GOLD_HEAPS = 4,
    GOLD_LEAST = 5,
    GOLD_DEPTHS = 6, /* so much more by chance for each depth */
    SMALL_FINDS = 2,
    BACK_MS = 600000, /* from one thing that comes back to the next */
};

static const enum item_kind small_kinds[] = {ITEM_DART, ITEM_DART, ITEM_BANDAGE};

/* What of all that is missing. */
struct missing {
    int heaps;
    int finds;
};

static bool is_seen(const struct world *world, const struct level *level, struct pos at)
{
    const struct delver *delver;

    for (body_id id = level->first_delver; id != 0; id = delver->body.next) {
        delver = world_delver(world, id);
        if (delver_sees(delver, at))
            return true;
    }
    return false;
}

bool strew_find_cell(const struct world *world, struct level *level, struct pos *out)
{
    for (int i = 0; i < TRIES; i++) {
        /* One after the other: the arguments of a call are worked out in any order. */
        int y = (int)rng_below(&level->rng, (uint32_t)level->height);
        struct pos at = pos_of((int)rng_below(&level->rng, (uint32_t)level->width), y);
        if (level_tile(level, at) == TILE_FLOOR && level_body_at(level, at) == 0 &&
            !is_seen(world, level, at)) {
            *out = at;
            return true;
        }
    }
    return false;
}

void strew_put(struct world *world, struct level *level, struct stack stack, struct pos at)
{
    if (item_add(world, stack, level, at) != NULL)
        ledger_make(&level->ledger, &stack);
}

static void put_gold(struct world *world, struct level *level)
{
    uint32_t more = rng_below(&level->rng, (uint32_t)(GOLD_DEPTHS * level->key.depth));
    struct pos at;

    if (strew_find_cell(world, level, &at))
        strew_put(world, level, stack_of(ITEM_GOLD, GOLD_LEAST + more), at);
}

static void put_find(struct world *world, struct level *level)
{
    uint32_t drawn = rng_below(&level->rng, sizeof small_kinds / sizeof small_kinds[0]);
    enum item_kind kind = small_kinds[drawn];
    struct pos at;

    if (strew_find_cell(world, level, &at))
        strew_put(world, level, stack_of(kind, item_row(kind)->find_count), at);
}

void strew_new(struct world *world, struct level *level)
{
    for (int i = 0; i < GOLD_HEAPS; i++)
        put_gold(world, level);
    for (int i = 0; i < SMALL_FINDS; i++)
        put_find(world, level);
}

static bool is_small(enum item_kind kind)
{
    for (size_t i = 0; i < sizeof small_kinds / sizeof small_kinds[0]; i++) {
        if (small_kinds[i] == kind)
            return true;
    }
    return false;
}

static struct missing count_missing(const struct world *world, const struct level *level)
{
    struct missing missing = {.heaps = GOLD_HEAPS, .finds = SMALL_FINDS};
    const struct item *item;

    for (item_id id = level->first_item; id != 0; id = item->next) {
        item = world_item(world, id);
        if (!item_is_free(world, item, 0))
            continue;
        missing.heaps -= item->stack.kind == ITEM_GOLD;
        missing.finds -= is_small(item->stack.kind);
    }
    return missing;
}

/* False: nothing is missing. */
static bool bring_back(struct world *world, struct level *level)
{
    struct missing missing = count_missing(world, level);

    if (missing.heaps > 0)
        put_gold(world, level);
    else if (missing.finds > 0)
        put_find(world, level);
    return missing.heaps > 0 || missing.finds > 0;
}

void strew_run(struct world *world, struct level *level)
{
    if (world->limits.population_percent == 0 || level->delver_count == 0 ||
        level->clock - level->population.strewn_at < world_ms(world, BACK_MS))
        return;
    level->population.strewn_at = level->clock;
    (void)bring_back(world, level);
}

void strew_arrival(struct world *world, struct level *level)
{
    uint64_t left_at = level->population.left_at;

    if (world->limits.population_percent == 0 || left_at == 0 || left_at > world->tick)
        return;
    uint64_t back = (world->tick - left_at) / world_ms(world, BACK_MS);
    for (uint64_t i = 0; i < back && i < GOLD_HEAPS + SMALL_FINDS; i++) {
        if (!bring_back(world, level))
            return;
    }
}

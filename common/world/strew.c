/*
 * Things that lie about on a level. Once in ten minutes of the level's clock its heaps of gold and
 * its small and odd things are counted, and one that is missing comes back, in a place that nobody
 * sees. A thing that a delver dropped and left counts too, one that is still a delver's own does
 * not.
 */
#include "world/find.h"
#include "world/stock_room.h"
#include "world/world_private.h"

enum {
    TRIES = 64, /* to find a cell by chance */
    GOLD_HEAPS = 4,
    GOLD_LEAST = 5,
    GOLD_DEPTHS = 6, /* so much more by chance for each depth */
    SMALL_FINDS = 2,
    ODD_FINDS = 2,
    ODD_DEPTHS = 4,   /* on which there are any */
    BACK_MS = 600000, /* from one thing that comes back to the next */
};

static const enum item_kind small_kinds[] = {ITEM_DART, ITEM_DART, ITEM_BANDAGE};

/* Odd things for the first hour: little power, and something to try or to wear. */
struct odd_row {
    enum item_kind kind;
    uint8_t from;   /* the first depth that has it */
    uint8_t weight; /* among the others that a depth has */
};

static const struct odd_row odd_rows[] = {
    {ITEM_PEBBLE, 1, 5},     {ITEM_BROKEN_BOTTLE, 1, 5}, {ITEM_CANDLE_CAP, 1, 2},
    {ITEM_FELT_SHOES, 1, 2}, {ITEM_POT_LID, 1, 2},       {ITEM_CLEAVER, 1, 2},
    {ITEM_MURK, 1, 1},       {ITEM_GLOW, 1, 3},          {ITEM_FAR_SIGHT, 1, 2},
    {ITEM_CLEAR_HEAD, 2, 2}, {ITEM_FIRE_POT, 2, 2},      {ITEM_MAPPING, 2, 1},
    {ITEM_FLASH_POT, 3, 2},  {ITEM_NET, 3, 1},
};

enum { ODD_ROWS = sizeof odd_rows / sizeof odd_rows[0] };

/* Numbers of things that are missing. */
struct missing {
    int heaps;
    int finds;
    int odd;
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

static int odd_finds(const struct level *level)
{
    return level->key.depth <= ODD_DEPTHS ? ODD_FINDS : 0;
}

static enum item_kind draw_odd(struct rng *rng, int depth)
{
    uint32_t whole = 0;
    int row = 0;

    for (int i = 0; i < ODD_ROWS; i++)
        whole += odd_rows[i].from <= depth ? odd_rows[i].weight : 0;
    uint32_t drawn = rng_below(rng, whole);
    for (;; row++) {
        uint32_t weight = odd_rows[row].from <= depth ? odd_rows[row].weight : 0;
        if (drawn < weight)
            return odd_rows[row].kind;
        drawn -= weight;
    }
}

static void put_odd(struct world *world, struct level *level)
{
    enum item_kind kind = draw_odd(&level->rng, level->key.depth);
    uint8_t count = item_row(kind)->find_count;
    struct pos at;

    if (strew_find_cell(world, level, &at))
        strew_put(world, level, find_make(&level->rng, kind, count == 0 ? 1 : count), at);
}

void strew_new(struct world *world, struct level *level)
{
    for (int i = 0; i < GOLD_HEAPS; i++)
        put_gold(world, level);
    for (int i = 0; i < SMALL_FINDS; i++)
        put_find(world, level);
    for (int i = 0; i < odd_finds(level); i++)
        put_odd(world, level);
}

static bool is_small(enum item_kind kind)
{
    for (size_t i = 0; i < sizeof small_kinds / sizeof small_kinds[0]; i++) {
        if (small_kinds[i] == kind)
            return true;
    }
    return false;
}

static bool is_odd(enum item_kind kind)
{
    for (int i = 0; i < ODD_ROWS; i++) {
        if (odd_rows[i].kind == kind)
            return true;
    }
    return false;
}

static struct missing count_missing(const struct world *world, const struct level *level)
{
    struct missing missing = {.heaps = GOLD_HEAPS, .finds = SMALL_FINDS, .odd = odd_finds(level)};
    const struct item *item;

    for (item_id id = level->first_item; id != 0; id = item->next) {
        item = world_item(world, id);
        if (!item_is_free(world, item, 0))
            continue;
        missing.heaps -= item->stack.kind == ITEM_GOLD;
        missing.finds -= is_small(item->stack.kind);
        missing.odd -= is_odd(item->stack.kind);
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
    else if (missing.odd > 0)
        put_odd(world, level);
    return missing.heaps > 0 || missing.finds > 0 || missing.odd > 0;
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
    for (uint64_t i = 0; i < back && i < GOLD_HEAPS + SMALL_FINDS + ODD_FINDS; i++) {
        if (!bring_back(world, level))
            return;
    }
}

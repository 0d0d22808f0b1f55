/*
 * Stocktaking: the lists of a world or a level are counted by kind, and compared with the ledger.
 */
#include "world/stocktaking.h"

#include "world/world.h"

static void count_lying(const struct world *world, const struct level *level,
                        uint64_t counts[ITEM_KIND_COUNT])
{
    for (item_id id = level->first_item; id != 0; id = world_item(world, id)->next) {
        const struct stack *stack = &world_item(world, id)->stack;
        counts[stack->kind] += stack->count;
    }
    for (body_id id = level->first_foe; id != 0; id = world_body(world, id)->next)
        counts[ITEM_GOLD] += (uint64_t)body_foe(world_body(world, id))->mind.gold;
    for (body_id id = level->first_dead; id != 0; id = world_body(world, id)->next)
        counts[ITEM_GOLD] += (uint64_t)body_foe(world_body(world, id))->mind.gold;
    for (uint32_t id = level->first_grave; id != 0; id = world->graves[id - 1].next) {
        const struct grave *grave = &world->graves[id - 1];
        ledger_count_grave(counts, grave);
    }
}

/* Returns the number of kinds that differ, and by how much; `should` is modulo 2^64. */
static int compare(const uint64_t counts[ITEM_KIND_COUNT], const uint64_t should[ITEM_KIND_COUNT],
                   int64_t more[ITEM_KIND_COUNT])
{
    int wrong = 0;

    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        more[kind] = (int64_t)(counts[kind] - should[kind]);
        wrong += more[kind] != 0;
    }
    return wrong;
}

int world_take_stock(const struct world *world, int64_t more[ITEM_KIND_COUNT])
{
    uint64_t counts[ITEM_KIND_COUNT] = {0};
    uint64_t should[ITEM_KIND_COUNT];

    for (uint32_t i = 0; i < world->level_count; i++)
        count_lying(world, world->levels[i], counts);
    for (uint32_t i = 0; i < world->limits.delvers_max; i++) {
        const struct delver *delver = world->delvers[i];
        if (delver != NULL)
            ledger_count_life(counts, &delver->life);
    }
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++)
        should[kind] = (uint64_t)ledger_left(&world->ledger, kind);
    return compare(counts, should, more);
}

int level_take_stock(const struct world *world, const struct level *level,
                     int64_t more[ITEM_KIND_COUNT])
{
    uint64_t counts[ITEM_KIND_COUNT] = {0};

    count_lying(world, level, counts);
    for (body_id id = level->first_delver; id != 0; id = world_body(world, id)->next)
        ledger_count_life(counts, &world_delver(world, id)->life);
    return compare(counts, level->holding.kinds, more);
}

int way_take_stock(const struct world *world, int64_t more[ITEM_KIND_COUNT])
{
    uint64_t counts[ITEM_KIND_COUNT] = {0};
    uint64_t should[ITEM_KIND_COUNT];

    for (body_id id = world->first_transit; id != 0; id = world_body(world, id)->next)
        ledger_count_life(counts, &world_delver(world, id)->life);
    for (uint32_t i = 0; i < world->leaving_count; i++)
        ledger_count_life(counts, &world_delver(world, world->leaving[i])->life);
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++)
        should[kind] = (uint64_t)ledger_left(&world->ledger, kind);
    for (uint32_t i = 0; i < world->level_count; i++) {
        for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++)
            should[kind] -= world->levels[i]->holding.kinds[kind];
    }
    return compare(counts, should, more);
}

const struct level *stock_next_level(const struct world *world, uint32_t *place)
{
    uint32_t slot =
        world_level_slot(world, (uint16_t)(*place >> 16), (uint16_t)(*place & UINT16_MAX));

    if (slot == world->level_count)
        return NULL;
    const struct level *level = world->levels[slot];
    *place = ((uint32_t)level->key.wing << 16 | level->key.depth) + 1;
    return level;
}

/*
 * Counting all things.
 */
#include "world/stocktaking.h"

static void count_level(const struct world *world, struct level *level,
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

int world_take_stock(const struct world *world, int64_t more[ITEM_KIND_COUNT])
{
    uint64_t counts[ITEM_KIND_COUNT] = {0};
    int wrong = 0;

    for (uint32_t i = 0; i < world->level_count; i++)
        count_level(world, world->levels[i], counts);
    for (uint32_t i = 0; i < world->limits.delvers_max; i++) {
        const struct delver *delver = world->delvers[i];
        if (delver != NULL)
            ledger_count_life(counts, &delver->life);
    }
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        more[kind] = (int64_t)counts[kind] - ledger_left(&world->ledger, kind);
        wrong += more[kind] != 0;
    }
    return wrong;
}

/*
 * Spoils.
 */
#include "world/spoils.h"

#include "world/find.h"

enum { GOLD_DEPTHS = 2, GOLD_CHANCE_DEPTHS = 3 };

/* In 100, for the first foe of a kind. */
static const int drop_percent[DROP_COUNT] = {
    [DROP_COMMON] = 14,
    [DROP_UNCOMMON] = 30,
    [DROP_RARE] = 60,
    [DROP_BOSS] = 100,
};

static const int drop_finds[DROP_COUNT] = {
    [DROP_COMMON] = 1,
    [DROP_UNCOMMON] = 1,
    [DROP_RARE] = 1,
    [DROP_BOSS] = 2,
};

void spoils_leave_thing(const struct world *world, struct delver *delver, struct stack thing,
                        struct pos at)
{
    struct level *level = delver->body.level;
    struct item *item = item_lay(world, level, thing, at, delver);
    struct event *event = event_of_stack(&level->events, EVENT_ITEM_LEFT, &delver->body, thing);

    event->at = item == NULL ? at : item->at;
    event->count = item == NULL;
    if (item == NULL)
        return;
    ledger_make(&level->ledger, &thing);
    item_own(world, item, delver->delver_id);
}

void spoils_leave(const struct world *world, struct delver *delver, const struct species_row *row,
                  int kills, struct pos at)
{
    struct level *level = delver->body.level;
    int depth = level->key.depth;

    if (row->drop == DROP_NONE || kills < 1)
        return;
    if (!level_is_ground(level, at))
        at = delver->body.at;
    if ((int)rng_below(&level->rng, 100) < drop_percent[row->drop] / kills) {
        for (int i = 0; i < drop_finds[row->drop]; i++)
            spoils_leave_thing(world, delver, find_draw(&level->rng, depth, &delver->life), at);
        return;
    }
    int gold = (GOLD_DEPTHS * depth +
                (int)rng_below(&level->rng, (uint32_t)(GOLD_CHANCE_DEPTHS * depth))) /
               kills;
    if (gold > 0)
        spoils_leave_thing(world, delver, stack_of(ITEM_GOLD, (uint32_t)gold), at);
}

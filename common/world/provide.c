/*
 * Provisions, which operators put on a level by hand. A foe stands awake at its post, a thing is
 * anybody's.
 */
#include "world/provide.h"

#include "world/haven.h"
#include "world/field.h"
#include "world/find.h"
#include "world/mind.h"
#include "world/population.h"
#include "world/stairs.h"

uint32_t provide_most(enum item_kind kind)
{
    return kind == ITEM_GOLD ? PROVIDE_GOLD_MAX : stack_max(kind);
}

static bool has_boss(const struct world *world, const struct level *level, enum species_id species)
{
    const struct body *body;

    for (body_id id = level->first_foe; id != 0; id = body->next) {
        body = world_body(world, id);
        if (body->species == species)
            return species_row(species)->is_boss;
    }
    return false;
}

static enum provide_answer check_foe(const struct world *world, const struct level *level,
                                     struct pos at, enum species_id species)
{
    if (way_cost(mind_way(species), level_tile(level, at)) == 0 || level_is_opaque(level, at))
        return PROVIDE_NO_GROUND;
    if (level_body_at(level, at) != 0)
        return PROVIDE_TAKEN;
    if (stairs_are_near(level, at) || haven_is_at(level, at))
        return PROVIDE_STAIRS;
    if (has_boss(world, level, species))
        return PROVIDE_ONE_ONLY;
    if (level->foe_count >= POPULATION_MAX ||
        (world->free_foe == 0 && world->foes_used == world->limits.foes_max))
        return PROVIDE_FULL;
    return PROVIDE_FINE;
}

static enum provide_answer check_thing(const struct world *world, const struct level *level,
                                       struct pos at, const struct provision *what)
{
    if (what->item == ITEM_BUNDLE)
        return PROVIDE_OWNERLESS;
    if (!tile_is_passable(level_tile(level, at)))
        return PROVIDE_NO_GROUND;
    if (what->count == 0 || what->count > provide_most(what->item))
        return PROVIDE_TOO_MANY;
    if (level->item_count >= ITEM_LEVEL_MAX || (level->spare_items == 0 && world->free_item == 0 &&
                                                world->items_used == world->limits.items_max))
        return PROVIDE_FULL;
    return PROVIDE_FINE;
}

enum provide_answer provide_check(const struct world *world, struct level_key key, struct pos at,
                                  const struct provision *what)
{
    const struct level *level = world_level_at(world, key.wing, key.depth);

    if (level == NULL)
        return PROVIDE_NO_LEVEL;
    if (!level_contains(level, at))
        return PROVIDE_OUTSIDE;
    return what->is_thing ? check_thing(world, level, at, what)
                          : check_foe(world, level, at, what->species);
}

static void put_thing(struct world *world, struct level *level, struct pos at,
                      const struct provision *what)
{
    struct stack thing = find_make(&level->rng, what->item, what->count);

    if (item_add(world, thing, level, at) != NULL)
        ledger_make(&level->ledger, &thing);
}

void provide_apply(struct world *world, struct input *input)
{
    struct level *level = world_level_at(world, input->key.wing, input->key.depth);
    const struct provision *what = &input->provision;

    if (provide_check(world, input->key, input->at, what) != PROVIDE_FINE)
        return;
    if (what->is_thing)
        put_thing(world, level, input->at, what);
    else
        (void)foe_add(world, what->species, level, input->at, MOOD_POSTED);
    (void)event_of_place(&world->events, EVENT_PROVIDED, level, input->at);
}

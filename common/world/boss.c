/*
 * Return of bosses. Nothing notes a death: a level that is without its boss counts from the first
 * look at it, and the count is saved with its population.
 */
#include "world/boss.h"

#include "world/populate.h"
#include "world/population.h"
#include "world/world.h"

enum { BOSS_GROUP = 1 };

static bool is_near_delvers(const struct world *world, const struct level *level, struct pos at)
{
    const struct delver *delver;

    for (body_id id = level->first_delver; id != 0; id = delver->body.next) {
        delver = world_delver(world, id);
        if (pos_distance(delver->body.at, at) < BOSS_NEAR_CELLS || delver_sees(delver, at))
            return true;
    }
    return false;
}

void boss_run(struct world *world, struct level *level)
{
    struct level_population *population = &level->population;
    struct placement boss;

    if (population->groups == 0 || population_boss_of(level->key.depth) == SPECIES_DELVER)
        return;
    if (population_has_boss(world, level)) {
        population->boss_gone_at = 0;
        return;
    }
    if (population->boss_gone_at == 0) {
        population->boss_gone_at = world->tick;
        population->is_dirty = true;
    }
    if (world->tick - population->boss_gone_at < world_ms(world, BOSS_AWAY_MS) ||
        !population_boss_again(level, &world->populate_room->search, &boss) ||
        is_near_delvers(world, level, boss.at))
        return;
    populate_put(world, level, &boss, BOSS_GROUP);
    population->boss_gone_at = 0;
}

/*
 * The hash of the world: over everything that decides what happens next, part by part. Members that
 * came later are hashed only where they say something, so that worlds without it keep their hash.
 */
#include "world/world_hash.h"

#include "world/world.h"

static void hash_action(const struct action *action, struct hash *hash)
{
    hash_u64(hash, (uint64_t)action->verb << 8 | (uint64_t)action->dir);
    hash_u64(hash, (uint64_t)action->object << 32 | action->target);
    hash_u64(hash, (uint64_t)action->other << 32 | action->count);
}

static void body_hash(const struct body *body, struct hash *hash)
{
    hash_u64(hash, (uint64_t)body->species << 8 | (uint64_t)body->state);
    hash_u64(hash, (uint64_t)body->key.wing << 48 | (uint64_t)body->key.depth << 32 |
                       body->key.generation);
    hash_u64(hash, (uint64_t)body->at.x << 32 | (uint64_t)body->at.y);
    hash_u64(hash, (uint64_t)(uint16_t)body->health << 16 | (uint16_t)body->health_max);
    hash_u64(hash, body->paused);
    hash_u64(hash, body->ready_at);
    hash_u64(hash, body->beat_at);
    statuses_hash(&body->statuses, hash);
    hash_u64(hash, (uint64_t)body->walked);
    hash_u64(hash, (uint64_t)body->passed_by);
    hash_u64(hash, body->passed_clock << 8 | (uint64_t)body->passed_way);
    hash_u64(hash, (uint64_t)body->queue_length);
    for (int i = 0; i < body->queue_length; i++)
        hash_action(&body->queue[i], hash);
}

static void hash_pos(struct pos at, struct hash *hash)
{
    hash_u64(hash, (uint64_t)(uint16_t)at.x << 16 | (uint16_t)at.y);
}

/* Hashes the special of a foe's mind; nothing for a foe without one, as most are. */
static void hash_special(const struct mind *mind, struct hash *hash)
{
    if (mind->special != PART_NONE) {
        hash_u64(hash, (uint64_t)mind->special << 32 | mind->special_to);
        hash_pos(mind->aim, hash);
    }
    if (mind->special_again_at != 0 || mind->calls != 0 || mind->waited != 0 || mind->caller != 0) {
        hash_u64(hash, mind->special_again_at);
        hash_u64(hash, (uint64_t)mind->waited << 40 | (uint64_t)mind->calls << 32 | mind->caller);
    }
    if (mind->has_mustered)
        hash_u64(hash, mind->target);
    if (mind->gold != 0) {
        hash_u64(hash, (uint64_t)mind->gold);
        hash_u64(hash, mind->robbed);
    }
}

/* Hashes a foe's mind; body_hash() does its body. */
static void foe_hash(const struct foe *foe, struct hash *hash)
{
    const struct mind *mind = &foe->mind;

    hash_u64(hash, (uint64_t)mind->fear << 16 | (uint64_t)mind->mood << 8 |
                       (uint64_t)mind->is_poised << 4 | (uint64_t)mind->has_goal << 3 |
                       (uint64_t)mind->is_hidden << 1 | (uint64_t)mind->has_shouted);
    hash_u64(hash, foe->group);
    hash_pos(mind->home, hash);
    hash_pos(mind->goal, hash);
    hash_u64(hash, (uint64_t)mind->target << 32 | mind->keeper);
    hash_u64(hash, mind->seen_at);
    hash_special(mind, hash);
    if (mind->door_blows > 0) {
        hash_u64(hash, mind->door_blows);
        hash_pos(mind->door, hash);
    }
    for (int i = 0; i < FOE_FIGHTERS_MAX; i++) {
        hash_u64(hash, mind->fighters[i].delver);
        hash_u64(hash, mind->fighters[i].at);
    }
}

static void level_state_hash(const struct delver *delver, struct hash *hash)
{
    hash_u64(hash, (uint64_t)delver->time.company << 8 | (uint64_t)delver->time.state << 4 |
                       (uint64_t)delver->danger.is_hunted << 3 |
                       (uint64_t)delver->time.is_parting << 2 |
                       (uint64_t)delver->danger.is_present << 1 | (uint64_t)delver->danger.is_hurt);
    hash_u64(hash, delver->time.parts_at);
    hash_u64(hash, delver->time.pace);
    hash_u64(hash, delver->danger.hurt_at);
    hash_u64(hash, delver->time.stepped_at);
    hash_u64(hash, delver->danger.safe_until);
    hash_u64(hash, delver->time.halted_until);
    if (delver->fall.is_fallen) {
        hash_u64(hash, delver->fall.until);
        hash_u64(hash, delver->fall.by);
    }
    if (delver->time.is_idle)
        hash_u64(hash, delver->time.acted_at);
    if (delver->effects.is_stubborn_used)
        hash_u64(hash, KNACK_STUBBORN);
    if (delver->effects.winded_at != 0)
        hash_u64(hash, delver->effects.winded_at);
    hash_u64(hash, (uint64_t)delver->effects.bandage_beats << 40 |
                       (uint64_t)delver->effects.bandage << 32 |
                       (uint64_t)delver->effects.returning << 24 |
                       (uint64_t)delver->effects.mended << 8 | delver->sightings.noted_next);
    hash_u64(hash, (uint64_t)delver->time.fight_at << 32 | delver->sightings.looked_at);
    for (int i = 0; i < FOES_NOTED_MAX; i++)
        hash_u64(hash, (uint64_t)delver->sightings.noted_at[i] << 32 | delver->sightings.noted[i]);
    for (int i = 0; i < delver->sightings.sensed_count; i++) {
        hash_u64(hash, delver->sightings.sensed[i].foe);
        hash_u64(hash, (uint64_t)delver->sightings.sensed[i].at.x << 16 |
                           (uint64_t)delver->sightings.sensed[i].at.y);
    }
}

static void recall_hash(const struct recall *recall, struct hash *hash)
{
    for (int i = 0; i < recall->count; i++) {
        const struct recalled *recalled = &recall->list[i];
        hash_u64(hash, (uint64_t)recalled->at.x << 48 | (uint64_t)recalled->at.y << 32 |
                           (uint64_t)item_row(recalled->top.kind)->save_id << 24 | recall->oldest);
        hash_u64(hash, (uint64_t)recalled->more << 32 | recalled->top.count);
    }
}

void delver_hash(const struct delver *delver, struct hash *hash)
{
    const struct body *body = &delver->body;

    hash_u64(hash, (uint64_t)delver->delver_id);
    body_hash(body, hash);
    hash_u64(hash, delver->sequence);
    hash_u64(hash, delver->steps);
    life_hash(&delver->life, hash);
    hash_u64(hash, (uint64_t)delver->is_link_dead);
    level_state_hash(delver, hash);
    recall_hash(&delver->recall, hash);
    hash_u64(hash, (uint64_t)delver->pace_wish << 32 | delver->weapon_before);
    hash_u64(hash, delver->party);
    if (body->state == BODY_TRANSIT)
        hash_u64(hash, (uint64_t)delver->transit_passage << 8 | (uint64_t)delver->transit_stairs);
    trade_hash(&delver->trade, hash);
    duel_hash(&delver->duel, hash);
    if (delver->is_sneaking)
        hash_u64(hash, ACTION_SNEAK);
    if (delver->beside_at != 0)
        hash_u64(hash, delver->beside_at);
    if (delver->transit_debt != 0)
        hash_u64(hash, delver->transit_debt);
    if (delver->transit_home != 0)
        hash_u64(hash, delver->transit_home);
    if (body->state == BODY_TRANSIT && delver->transit_stairs == TILE_UNKNOWN)
        hash_u64(hash, (uint64_t)delver->transit_to.x << 32 | (uint64_t)delver->transit_to.y);
    hash_bulk(hash, delver->memory, delver->memory_size);
}

static void items_hash(const struct world *world, item_id first, struct hash *hash)
{
    for (item_id id = first; id != 0;) {
        const struct item *item = world_item(world, id);
        stack_hash(&item->stack, hash);
        hash_u64(hash, item->id);
        hash_u64(hash, (uint64_t)item->at.x << 32 | (uint64_t)item->at.y);
        hash_u64(hash, (uint64_t)item->owner);
        hash_u64(hash, item->owned_until);
        hash_u64(hash, item->kept_until);
        id = item->next;
    }
}

static void graves_hash(const struct world *world, const struct level *level, struct hash *hash)
{
    for (uint32_t id = level->first_grave; id != 0; id = world->graves[id - 1].next)
        remains_hash(&world->graves[id - 1], hash);
}

/* Hashes the dead that may be raised; nothing if there are none. */
static void spawn_hash_dead(const struct level *level, struct hash *hash)
{
    for (int i = 0; i < LEVEL_DEAD_MAX; i++) {
        const struct level_dead *dead = &level->dead[i];
        if (dead->species != SPECIES_DELVER)
            hash_u64(hash, (uint64_t)species_row(dead->species)->save_id << 40 | (uint64_t)i << 32 |
                               (uint64_t)dead->at.x << 16 | (uint64_t)dead->at.y);
    }
}

static void hash_level(const struct world *world, const struct level *level, struct hash *hash)
{
    hash_u64(hash, (uint64_t)level->key.wing << 48 | (uint64_t)level->key.depth << 32 |
                       level->key.generation);
    hash_u64(hash, level->clock);
    hash_u64(hash, level->population.left_at);
    hash_u64(hash, level->population.looked_at);
    hash_u64(hash, level->population.missing_for);
    hash_u64(hash, level->population.boss_gone_at);
    hash_u64(hash, (uint64_t)level->is_stirred << 1 | (uint64_t)level->has_danger);
    hash_u64(hash, (uint64_t)level->foe_count << 32 | level->delver_count);
    for (uint32_t i = 0; i < level->active.count; i++)
        hash_u64(hash, (uint64_t)body_number(world_body(world, level->active.ids[i])));
    for (size_t i = 0; i < sizeof level->rng.state / sizeof level->rng.state[0]; i++)
        hash_u64(hash, level->rng.state[i]);
    for (body_id id = level->first_foe; id != 0; id = world_body(world, id)->next) {
        struct body *body = world_body(world, id);
        hash_u64(hash, id);
        foe_hash(body_foe(body), hash);
        body_hash(body, hash);
    }
    items_hash(world, level->first_item, hash);
    graves_hash(world, level, hash);
    open_doors_hash(&level->open_doors, hash);
    wards_hash(&level->wards, hash);
    chalk_hash(&level->chalk, hash);
    spawn_hash_dead(level, hash);
    for (int i = 0; i < level->gate_count; i++)
        hash_u64(hash, level->gates[i].open_until);
    for (int i = 0; i < level->hoard_count; i++)
        hash_u64(hash, level->hoards[i].full_at);
    level_hash(level, hash);
}

uint64_t world_hash(const struct world *world)
{
    struct hash whole;

    hash_init(&whole);
    hash_u64(&whole, world->seed);
    hash_u64(&whole, world->tick);
    for (body_id id = world->first_transit; id != 0; id = world_body(world, id)->next)
        hash_u64(&whole, (uint64_t)body_number(world_body(world, id)));
    /* A sum over the parts does not depend on which slot a part lies in. */
    for (int i = 0; i < WORLD_CLOSED_WORDS; i++) {
        if (world->closed_depths[i] != 0)
            hash_u64(&whole, world->closed_depths[i] ^ (uint64_t)i);
    }
    bonds_hash(world, &whole);
    uint64_t sum = whole.value;
    for (uint32_t i = 0; i < world->level_count; i++) {
        struct hash part;
        hash_init(&part);
        hash_level(world, world->levels[i], &part);
        sum += rng_mix(part.value);
    }
    for (uint32_t i = 0; i < world->limits.delvers_max; i++) {
        struct hash part;
        if (world->delvers[i] == NULL)
            continue;
        hash_init(&part);
        delver_hash(world->delvers[i], &part);
        sum += rng_mix(part.value);
    }
    return sum;
}

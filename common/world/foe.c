/*
 * The pool of foes: a place is taken and given back between two ticks only, so that ids do not
 * depend on the order in which levels are ticked.
 */
#include "world/foe.h"

#include "base/check.h"
#include "world/fight.h"
#include "world/world_private.h"

/* Takes a free place, and returns one more than it; 0: there is none. Places are taken in their
   order, so that the pages of a large pool are not touched before they are needed. */
static uint32_t take_place(struct world *world)
{
    uint32_t place = world->free_foe;

    if (place != 0)
        world->free_foe = world->foes[place - 1].body.next;
    else if (world->foes_used < world->limits.foes_max)
        place = ++world->foes_used;
    return place;
}

struct foe *foe_add(struct world *world, enum species_id species, struct level *level,
                    struct pos at, enum mood mood)
{
    uint32_t place = take_place(world);

    CHECK(species != SPECIES_DELVER);
    if (place == 0)
        return NULL;
    struct foe *foe = &world->foes[place - 1];
    uint16_t uses = (uint16_t)(foe->uses + 1);
    int16_t health = (int16_t)growth_health(species_row(species), level->key.depth);

    *foe = (struct foe){
        .body = {.id = (body_id)uses << 16 | (world->limits.delvers_max + place),
                 .species = species,
                 .health = health,
                 .health_max = health},
        .uses = uses,
        .mind = {.mood = mood,
                 .home = at,
                 .is_hidden = species_part(species_row(species), PART_AMBUSH) != NULL,
                 .is_poised = species_part(species_row(species), PART_AMBUSH) != NULL},
    };
    body_place(world, &foe->body, level, at);
    return foe;
}

void foe_free(struct world *world, struct foe *foe)
{
    struct level *level = foe->body.level;
    const uint64_t gone[ITEM_KIND_COUNT] = {[ITEM_GOLD] = (uint64_t)foe->mind.gold};

    if (level != NULL)
        body_remove(world, &foe->body);
    ledger_end_there(&world->ledger, level == NULL ? NULL : &level->holding, gone);
    foe->body.id = 0;
    foe->body.next = world->free_foe;
    world->free_foe = (uint32_t)(foe - world->foes) + 1;
}

static void hash_pos(struct pos at, struct hash *hash)
{
    hash_u64(hash, (uint64_t)(uint16_t)at.x << 16 | (uint16_t)at.y);
}

/* Hashes nothing for a foe without deeds, as most are. */
static void hash_deeds(const struct mind *mind, struct hash *hash)
{
    if (mind->deed != PART_NONE) {
        hash_u64(hash, (uint64_t)mind->deed << 32 | mind->deed_to);
        hash_pos(mind->aim, hash);
    }
    if (mind->deed_again_at != 0 || mind->calls != 0 || mind->waited != 0 || mind->caller != 0) {
        hash_u64(hash, mind->deed_again_at);
        hash_u64(hash, (uint64_t)mind->waited << 40 | (uint64_t)mind->calls << 32 | mind->caller);
    }
    if (mind->has_mustered)
        hash_u64(hash, mind->target);
    if (mind->gold != 0) {
        hash_u64(hash, (uint64_t)mind->gold);
        hash_u64(hash, mind->robbed);
    }
}

void foe_hash(const struct foe *foe, struct hash *hash)
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
    hash_deeds(mind, hash);
    if (mind->door_blows > 0) {
        hash_u64(hash, mind->door_blows);
        hash_pos(mind->door, hash);
    }
    for (int i = 0; i < FOE_FIGHTERS_MAX; i++) {
        hash_u64(hash, mind->fighters[i].delver);
        hash_u64(hash, mind->fighters[i].at);
    }
}

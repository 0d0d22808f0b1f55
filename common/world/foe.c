/*
 * Foes: the pool, and musters. Entries of the pool are taken and freed only between two ticks, so
 * that ids do not depend on the order in which levels are ticked.
 *
 * The game's balance depends on the table of musters more than on any other numbers. They are a
 * third of the specification's: with those, pairs of the test harness died in the median on depth 5
 * (12 lives), and on depth 8 without any muster; its companies raise nobody (bench_descent --tactic
 * pair).
 */
#include "world/foe.h"

#include "base/check.h"
#include "world/fight.h"
#include "world/world.h"

/* Takes a free entry of the pool and returns its index + 1; 0: none is free. Entries are taken in
   order, so that the pages of a large pool stay untouched until they are needed. */
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

enum {
    RAISE_CELLS = 6, /* most cells from a foe to the dead foe that it raises */
    /* milliseconds for which delvers that fought side by side count as a company */
    BESIDE_MS = 600000,
    MEMBERS_MAX = 6, /* members that count */
};

/* The size of a muster in tenths of the group's own size, by the number of members of the
   company. */
static const int muster_table[MEMBERS_MAX + 1] = {0, 0, 3, 7, 11, 16, 21};

static bool fights_with(const struct world *world, const struct foe *foe,
                        const struct fighter_note *note)
{
    return note->delver != 0 &&
           body_lived(&foe->body) - note->at <= world_beats(world, FOE_FIGHT_BEATS);
}

void muster_note(const struct world *world, const struct foe *foe, struct delver *delver)
{
    for (int i = 0; i < FOE_FIGHTERS_MAX; i++) {
        const struct fighter_note *note = &foe->mind.fighters[i];
        struct delver *other = world_delver(world, note->delver);
        if (!fights_with(world, foe, note) || other == NULL || other == delver ||
            !body_is_on(&other->body, foe->body.level))
            continue;
        delver->beside_at = other->beside_at = world->tick;
    }
}

static int count_members(const struct world *world, const struct delver *delver)
{
    const struct delver *member;
    int count = 0;

    for (body_id id = delver->body.level->first_delver; id != 0; id = member->body.next) {
        member = world_delver(world, id);
        count += member->time.company == delver->time.company && member->beside_at != 0 &&
                 world->tick - member->beside_at <= world_ms(world, BESIDE_MS);
    }
    return count < MEMBERS_MAX ? count : MEMBERS_MAX;
}

int muster_size(const struct world *world, struct foe *foe, const struct delver *delver)
{
    struct level *level = foe->body.level;
    struct foe *mate;
    int size = 0;

    if (delver->time.company == 0)
        return 0;
    for (body_id id = level->first_foe; id != 0; id = mate->body.next) {
        mate = body_foe(world_body(world, id));
        if (mate->group != foe->group)
            continue;
        mate->mind.has_mustered = true;
        size++;
    }
    int tenths = size * muster_table[count_members(world, delver)];
    return tenths == 0 ? 0 : (tenths + (int)rng_below(&level->rng, 10)) / 10;
}

enum species_id muster_kind(const struct level *level, const struct foe *foe)
{
    enum species_id best = foe->body.species;

    for (enum species_id id = SPECIES_DELVER + 1;
         species_row(foe->body.species)->is_boss && id < SPECIES_COUNT; id++) {
        const struct species_row *row = species_row(id);
        if (row->depth.low <= level->key.depth && level->key.depth <= row->depth.high &&
            row->rarity > species_row(best)->rarity)
            best = id;
    }
    return best;
}

void spawn_ask(struct level *level, body_id foe, enum part_id part)
{
    if (level->spawn_count < LEVEL_SPAWNS_MAX)
        level->spawns[level->spawn_count++] = (struct spawn_wish){foe, part};
}

void spawn_note_death(struct level *level, enum species_id species, struct pos at)
{
    level->dead[level->dead_next] = (struct level_dead){.species = species, .at = at};
    level->dead_next = (level->dead_next + 1) % LEVEL_DEAD_MAX;
}

struct level_dead *spawn_find_dead(const struct foe *foe)
{
    struct level *level = foe->body.level;
    enum family family = species_row(foe->body.species)->family;
    struct level_dead *nearest = NULL;

    for (int i = 0; i < LEVEL_DEAD_MAX; i++) {
        struct level_dead *dead = &level->dead[i];
        const struct species_row *row = species_row(dead->species);
        int distance = pos_distance(foe->body.at, dead->at);
        if (row->family == family && !row->is_boss && distance <= RAISE_CELLS &&
            (nearest == NULL || distance < pos_distance(foe->body.at, nearest->at)))
            nearest = dead;
    }
    return nearest;
}

/*
 * Musters. Nothing of the game's balance is as sensitive as the table. Its numbers are a third of
 * the specification's: with those, pairs of the harness died in the median on depth 5 (12 lives),
 * and on depth 8 without any muster; its companies raise nobody (bench_descent --tactic pair).
 */
#include "world/muster.h"

#include "world/world_private.h"

enum {
    BESIDE_MS = 600000, /* for so long one that fought beside another is of its company */
    MEMBERS_MAX = 6,    /* more count as so many */
};

/* How many times its own size a group calls, in tenths, by the members of the company. */
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
        count += member->peril.company == delver->peril.company && member->beside_at != 0 &&
                 world->tick - member->beside_at <= world_ms(world, BESIDE_MS);
    }
    return count < MEMBERS_MAX ? count : MEMBERS_MAX;
}

int muster_size(const struct world *world, struct foe *foe, const struct delver *delver)
{
    struct level *level = foe->body.level;
    struct foe *mate;
    int size = 0;

    if (delver->peril.company == 0)
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

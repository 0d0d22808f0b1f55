/*
 * One encounter.
 */
#include "sim/encounter.h"

#include "world/life.h"

void encounter_keep(struct encounter *encounter, const struct delver *delver, uint64_t lived)
{
    if (!encounter->is_open)
        *encounter = (struct encounter){
            .is_open = true,
            .depth = delver->body.key.depth,
            .health_max = delver->body.health_max,
            .level = life_level(&delver->life),
            .armour = pack_gear(&delver->life.pack).armour,
        };
    encounter->trouble_ticks = lived;
}

/* The word that was shown for the foe before the first blow. */
static enum danger word_for(const struct knowledge *known, body_id id)
{
    for (int i = 0; i < known->foe_count; i++) {
        if (known->foes[i].id == id)
            return known->foes[i].danger;
    }
    return DANGER_COUNT;
}

/* A foe without a group, such as a called one, counts as part of the fight that it came to. */
static void note_group(struct encounter *encounter, uint16_t group)
{
    for (int i = 0; i < encounter->group_count; i++) {
        if (encounter->groups[i] == group)
            return;
    }
    if (group != 0 && encounter->group_count < ENCOUNTER_FOES_MAX)
        encounter->groups[encounter->group_count++] = group;
}

void encounter_meet(struct encounter *encounter, const struct knowledge *known,
                    const struct body *foe)
{
    struct encounter_share *share = &encounter->shares[foe->species];

    for (int i = 0; i < share->count; i++) {
        if (share->foes[i] == foe->id)
            return;
    }
    note_group(encounter, ((const struct foe *)foe)->group);
    if (encounter->foes++ == 0) {
        encounter->word = word_for(known, foe->id);
        encounter->health = known->health;
    }
    if (share->count < ENCOUNTER_FOES_MAX)
        share->foes[share->count++] = foe->id;
}

void encounter_blow(struct encounter *encounter, uint64_t lived, bool is_own, int harm)
{
    if (encounter->first_blow == 0)
        encounter->first_blow = lived;
    encounter->last_blow = lived;
    if (!is_own)
        return;
    encounter->strikes++;
    encounter->hits += harm > 0;
    encounter->dealt += harm;
}

void encounter_harm(struct encounter *encounter, enum species_id kind, int taken)
{
    encounter->shares[kind].taken += taken;
    encounter->taken += taken;
}

static int percent_of(int part, int whole)
{
    int percent = whole == 0 ? 0 : part * 100 / whole;

    return percent < DESCENT_COST_MAX ? percent : DESCENT_COST_MAX;
}

bool encounter_close(const struct world *world, struct encounter *encounter,
                     struct descent_cost *out)
{
    uint64_t ticks = encounter->last_blow - encounter->first_blow;

    *out = (struct descent_cost){
        .depth = encounter->depth,
        .percent = percent_of(encounter->taken, encounter->health_max),
        .taken = encounter->taken,
        .foes = encounter->foes,
        .groups = encounter->group_count,
        .level = encounter->level,
        .health_max = encounter->health_max,
        .armour = encounter->armour,
        .strikes = encounter->strikes,
        .hits = encounter->hits,
        .dealt = encounter->dealt,
        .kills = encounter->kills,
        .beats = 1 + (int)(ticks / world_beats(world, 1)),
        .word = encounter->foes == 1 ? encounter->word : DANGER_COUNT,
        .word_percent = percent_of(encounter->taken, encounter->health),
    };
    encounter->is_open = false;
    for (enum species_id id = 0; id < SPECIES_COUNT; id++) {
        const struct encounter_share *share = &encounter->shares[id];
        out->kinds[id].foes = (uint8_t)share->count;
        out->kinds[id].percent = (uint8_t)percent_of(share->taken, encounter->health_max);
    }
    return encounter->foes > 0;
}

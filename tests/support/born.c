/*
 * Foes at birth.
 */
#include "support/born.h"

int born_on(const struct level *level, uint64_t seed, struct placement out[POPULATION_MAX])
{
    static struct population_search search;
    struct rng rng;

    rng_init(&rng, seed);
    return population_at_birth(level, &rng, 100, out, POPULATION_MAX, &search);
}

bool born_with(const struct placement *foe, enum part_id part)
{
    return species_part(species_row(foe->species), part) != NULL;
}

int born_groups(const struct placement *foes, int count)
{
    int groups = 0;

    for (int i = 0; i < count; i++)
        groups += i == 0 || foes[i].group != foes[i - 1].group;
    return groups;
}

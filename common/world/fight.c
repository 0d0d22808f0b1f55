/*
 * The arithmetic of a fight.
 */
#include "world/fight.h"

#include "base/check.h"

/* How often armour is divided; 0: it does not count. */
static const int armour_divisors[DAMAGE_COUNT] = {
    [DAMAGE_BLOW] = 1,  [DAMAGE_MISSILE] = 1, [DAMAGE_FIRE] = 2,
    [DAMAGE_BLAST] = 2, [DAMAGE_SPIRIT] = 0,
};

struct fighter fight_foe(const struct species_row *row, int gains)
{
    return (struct fighter){
        .attack = row->attack + gains * FIGHT_FOE_STEP,
        .defence = row->defence,
        .damage = row->damage,
        .armour = row->armour,
    };
}

int fight_attack(int level, int worn)
{
    return 1 + level + worn;
}

int fight_defence(int level, int worn, bool has_companion_beside)
{
    return level + worn + (has_companion_beside ? 1 : 0);
}

int fight_chance(int attack, int defence)
{
    int chance = 75 + 3 * (attack - defence);

    if (chance < FIGHT_CHANCE_LEAST)
        return FIGHT_CHANCE_LEAST;
    return chance > FIGHT_CHANCE_MOST ? FIGHT_CHANCE_MOST : chance;
}

int fight_armour(int armour, enum damage_kind kind)
{
    CHECK((unsigned)kind < DAMAGE_COUNT);
    int divisor = armour_divisors[kind];

    return divisor == 0 ? 0 : armour / divisor;
}

static int roll(struct rng *rng, struct dice dice, int times)
{
    int sum = 0;

    for (int i = 0; i < times * dice.count; i++)
        sum += 1 + (int)rng_below(rng, dice.sides);
    return sum;
}

struct blow fight_strike(struct rng *rng, const struct fighter *striker,
                         const struct fighter *target, enum damage_kind kind,
                         enum surprise surprise)
{
    int chance = fight_chance(striker->attack, target->defence);
    int drawn = (int)rng_below(rng, 100);

    if (drawn >= chance && surprise == SURPRISE_NONE)
        return (struct blow){.outcome = BLOW_MISSES};
    bool tells = drawn < chance / 10;
    int shown = tells ? (int)surprise * dice_most(striker->damage)
                      : roll(rng, striker->damage, (int)surprise);
    int armour = fight_armour(target->armour, kind);
    int damage = shown + striker->temper - (int)rng_below(rng, (uint32_t)armour + 1);
    return (struct blow){
        .outcome = tells ? BLOW_TELLS : BLOW_HITS,
        .damage = damage > 0 ? damage : 0,
    };
}

int fight_roll(struct rng *rng, struct dice dice)
{
    return roll(rng, dice, 1);
}

int fight_most(const struct fighter *striker, enum surprise surprise)
{
    return (int)surprise * dice_most(striker->damage) + striker->temper;
}

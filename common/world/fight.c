/*
 * The arithmetic of a fight. The growth of foes in the Deep is a table by depths, with even steps
 * between two rows.
 */
#include "world/fight.h"

#include "base/check.h"

/* The divisor of the armour for each kind of damage; 0: armour does not count. */
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

static const struct growth_row {
    int below; /* depths below the Last Lamp */
    struct growth growth;
} growth_table[] = {
    /* depths below; then health and lore in percent; then attack, defence, damage */
    {0, {100, 100, 0, 0, 0}},    {14, {140, 150, 3, 2, 6}},    {34, {210, 230, 7, 5, 16}},
    {54, {300, 320, 10, 7, 27}}, {74, {370, 400, 13, 10, 38}}, {94, {450, 480, 15, 12, 50}},
};

static int between(int low, int high, int part, int way)
{
    return low + (high - low) * part / way;
}

struct growth growth_of(const struct species_row *row, int depth)
{
    const struct growth_row *low = growth_table;
    const struct growth_row *last = &growth_table[sizeof growth_table / sizeof *growth_table - 1];
    int below = depth < GROWTH_DEPTH_FIRST ? 0 : depth - row->depth.high;

    if (below > last->below)
        below = last->below;
    while (low + 1 < last && below > low[1].below)
        low++;
    int part = below - low->below;
    int way = low[1].below - low->below;
    const struct growth *from = &low->growth;
    const struct growth *to = &low[1].growth;
    return (struct growth){
        .health_percent = between(from->health_percent, to->health_percent, part, way),
        .lore_percent = between(from->lore_percent, to->lore_percent, part, way),
        .attack = between(from->attack, to->attack, part, way),
        .defence = between(from->defence, to->defence, part, way),
        .damage = between(from->damage, to->damage, part, way),
    };
}

int growth_health(const struct species_row *row, int depth)
{
    return row->health * growth_of(row, depth).health_percent / 100;
}

struct fighter growth_fighter(const struct species_row *row, int depth, int gains)
{
    const struct growth growth = growth_of(row, depth);
    struct fighter fighter = fight_foe(row, gains);

    fighter.attack += growth.attack;
    fighter.defence += growth.defence;
    fighter.temper += growth.damage;
    return fighter;
}

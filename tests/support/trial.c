/*
 * The reckoning of trials.
 */
#include "support/trial.h"

#include "world/fight.h"

/* The number at `part` of the `way` from `low` to `high`. */
static int between(int low, int high, int part, int way)
{
    return low + (high - low) * part / way;
}

struct careful careful_at(int tenths)
{
    static const struct careful table[] = {
        {1, 2, 26, 4, 2},      {3, 5, 42, 5, 4},      {5, 7, 50, 6, 5},
        {8, 10, 68, 8, 8},     {12, 15, 99, 12, 12},  {16, 19, 123, 14, 15},
        {20, 24, 148, 22, 19}, {24, 28, 174, 24, 22}, {27, 30, 190, 26, 25},
    };
    const struct careful *low = table;

    while (tenths > low[1].depth * 10)
        low++;
    int part = tenths - low->depth * 10;
    int way = (low[1].depth - low->depth) * 10;
    return (struct careful){
        .level = between(low->level, low[1].level, part, way),
        .health = between(low->health, low[1].health, part, way),
        .damage = (between(low->damage * 10, low[1].damage * 10, part, way) + 5) / 10,
        .armour = between(low->armour, low[1].armour, part, way),
    };
}

struct fighter careful_fighter(const struct careful *careful)
{
    return (struct fighter){
        .attack = fight_attack(careful->level, 1),
        .defence = fight_defence(careful->level, 1, false),
        .temper = careful->damage,
        .armour = careful->armour,
    };
}

struct trial trial_against(const struct careful *careful, const struct species_row *row, int depth)
{
    static const int most_by_group[] = {0, 62, 45, 25, 25};
    const struct fighter fighter = careful_fighter(careful);
    const struct fighter foe = growth_fighter(row, depth, 0);
    struct opponent opponent = estimate_opponent(&fighter, &foe, growth_health(row, depth));
    struct estimate estimate = estimate_fight(&opponent, 1);

    return (struct trial){
        .careful = *careful,
        .beats = estimate.beats,
        .cost = (int)(estimate.loss * 100 / row->hit / careful->health),
        .least = row->is_boss ? 45 : 0,
        .most = row->is_boss ? 160 : most_by_group[row->group.high],
    };
}

struct trial trial_of(const struct species_row *row)
{
    const struct careful careful =
        careful_at(row->depth.low * 10 + 3 * (row->depth.high - row->depth.low));

    return trial_against(&careful, row, row->depth.low);
}

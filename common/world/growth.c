/*
 * Growth as a table: what a foe is so many depths below its own, and evenly between two rows.
 */
#include "world/growth.h"

static const struct growth_row {
    int below; /* depths */
    struct growth growth;
} growth_table[] = {
    /* below, and then health and lore in 100, attack, defence, damage */
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

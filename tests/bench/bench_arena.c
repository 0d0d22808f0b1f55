/*
 * The health that each kind of foe costs a careful delver at its depth, beside the limit of the
 * specification; and the cost of the kinds of the Deep to the same delver, depth by depth. Beside
 * the computed costs stand fights with dice. Two runs print the same bytes.
 */
#include <stdio.h>

#include "support/trial.h"
#include "world/fight.h"

enum { FIGHTS = 2000, DEEP_LAST = 100, DEEP_KINDS = 18 };

/* Health that the delver loses until the foe falls, in % of full health. It strikes once a beat. */
static int fight_out(struct rng *rng, const struct careful *careful, const struct species_row *row)
{
    const struct fighter own = careful_fighter(careful);
    const struct fighter foe = growth_fighter(row, row->depth.low, 0);
    int health = growth_health(row, row->depth.low);
    int lost = 0;
    int due = 0; /* hundredths of a beat that the foe has saved up */

    while (health > 0) {
        health -= fight_strike(rng, &own, &foe, DAMAGE_BLOW, SURPRISE_NONE).damage;
        for (due += 100; health > 0 && due >= row->hit; due -= row->hit)
            lost += fight_strike(rng, &foe, &own, DAMAGE_BLOW, SURPRISE_NONE).damage;
    }
    return lost * 100 / careful->health;
}

static void print_kinds(void)
{
    struct rng rng;

    rng_init(&rng, 1);
    printf("%-20s %6s %5s %6s %6s %7s %9s\n", "kind", "depths", "level", "cost", "fought", "beats",
           "allowed");
    for (enum species_id id = SPECIES_DELVER + 1; id < SPECIES_COUNT; id++) {
        const struct species_row *row = species_row(id);
        const struct trial trial = trial_of(row);
        int64_t sum = 0;
        for (int i = 0; i < FIGHTS; i++)
            sum += fight_out(&rng, &trial.careful, row);
        bool is_in = trial.cost >= trial.least && trial.cost <= trial.most;
        printf("%-20s %3d-%-2d %5d %6d %6d %7.1f %4d-%-4d%s\n", row->name, row->depth.low,
               row->depth.high, trial.careful.level, trial.cost, (int)(sum / FIGHTS),
               (double)trial.beats / 100, trial.least, trial.most, is_in ? "" : " *");
    }
}

static void print_deep(void)
{
    const struct careful careful = careful_at(TRIAL_TENTHS_LAST);

    printf("\nThe Deep, against one delver of level %d: the mean cost of a kind of its depth\n",
           careful.level);
    for (int depth = GROWTH_DEPTH_FIRST - 1; depth <= DEEP_LAST; depth++) {
        int64_t sum = 0;
        int kinds = 0;
        for (enum species_id id = SPECIES_DELVER + 1; id < SPECIES_COUNT; id++) {
            const struct species_row *row = species_row(id);
            if (row->is_boss || row->depth.low < DEEP_KINDS)
                continue;
            sum += trial_against(&careful, row, depth).cost;
            kinds++;
        }
        printf("%4d %6d%s", depth, (int)(sum / kinds), (depth - 25) % 8 == 0 ? "\n" : "");
    }
    printf("\n");
}

int main(void)
{
    print_kinds();
    print_deep();
    return 0;
}

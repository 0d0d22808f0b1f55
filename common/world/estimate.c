/*
 * The estimate of a fight, computed in integers: hundredths of beats and of points of health.
 */
#include "world/estimate.h"

#include "base/check.h"
#include "world/fight.h"
#include "world/statuses.h"

enum {
    SHOWN_MAX = 100,  /* largest sum of dice */
    HIT_SCALE = 1000, /* thousandths of a point of damage */
};

struct danger_row {
    const char *name;
    int limit; /* a loss below this percent of health is at most this danger; 0: any loss */
};

static const struct danger_row danger_table[DANGER_COUNT] = {
    [DANGER_HARMLESS] = {"harmless", 10}, [DANGER_EASY] = {"easy", 25},
    [DANGER_EVEN] = {"even", 50},         [DANGER_HARD] = {"hard", 90},
    [DANGER_DEADLY] = {"deadly", 0},
};

const char *danger_name(enum danger danger)
{
    CHECK((unsigned)danger < DANGER_COUNT);
    return danger_table[danger].name;
}

int danger_limit(enum danger danger)
{
    CHECK((unsigned)danger < DANGER_COUNT);
    return danger_table[danger].limit;
}

/* Returns the health that a hit costs in later beats. Poison adds up, so the mean of the first and
   second hit counts. */
static int later_loss(const struct species_row *row)
{
    const struct species_part *poison = species_part(row, PART_POISON);
    int loss = 0;

    if (poison != NULL)
        loss += (statuses_loss(STATUS_POISONED, 2 * 2 * poison->amount) + 1) / 2;
    const struct species_part *bolt = species_part(row, PART_BOLT);

    /* Armour does not stop a bolt, and a bolt comes only now and then: its mean is added to the
       damage of blows. */
    if (bolt != NULL)
        loss += (dice_twice_mean(bolt->dice) / 2 + bolt->every) / (bolt->every + 1);
    if (species_part(row, PART_BURN) != NULL)
        loss += statuses_loss(STATUS_BURNING, status_row(STATUS_BURNING)->beats);
    return loss;
}

struct fighter estimate_foe(const struct species_row *row, int depth, int gains, int *out_most)
{
    struct fighter side = growth_fighter(row, depth, gains);
    int most = fight_most(&side, SURPRISE_NONE);

    /* The first blow of a charge does half more damage. */
    if (species_part(row, PART_CHARGE) != NULL)
        most = most * 3 / 2;
    for (int i = 0; i < SPECIES_PARTS_MAX && row->parts[i].id != PART_NONE; i++) {
        struct dice dice = row->parts[i].dice;
        if (dice_twice_mean(dice) > dice_twice_mean(side.damage))
            side.damage = dice;
        if (dice_most(dice) + side.temper > most)
            most = dice_most(dice) + side.temper;
    }
    *out_most = most;
    side.later = later_loss(row);
    if (species_part(row, PART_RUST) != NULL)
        side.rust = -status_row(STATUS_RUSTED)->effects[STATUS_ARMOUR];
    return side;
}

static int64_t divide_up(int64_t number, int64_t by)
{
    return (number + by - 1) / by;
}

/* Counts the ways in which the dice make each sum, in ways[0 … SHOWN_MAX]. Returns the number of
   all ways. */
static int64_t count_ways(struct dice dice, int64_t *ways)
{
    int64_t all = 1;

    CHECK(dice_most(dice) <= SHOWN_MAX);
    for (int sum = 0; sum <= SHOWN_MAX; sum++)
        ways[sum] = sum == 0;
    for (int die = 0; die < dice.count; die++) {
        for (int sum = SHOWN_MAX; sum >= 0; sum--) {
            int64_t found = 0;
            for (int face = 1; face <= dice.sides && face <= sum; face++)
                found += ways[sum - face];
            ways[sum] = found;
        }
        all *= dice.sides;
    }
    return all;
}

/* Returns the sum of the damage left for all values 0 … armour that the armour may take. */
static int64_t sum_left(int damage, int armour)
{
    int most = damage < armour ? damage : armour;

    return damage <= 0 ? 0 : (int64_t)(most + 1) * damage - (int64_t)most * (most + 1) / 2;
}

/* Returns the mean damage of a hit, telling blows included, times HIT_SCALE, rounded down. */
static int64_t exact_hit(const struct fighter *striker, const struct fighter *target, int chance)
{
    int64_t ways[SHOWN_MAX + 1];
    int64_t all = count_ways(striker->damage, ways);
    int64_t plain = 0;
    int telling = chance / 10;

    for (int sum = 0; sum <= dice_most(striker->damage); sum++)
        plain += ways[sum] * sum_left(sum + striker->temper, target->armour);
    int64_t most = all * sum_left(fight_most(striker, SURPRISE_NONE), target->armour);
    return HIT_SCALE * (plain * (chance - telling) + most * telling) /
           (all * (target->armour + 1) * chance);
}

/* Returns the mean of the dice minus the mean of the armour, at least 1 point, times HIT_SCALE. */
static int64_t rough_hit(const struct fighter *striker, const struct fighter *target)
{
    int twice = dice_twice_mean(striker->damage) + 2 * striker->temper - target->armour;

    return HIT_SCALE / 2 * (twice > 2 ? twice : 2);
}

struct opponent estimate_opponent(const struct fighter *delver, const struct fighter *foe,
                                  int health)
{
    int chance = fight_chance(delver->attack, foe->defence);
    int its_chance = fight_chance(foe->attack, delver->defence);
    int64_t rough = rough_hit(delver, foe);
    struct fighter rusted = *delver;
    rusted.armour = delver->armour > foe->rust ? delver->armour - foe->rust : 0;
    int64_t its_rough = rough_hit(foe, &rusted);
    int64_t hit = exact_hit(delver, foe, chance);
    int64_t its_hit = exact_hit(foe, &rusted, its_chance) + 1;

    hit = hit < rough ? hit : rough;
    its_hit = (its_hit > its_rough ? its_hit : its_rough) + (int64_t)foe->later * HIT_SCALE;
    return (struct opponent){
        .blows = divide_up((int64_t)health * 100 * 100 * HIT_SCALE, chance * (hit > 0 ? hit : 1)),
        .hurt = divide_up(its_chance * its_hit * 100, HIT_SCALE),
    };
}

/* True if the estimate places `foe` before `other`. */
static bool is_weaker(const struct opponent *foe, const struct opponent *other)
{
    return foe->blows != other->blows ? foe->blows < other->blows : foe->hurt < other->hurt;
}

void estimate_sort(struct opponent *foes, int count)
{
    for (int i = 1; i < count; i++) {
        struct opponent moved = foes[i];
        int place = i;
        for (; place > 0 && is_weaker(&moved, &foes[place - 1]); place--)
            foes[place] = foes[place - 1];
        foes[place] = moved;
    }
}

struct estimate estimate_fight(const struct opponent *foes, int count)
{
    struct estimate sum = {0};

    for (int i = 0; i < count; i++) {
        sum.beats += foes[i].blows;
        sum.loss += divide_up(sum.beats * foes[i].hurt, 10000);
    }
    return sum;
}

enum danger estimate_danger(const struct estimate *estimate, int health)
{
    enum danger danger = DANGER_HARMLESS;

    CHECK(health >= 1);
    while (danger < DANGER_DEADLY && estimate->loss >= (int64_t)danger_table[danger].limit * health)
        danger++;
    return danger;
}

struct prospect estimate_prospect(const struct fighter *delver, int health,
                                  const struct species_row *row, int depth, int foe_health,
                                  int gains)
{
    int most = 0;
    const struct fighter foe = estimate_foe(row, depth, gains, &most);
    const struct opponent opponent = estimate_opponent(delver, &foe, foe_health);
    struct estimate estimate = estimate_fight(&opponent, 1);

    return (struct prospect){
        .its_chance = fight_chance(foe.attack, delver->defence),
        .its_most = most,
        .its_blows = (int)divide_up(health, most),
        .your_chance = fight_chance(delver->attack, foe.defence),
        .your_blows = (int)divide_up(estimate.beats, 100),
        .danger = estimate_danger(&estimate, health),
    };
}

/*
 * Estimates a fight before it begins: the beats in which a delver fells the foes in view, weakest
 * first, and the health that it loses meanwhile. All numbers are rounded up against the delver.
 */
#ifndef UNDERCROFT_WORLD_ESTIMATE_H
#define UNDERCROFT_WORLD_ESTIMATE_H

#include <stdint.h>

#include "world/fight.h"

/* Danger of a fight, by the loss as a share of the delver's present health. */
enum danger { DANGER_HARMLESS, DANGER_EASY, DANGER_EVEN, DANGER_HARD, DANGER_DEADLY, DANGER_COUNT };

struct estimate {
    int64_t beats; /* time to fell all opponents added so far, in hundredths of a beat */
    int64_t loss;  /* health lost, in hundredths of a point */
};

/* A foe in view, as the opponent of a delver. */
struct opponent {
    int64_t blows; /* blows of the delver until it falls, misses included, in hundredths */
    int64_t hurt;  /* damage to the delver in a beat, in ten-thousandths of a point of health */
};

/* Prospect of a fight with a foe that a player examines. */
struct prospect {
    int its_chance; /* in 100 */
    int its_most;   /* damage of the foe's worst hit */
    int its_blows;  /* hits of the foe that fell the delver at its present health */
    int your_chance;
    int your_blows; /* blows of the delver until the foe falls, misses included */
    enum danger danger;
};

/* The foe of a row on a depth, as a cautious player expects it: with the highest dice of its blow
   and parts, and the greatest damage of its first blow. */
struct fighter estimate_foe(const struct species_row *row, int depth, int gains, int *out_most);

/*
 * A foe of that health as the opponent of a delver, with one blow of each in a beat. The mean
 * damage of a hit is computed in two ways, and the worse for the delver counts: the mean of the
 * dice minus half the armour, at least 1; and the mean over all rolls of dice and armour, telling
 * blows included.
 */
struct opponent estimate_opponent(const struct fighter *delver, const struct fighter *foe,
                                  int health);

/* Sorts opponents into the order of the estimate: the soonest felled first, and among equals the
   least harmful first. */
void estimate_sort(struct opponent *foes, int count);

/* Estimates the fight with `count` opponents in their order. */
struct estimate estimate_fight(const struct opponent *foes, int count);

/* Prospect of a delver with `health` (1 or more) against a foe of the row with `foe_health` left,
   on that depth. */
struct prospect estimate_prospect(const struct fighter *delver, int health,
                                  const struct species_row *row, int depth, int foe_health,
                                  int gains);

/* Danger of an estimate. `health` is the delver's present health, 1 or more. */
enum danger estimate_danger(const struct estimate *estimate, int health);

/* "harmless", "easy", "even", "hard", "deadly". */
const char *danger_name(enum danger danger);

/* Upper limit of the loss for a danger, in percent of health; 0: no limit, the worst danger. */
int danger_limit(enum danger danger);

#endif

/*
 * Estimates a fight before it begins: the beats in which a delver fells the foes in view, weakest
 * first, and the health that it loses meanwhile. All numbers are rounded up against the delver.
 */
#ifndef UNDERCROFT_WORLD_ESTIMATE_H
#define UNDERCROFT_WORLD_ESTIMATE_H

#include <stdint.h>

#include "world/fight.h"

/* How dangerous a fight is, by the loss as a share of the delver's present health. */
enum danger { DANGER_HARMLESS, DANGER_EASY, DANGER_EVEN, DANGER_HARD, DANGER_DEADLY, DANGER_COUNT };

struct estimate {
    int64_t beats; /* time to fell all opponents added so far, in hundredths of a beat */
    int64_t loss;  /* health lost, in hundredths of a point */
};

/* A foe in view, as the estimate counts it. */
struct opponent {
    int64_t blows; /* blows until the foe falls, misses included, in hundredths */
    int64_t hurt;  /* damage to the delver in each beat, in ten-thousandths of a point */
};

/* The outlook of a fight with a foe that a player examines. */
struct prospect {
    int its_chance; /* its chance to hit, in percent */
    int its_most;   /* damage of its hardest hit */
    int its_blows;  /* hits by which it fells the delver at present health */
    int your_chance;
    int your_blows; /* blows by which the delver fells the foe, misses included */
    enum danger danger;
};

/* Returns a foe of that row and depth as a cautious player expects it: with the highest dice of its
   blow and parts. *out_most is the greatest damage of its first blow. */
struct fighter estimate_foe(const struct species_row *row, int depth, int gains, int *out_most);

/*
 * Returns a foe of that health as the delver's opponent, with one blow of each in a beat. The mean
 * damage of a hit is computed in two ways, and the worse for the delver counts: the mean of the
 * dice minus half the armour, at least 1; and the mean over all rolls of dice and armour, telling
 * blows included.
 */
struct opponent estimate_opponent(const struct fighter *delver, const struct fighter *foe,
                                  int health);

/* Sorts opponents for the estimate: the soonest felled first, and among equals the least harmful
   first. */
void estimate_sort(struct opponent *foes, int count);

/* Estimates the fight with `count` opponents in their order. */
struct estimate estimate_fight(const struct opponent *foes, int count);

/* Returns the outlook for a delver with `health` (at least 1) against a foe of the row and depth
   with `foe_health` left. */
struct prospect estimate_prospect(const struct fighter *delver, int health,
                                  const struct species_row *row, int depth, int foe_health,
                                  int gains);

/* Returns the danger of an estimate. `health` is the delver's present health, at least 1. */
enum danger estimate_danger(const struct estimate *estimate, int health);

/* Returns "harmless", "easy", "even", "hard" or "deadly". */
const char *danger_name(enum danger danger);

/* Returns the upper limit of the loss for a danger, in percent of health; 0 for the worst danger:
   no limit. */
int danger_limit(enum danger danger);

#endif

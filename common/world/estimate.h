/*
 * How a fight would end, before it begins: how many beats it takes a delver to fell the foes in
 * view, one after the other, weakest first, and what they cost meanwhile. All is rounded up, so
 * that no word promises more than is known.
 */
#ifndef UNDERCROFT_WORLD_ESTIMATE_H
#define UNDERCROFT_WORLD_ESTIMATE_H

#include <stdint.h>

#include "world/fight.h"

/* How bad the loss would be, by its share of the health that a delver has now. */
enum danger { DANGER_HARMLESS, DANGER_EASY, DANGER_EVEN, DANGER_HARD, DANGER_DEADLY, DANGER_COUNT };

struct estimate {
    int64_t beats; /* to fell all opponents added so far, in hundredths of a beat */
    int64_t loss;  /* in hundredths of a point of health */
};

/* A foe in view, as a delver would fight it. */
struct opponent {
    int64_t blows; /* blows of the delver until it falls, misses counted, in hundredths */
    int64_t hurt;  /* damage to the delver a beat, in ten-thousandths of a point of health */
};

/* Prospect of a fight with a foe that a player looks at. */
struct prospect {
    int its_chance; /* in 100 */
    int its_most;   /* damage of its worst hit */
    int its_blows;  /* hits that fell the delver with its present health */
    int your_chance;
    int your_blows; /* until it falls, misses counted */
    enum danger danger;
};

/* The foe of a row on a depth as a cautious player expects it: with the worst dice of its blow
   or a part, and the greatest damage of its first blow. */
struct fighter estimate_foe(const struct species_row *row, int depth, int gains, int *out_most);

/*
 * A foe of that health as the opponent of a delver, with one blow of each in a beat. The mean
 * damage of a hit is computed twice, and the worse for the delver counts: the mean of the dice less
 * half the armour, 1 at least; and the mean over all rolls of dice and armour, telling blows
 * included.
 */
struct opponent estimate_opponent(const struct fighter *delver, const struct fighter *foe,
                                  int health);

/* Sorts `count` opponents in the order in which the estimate takes them: by the time until they
   fall, among equals the opponent that hurts less first. */
void estimate_sort(struct opponent *foes, int count);

/* The fight with `count` opponents in their order. */
struct estimate estimate_fight(const struct opponent *foes, int count);

/* The prospect of a delver of that health, 1 or more, against a foe of the row that has
   `foe_health` left, on that depth. */
struct prospect estimate_prospect(const struct fighter *delver, int health,
                                  const struct species_row *row, int depth, int foe_health,
                                  int gains);

/* The word for an estimate; `health` is the delver's now, 1 or more. */
enum danger estimate_danger(const struct estimate *estimate, int health);

/* "harmless", "easy", "even", "hard", "deadly". */
const char *danger_name(enum danger danger);

/* Under how many hundredths of the health a danger keeps its loss; 0: the worst, without a limit.
 */
int danger_limit(enum danger danger);

#endif

/*
 * Figures of many lives of one tactic, and how they are printed.
 */
#ifndef UNDERCROFT_TESTS_SIM_DESCENT_FIGURES_H
#define UNDERCROFT_TESTS_SIM_DESCENT_FIGURES_H

#include <stdio.h>

#include "sim/descent.h"

/* Number of encounters by cost, in % of full health. */
struct cost_figures {
    uint32_t times[DESCENT_COST_MAX + 1];
    uint64_t foes; /* that took part, of all encounters */
};

/* Sums over the encounters on a depth. */
struct fight_figures {
    uint64_t encounters;
    uint64_t level;
    uint64_t health_max;
    uint64_t armour;
    uint64_t strikes;
    uint64_t hits;
    uint64_t dealt;
    uint64_t kills;
    uint64_t joined;       /* encounters with foes of two groups or more */
    uint64_t single_taken; /* from foes that were alone, */
    uint64_t single_beats; /* in so many beats */
};

struct descent_figures {
    struct descent_life *lives; /* owned */
    int count;
    int max;
    struct cost_figures kinds[SPECIES_COUNT];
    struct cost_figures depths[DESCENT_DEPTH_MAX + 1];
    struct fight_figures fights[DESCENT_DEPTH_MAX + 1];
    struct cost_figures words[DANGER_COUNT]; /* in 100 of the health at the first blow */
};

/* Room for so many lives. CHECKs that there is memory. */
void descent_figures_init(struct descent_figures *figures, int lives_max);
void descent_figures_release(struct descent_figures *figures);

/* An ear for costs; its context is the figures. */
void descent_figures_hear(void *context, const struct descent_cost *cost);

/* Runs worlds with the seeds first, first + 1, … until there are `lives` lives. */
void descent_figures_fill(struct descent_figures *figures, const struct descent_setup *setup,
                          int lives);

/* The depth that `percent` of the lives did not come beyond. */
int descent_figures_depth(const struct descent_figures *figures, int percent);

/* Number of lives that came to that depth, and that ended there by death. */
int descent_figures_arrivals(const struct descent_figures *figures, int depth);
int descent_figures_deaths(const struct descent_figures *figures, int depth);

/* Tables for a reader; the same as lines "tactic,table,row,column,value". */
void descent_figures_print(const struct descent_figures *figures, const struct tactic *tactic,
                           FILE *out);
void descent_figures_print_csv(const struct descent_figures *figures, const struct tactic *tactic,
                               FILE *out);

#endif

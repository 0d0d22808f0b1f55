/*
 * How foes grow in the Deep, the depths below the Last Lamp. Every kind there was met higher up,
 * and is so much stronger as its depth lies below the last one on which it is met by its row.
 */
#ifndef UNDERCROFT_WORLD_GROWTH_H
#define UNDERCROFT_WORLD_GROWTH_H

#include "world/fight.h"

enum { GROWTH_DEPTH_FIRST = 27 /* the first depth of the Deep */ };

struct growth {
    int health_percent; /* of what the row says; 100: as it says */
    int lore_percent;   /* the same of what it teaches */
    int attack;         /* more than the row says */
    int defence;
    int damage; /* of each hit */
};

/* A foe of the row on a depth: what its row says down to the Last Lamp, and more with each depth
   below. */
struct growth growth_of(const struct species_row *row, int depth);

/* The full health of a foe of the row that is born on that depth. */
int growth_health(const struct species_row *row, int depth);

/* The foe of that row as it strikes on a depth: see fight_foe(). */
struct fighter growth_fighter(const struct species_row *row, int depth, int gains);

#endif

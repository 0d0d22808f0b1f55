/*
 * Trials: one foe of each kind against the delver that a careful player is on its depth, by the
 * specification's table of reference. Unit tests hold them to the limits, bench_arena prints them.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_TRIAL_H
#define UNDERCROFT_TESTS_SUPPORT_TRIAL_H

#include "world/estimate.h"

enum { TRIAL_TENTHS_LAST = 270 };

/* A careful delver on a depth. */
struct careful {
    int depth;
    int level;
    int health;
    int damage; /* of a hit, before the foe's armour */
    int armour;
};

struct trial {
    struct careful careful;
    int64_t beats; /* until the foe falls, in hundredths */
    int cost;      /* in 100 of the full health */
    int least;     /* what the kind may cost, by how many come together */
    int most;
};

/* The delver at so many tenths of a depth, 10 … TRIAL_TENTHS_LAST. */
struct careful careful_at(int tenths);

/* The careful delver as one side of a fight. */
struct fighter careful_fighter(const struct careful *careful);

/* A foe of the row, on `depth`, against that delver. */
struct trial trial_against(const struct careful *careful, const struct species_row *row, int depth);

/* The trial of a row 30 percent down its range of depths. */
struct trial trial_of(const struct species_row *row);

#endif

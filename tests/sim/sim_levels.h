/*
 * The levels of a simulated dungeon, one a depth: drawn or generated when first needed, kept as
 * bytes while they are put away, with the way to the stairs from every cell.
 */
#ifndef UNDERCROFT_TESTS_SIM_SIM_LEVELS_H
#define UNDERCROFT_TESTS_SIM_SIM_LEVELS_H

#include "world/world.h"

enum { SIM_DEPTHS_MAX = 14 };

enum { SIM_NO_WAY = UINT16_MAX };

enum sim_place {
    SIM_DRAWN,     /* by hand: independent of the generators */
    SIM_GENERATED, /* as the game would make them */
    SIM_WORKED,    /* and then with chasms, gates and the like: sim_works_lay() */
};

struct sim_depth {
    struct bytes blob;       /* as it was when last put away; empty before */
    struct bytes population; /* the same of what was on it */
    uint16_t *to_up; /* steps from every cell to the stairs; NULL before the level was made */
    uint16_t *to_down;
};

struct sim_levels {
    uint64_t seed;
    enum sim_place place;
    struct sim_depth depths[SIM_DEPTHS_MAX + 1]; /* from 1 */
};

void sim_levels_init(struct sim_levels *levels, uint64_t seed, enum sim_place place);
void sim_levels_release(struct sim_levels *levels);

struct level_key sim_levels_key(int depth);

/* The level of a depth from 1 to SIM_DEPTHS_MAX, and what is on it; the caller owns both. */
struct level *sim_levels_make(struct sim_levels *levels, int depth, struct bytes *out_population);

/* Steps from every cell of the level to `target`, doors passed, into steps[]: a cell each;
   SIM_NO_WAY: there is no way. */
void sim_levels_measure(const struct level *level, struct pos target, uint16_t *steps);

/* The neighbour with the fewest steps, if these are fewer than those of `at`; else DIR_NONE. */
enum dir sim_levels_downhill(const struct level *level, const uint16_t *steps, struct pos at);

/* Keeps what the level of that world is now. The level stays its owner's. */
void sim_levels_put_away(struct sim_levels *levels, const struct world *world,
                         const struct level *level);

/* The first step to those stairs; DIR_NONE if one stands on them. */
enum dir sim_levels_way(const struct sim_levels *levels, const struct level *level, struct pos at,
                        enum tile_id stairs);

#endif

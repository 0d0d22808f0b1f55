/*
 * Population of a level at its birth: the number and kinds of its groups of foes, their places and
 * their first behaviour. A pure function of the level, a random stream and a percentage; it returns
 * a list and adds no foes.
 *
 * Kinds are drawn by rarity from the bands of depths in the table of species. A kind without a band
 * of its own comes by its first depth: see population_kind().
 */
#ifndef UNDERCROFT_WORLD_POPULATION_H
#define UNDERCROFT_WORLD_POPULATION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pos.h"
#include "base/rng.h"
#include "content/species.h"
#include "world/level.h"

enum {
    POPULATION_MAX = 400,          /* most bodies of a new level */
    POPULATION_GROUPS_MAX = 511,   /* highest number of a group */
    POPULATION_PERCENT_MAX = 1000, /* percent of the foes that the rules give a level */
    POPULATION_STEPS_MIN = 20,     /* least steps from the stairs up to any foe but a boss */
    POPULATION_STRANGE_STEPS = 25, /* least steps from the stairs to a foe out of its depth */
};

enum foe_start {
    FOE_ASLEEP,
    FOE_ON_GUARD, /* awake, where it stands */
    FOE_WANDERING,
};

struct placement {
    enum species_id species;
    struct pos at;
    uint16_t group; /* number shared by foes that come together, from 1 */
    enum foe_start start;
    bool is_strange; /* its kind is first met on deeper levels */
};

/* Working memory; one for each thread that makes levels. */
struct population_search {
    /* dry cells, those nearest to the stairs up first */
    int32_t dry[LEVEL_CELLS_MAX];
    int32_t wet[LEVEL_CELLS_MAX]; /* cells of deep water, in the same order */
    int32_t steps[LEVEL_CELLS_MAX];
};

/* Returns the number of groups of a level, without bosses: `percent` (0 … POPULATION_PERCENT_MAX)
   of the number for its depth and its walkable ground. */
int population_groups(const struct level *level, int percent);

/*
 * Draws a kind for a depth (1 or more), by rarity; never a boss. Beyond the depths of the table it
 * draws one of the deepest kinds. Kinds that live in deep water are drawn only with `has_water`.
 */
enum species_id population_kind(struct rng *rng, int depth, bool has_water);

/*
 * Writes at most `max` foes to `out`, group by group, a boss first. Returns their number: fewer
 * than the rules want if there is no room, none for 0 percent. Each has a free cell of its own, not
 * on or beside stairs and not in a doorway. `search` is working memory for this call.
 */
int population_at_birth(const struct level *level, struct rng *rng, int percent,
                        struct placement *out, int max, struct population_search *search);

/* Returns the boss of a depth; SPECIES_DELVER: none. */
enum species_id population_boss_of(int depth);

/* True if a boss is alive on the level. */
bool population_has_boss(const struct world *world, const struct level *level);

/* Writes the placement of the boss of a level, on guard in its lair. False: the level has none, or
   the cell is taken. Overwrites `search`. */
bool population_boss_again(const struct level *level, struct population_search *search,
                           struct placement *out);

/* Which groups are to come while delvers are on the level. */
struct population_wish {
    int groups; /* number of groups, none of them a boss */
    const struct pos
        /* cells of delvers: groups come at least POPULATION_STEPS_MIN steps away from each */
        *from;
    int from_count;       /* 1 or more */
    const uint64_t *seen; /* rows of bits like the level's: cells in sight, where no foe is put */
};

/* Works like population_at_birth(), for groups that come to a level later. */
int population_more(const struct level *level, struct rng *rng, const struct population_wish *wish,
                    struct placement *out, int max, struct population_search *search);

enum { POPULATION_NO_WAY = INT32_MAX }; /* steps of a cell that was not reached */

/*
 * Searches breadth-first from `from` on foot, through closed doors. Deep water is reached but not
 * crossed, so the steps to dry ground are steps on foot. Fills search->steps, and search->dry with
 * all reached cells by distance. Returns their number.
 */
int population_walk(const struct level *level, struct population_search *search,
                    const struct pos *from, int from_count);

/* True for free floor and deep water that is not beside stairs. */
bool population_may_stand(const struct level *level, struct pos at);

#endif

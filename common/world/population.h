/*
 * Population of a level at its birth: how many groups of foes, of which kinds, where each begins
 * and what it does when it is met first. A pure function of the level, a random stream and a
 * percentage; it writes a list and puts nobody anywhere.
 *
 * Kinds come from the bands of depths in the table of species, by rarity. A kind that has no band
 * of its own here yet comes by its first depth: see population_kind().
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
    POPULATION_MAX = 400,          /* bodies of a level */
    POPULATION_GROUPS_MAX = 511,   /* the highest number of a group */
    POPULATION_PERCENT_MAX = 1000, /* percent of the foes that a level has by the rules */
    POPULATION_STEPS_MIN = 20,     /* from `<` to any foe but a boss */
    POPULATION_STRANGE_STEPS = 25, /* steps to a foe that is out of its depth */
};

enum foe_start {
    FOE_ASLEEP,
    FOE_ON_GUARD, /* awake, where it stands */
    FOE_WANDERING,
};

struct placement {
    enum species_id species;
    struct pos at;
    uint16_t group; /* number shared by the foes that come together, from 1 */
    enum foe_start start;
    bool is_strange; /* to this depth: its kind is first met further down */
};

/* Room for finding places: one for each thread that makes levels. */
struct population_search {
    uint16_t dry[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX]; /* cells, the nearest to `<` first */
    uint16_t wet[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX]; /* cells of deep water, likewise */
    uint16_t steps[LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX];
};

/* How many groups the level should have, bosses aside: `percent` (0 … POPULATION_PERCENT_MAX) of
   what its depth and the ground that can be walked on give. */
int population_groups(const struct level *level, int percent);

/*
 * Draws a kind of a depth (1 or more), by rarity; never a boss. Beyond the depth to which the table
 * is whole, one of its deepest kinds. Kinds that live in deep water are drawn only with
 * `has_water`.
 */
enum species_id population_kind(struct rng *rng, int depth, bool has_water);

/*
 * Writes at most `max` foes to `out`, group by group, a boss first. Returns how many: fewer than
 * the rules want if there is no room for them, and none for 0 percent. All stand on free cells of
 * their own, off the stairs and the cells beside them and out of doorways. `search` is the
 * caller's, for this call alone.
 */
int population_at_birth(const struct level *level, struct rng *rng, int percent,
                        struct placement *out, int max, struct population_search *search);

/* Where groups may come while delvers are about. */
struct population_wish {
    int groups;             /* so many, and no boss */
    const struct pos *from; /* POPULATION_STEPS_MIN steps and more from each of these cells */
    int from_count;         /* 1 or more */
    const uint64_t *seen;   /* rows of bits as the level's: no foe is put on these cells */
};

/* Writes foes for groups that come to a level later, like population_at_birth(). */
int population_more(const struct level *level, struct rng *rng, const struct population_wish *wish,
                    struct placement *out, int max, struct population_search *search);

enum { POPULATION_NO_WAY = UINT16_MAX }; /* steps to a cell that was not reached */

/*
 * Breadth-first search from `from` on foot, through closed doors. Deep water is searched too, but
 * no way leads through it, so the steps to dry ground are steps on foot. Fills search->steps and
 * search->dry with all cells reached, in the order of their distance. Returns how many.
 */
int population_walk(const struct level *level, struct population_search *search,
                    const struct pos *from, int from_count);

/* True for free floor and deep water that is not beside stairs. */
bool population_may_stand(const struct level *level, struct pos at);

#endif

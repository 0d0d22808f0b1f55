/*
 * Shared parts of the population files: the draw of a kind, the ground on which foes may stand, and
 * the lair of a boss.
 */
#ifndef UNDERCROFT_WORLD_POPULATION_PRIVATE_H
#define UNDERCROFT_WORLD_POPULATION_PRIVATE_H

#include "world/population.h"

enum { POPULATION_NO_WAY = UINT16_MAX }; /* steps to a cell that was not reached */

/* Which kinds may be drawn. */
struct kind_wish {
    int depth;
    bool is_strange;                  /* those first met a little further down, and no others */
    bool has_water;                   /* swimmers too */
    const struct species_row *leader; /* specialists that go with it; NULL: of all kinds */
};

/* Draws a kind by rarity. SPECIES_DELVER, and nothing is drawn from `rng`, if no kind is as
   wished. */
enum species_id population_draw(struct rng *rng, const struct kind_wish *wish);

/* The boss of a depth; SPECIES_DELVER: it has none. */
enum species_id population_boss(int depth);

/*
 * Breadth-first search from `from` on foot, through closed doors. Deep water is searched too, but
 * no way leads through it, so that the steps to dry ground are those of a way on foot. Fills
 * search->steps and search->dry with all cells reached, in the order of their distance. Returns how
 * many.
 */
int population_walk(const struct level *level, struct population_search *search,
                    const struct pos *from, int from_count);

bool population_is_water(const struct level *level, struct pos at);

/* True for free floor and deep water that is not beside stairs. */
bool population_may_stand(const struct level *level, struct pos at);

/* The cell of the level's boss: in its lair, or in the place most like one. False: there is none.
   Overwrites `search`. */
bool population_lair(const struct level *level, struct population_search *search, struct pos *out);

#endif

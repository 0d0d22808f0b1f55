/*
 * What is found, by chance and depth: in niches, by those who have beaten a foe, with pedlars. A
 * group of kinds is drawn first, then one of the group's kinds that the depth has, the deeper ones
 * more often.
 */
#ifndef UNDERCROFT_WORLD_FIND_H
#define UNDERCROFT_WORLD_FIND_H

#include <stdint.h>

#include "base/rng.h"
#include "world/stack.h"

/* A find of that depth (1 and deeper), drawn from the stream. */
struct stack find_draw(struct rng *rng, int depth);

/* So many new things of a kind; the charges of a wand are drawn from the stream. */
struct stack find_make(struct rng *rng, enum item_kind kind, uint32_t count);

/* A niche, by its number on its level. */
enum niche { NICHE_TEMPERING, NICHE_MENDING, NICHE_FIND, NICHE_COUNT };

enum { NICHE_FINDS_MAX = 3 };

/*
 * What lies in a niche for a delver in one of their lives (counted from 1). It depends on these
 * alone, so neither waiting nor a level that is made again changes it. Returns how many, 1 to
 * NICHE_FINDS_MAX.
 */
int niche_finds(uint64_t world_seed, int64_t delver_id, uint32_t life, int depth, enum niche niche,
                struct stack out[NICHE_FINDS_MAX]);

#endif

/*
 * Loot: things that are found by chance and depth, in niches, in caches, where a foe was beaten,
 * with pedlars. A group of kinds is drawn first, then one of the group's kinds that the depth has,
 * the deeper ones more often; a group without any gives one of the kinds in no group.
 *
 * Players find nothing by chance on the first depths that a new player carries, and the first find
 * of a life is something to wear or unknown. A life counts as one without finds until it has opened
 * a niche with one. Where a foe has died of a fight, each delver that took part finds their own
 * (spoils), less often with each foe of a kind.
 *
 * Niches are three cells of a level in which each delver finds something once in a life; in a cache
 * each delver finds gold and a thing that is used up, once a depth and life. Both follow from the
 * world, the delver, the life and the depth alone, so that nobody can take a find, and neither
 * waiting nor a level that is made again pays. The bit of the depth's fountain marks an opened
 * cache: a depth with a haven has a fountain and no cache.
 */
#ifndef UNDERCROFT_WORLD_LOOT_H
#define UNDERCROFT_WORLD_LOOT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pos.h"
#include "base/rng.h"
#include "content/item.h"
#include "world/pack.h"

struct delver;
struct level;
struct life;
struct population_search;
struct species_row;
struct world;

/* A find of that depth (1 and deeper), drawn from the stream, for the life of its finder; NULL:
   for anybody, as pedlars have it. */
struct stack loot_draw(struct rng *rng, int depth, const struct life *finder);

/* Makes `count` new things of a kind; the charges of a wand are drawn from the stream. */
struct stack loot_make(struct rng *rng, enum item_kind kind, uint32_t count);

/* A niche, by its number on its level. */
enum niche { NICHE_TEMPERING, NICHE_MENDING, NICHE_FIND, NICHE_COUNT };

enum { NICHE_FINDS_MAX = 3 };

/*
 * Finds in a niche for a delver with that life. They depend on these, the number of the life and
 * whether it has had its first find, so neither waiting nor a level that is made again changes it.
 * Returns how many, 1 to NICHE_FINDS_MAX.
 */
int niche_finds(uint64_t world_seed, int64_t delver_id, const struct life *life, int depth,
                enum niche niche, struct stack out[NICHE_FINDS_MAX]);

/* Leaves the spoils of a foe at `at`. `kills`: how many of that kind the delver has beaten, this
   foe included. */
void spoils_leave(const struct world *world, struct delver *delver, const struct species_row *row,
                  int kills, struct pos at);

/* Makes a thing of that delver's and lays it there. If the level has no place for it, it is not
   made. */
void spoils_leave_thing(const struct world *world, struct delver *delver, struct stack thing,
                        struct pos at);

/* Puts the niches of a level that has none into dead ends and corners far from the stairs up, as
   many as fit. Overwrites `search`. */
void niches_place(struct level *level, struct rng *rng, struct population_search *search);

/* The number of the niche at `at`; NICHE_COUNT: there is none. */
enum niche niche_at(const struct level *level, struct pos at);

/* True if the niche holds something for the delver, and all of it would go into the pack. */
bool niche_has_room(const struct world *world, const struct delver *delver, enum niche niche);

/* Call it when the delver has come to another cell: if that is a niche with something in it, all
   of it goes into the pack. If the pack has no room for all, the niche stays as it is and the
   delver is told. */
void niche_step(const struct world *world, struct delver *delver);

enum { CACHE_FINDS = 2 };

/* Draws finds for a cache of that depth (1 and deeper), for a delver in one of its lives. */
void cache_finds(uint64_t world_seed, int64_t delver_id, uint32_t life, int depth,
                 struct stack out[CACHE_FINDS]);

/* The delver has stepped where it is. */
void cache_step(const struct world *world, struct delver *delver);

#endif

/*
 * Loot: things found by chance and depth, in niches, in caches, where a foe died, and with pedlars.
 * First a group of kinds is drawn, then a kind of the group that the depth has, deeper ones more
 * often; an empty group gives a kind without a group.
 *
 * On the first depths players find nothing that a new player carries, and the first find of a life
 * is something to wear or something unknown. A life has had no find until it has opened a niche.
 * When a foe died in a fight, each delver that took part finds spoils of its own, less often with
 * each foe of a kind.
 *
 * Each delver finds something once in a life in each of the three niches of a level; in a cache it
 * finds gold and a thing to use up, once for each depth and life. Both depend only on the world,
 * the delver, the life and the depth: nobody can take another's find, and neither waiting nor a
 * replaced level changes one. The bit of the depth's fountain marks an opened cache, because a
 * depth with a haven has a fountain and no cache.
 *
 * A hoard is a cache that all share: the first who comes takes gold and two things that are used
 * up, and it is full again after the minutes that its spot tells, once no delver sees it.
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

/* Draws a find of that depth (1 and deeper) from the stream, for the life of its finder; NULL: for
   anybody, as pedlars sell it. */
struct stack loot_draw(struct rng *rng, int depth, const struct life *finder);

/* Makes `count` new things of a kind; the charges of a wand are drawn from the stream. */
struct stack loot_make(struct rng *rng, enum item_kind kind, uint32_t count);

/* The niches of a level, by number. */
enum niche { NICHE_TEMPERING, NICHE_MENDING, NICHE_FIND, NICHE_COUNT };

enum { NICHE_FINDS_MAX = 3 };

/*
 * Lists the finds of a niche for a delver with that life. They depend only on the arguments, the
 * number of the life and whether it has had its first find, so neither waiting nor a replaced level
 * changes them. Returns their number, 1 to NICHE_FINDS_MAX.
 */
int niche_finds(uint64_t world_seed, int64_t delver_id, const struct life *life, int depth,
                enum niche niche, struct stack out[NICHE_FINDS_MAX]);

/* Leaves the spoils of a foe at `at`. `kills`: how many of that kind the delver has beaten, this
   foe included. */
void spoils_leave(const struct world *world, struct delver *delver, const struct species_row *row,
                  int kills, struct pos at);

/* Makes a thing that belongs to the delver, and puts it at `at`. If the level has no room, nothing
   is made. */
void spoils_leave_thing(const struct world *world, struct delver *delver, struct stack thing,
                        struct pos at);

/* Puts niches on a level without any, into dead ends and corners far from the stairs up, as many as
   fit. Overwrites `search`. */
void niches_place(struct level *level, struct rng *rng, struct population_search *search);

/* Returns the number of the niche at `at`; NICHE_COUNT: there is none. */
enum niche niche_at(const struct level *level, struct pos at);

/* True if the niche has finds for the delver and its pack has room for all of them. */
bool niche_has_room(const struct world *world, const struct delver *delver, enum niche niche);

/* Puts the finds of a niche on the delver's cell into its pack. If they do not all fit, the niche
   stays as it is and the delver is told. Call it when the delver has come to another cell. */
void niche_step(const struct world *world, struct delver *delver);

enum { CACHE_FINDS = 2 };

/* Draws finds for a cache of that depth (1 and deeper), for a delver in one of its lives. */
void cache_finds(uint64_t world_seed, int64_t delver_id, uint32_t life, int depth,
                 struct stack out[CACHE_FINDS]);

/* Opens a cache on the delver's cell. Call it when the delver has stepped onto a cell. */
void cache_step(const struct world *world, struct delver *delver);
void hoard_step(const struct world *world, struct delver *delver);

/* Fills the hoards of a level whose time has come and that nobody sees. */
void hoards_run(const struct world *world, struct level *level);

#endif

/*
 * Population, things and traps of a level: at its birth, one after another during play, at the
 * request of foes, and by operators. The working memory for placing foes belongs to the world,
 * which uses it between the ticks of its levels. Operators' provisions obey the same limits as all
 * others, so they cannot fill a level, be put into rock or wait at the stairs for players.
 */
#ifndef UNDERCROFT_WORLD_POPULATE_H
#define UNDERCROFT_WORLD_POPULATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pos.h"
#include "content/item.h"
#include "world/company.h"
#include "world/id.h"
#include "world/level.h"
#include "world/population.h"

struct delver;
struct input;
struct provision;
struct world;

struct populate_room {
    struct placement placements[POPULATION_MAX];
    struct population_search search;
    struct pos from[COMPANY_LEVEL_MAX];
    uint64_t seen[LEVEL_WIDTH_MAX / 64 * LEVEL_HEIGHT_MAX];
};

enum {
    TRAPS_A_LEVEL = 2,  /* traps of a level at its birth */
    TRAP_STEPS_MIN = 7, /* least king's moves from the stairs */
};

/* Hides the traps of a new level, drawn from a random stream of their own: on open ground, not on
   stairs or doors or in havens. Does nothing on a level that has traps. */
void traps_place(struct level *level, uint64_t world_seed);

/* Adds a new foe of the placement, as a member of that group, if the pool has room. */
void populate_put(struct world *world, struct level *level, const struct placement *placement,
                  uint16_t group);

/* Draws a free floor cell that no delver sees. False: none was found. */
bool scatter_find_cell(const struct world *world, struct level *level, struct pos *out);

/* Puts all things of a new level onto it. */
void scatter_new(struct world *world, struct level *level);

/* Reasons to refuse a provision; PROVIDE_FINE: none. */
enum provide_answer {
    PROVIDE_FINE,
    PROVIDE_NO_LEVEL,  /* the level is not loaded */
    PROVIDE_OUTSIDE,   /* the cell is not on the level */
    PROVIDE_NO_GROUND, /* no body of that kind can stand there, or no thing can lie there */
    PROVIDE_TAKEN,     /* a body stands there */
    PROVIDE_STAIRS,    /* a foe cannot be put on or beside stairs, or in a haven */
    PROVIDE_ONE_ONLY,  /* the level has a boss of that kind already */
    PROVIDE_OWNERLESS, /* a bundle cannot be made, because it needs an owner */
    PROVIDE_TOO_MANY,  /* none, or more than fit into one stack */
    PROVIDE_FULL,      /* the level or the world is full */
};

enum { PROVIDE_GOLD_MAX = 1000 };

/* Returns the most things of a kind for one provision, at least 1. */
uint32_t place_by_admin_most(enum item_kind kind);

/* Returns whether place_by_admin() would succeed on that cell now, or the reason why not. */
enum provide_answer place_by_admin_check(const struct world *world, struct level_key key,
                                         struct pos at, const struct provision *what);

/* Applies INPUT_PROVIDE; does nothing if it is no longer possible. */
void place_by_admin(struct world *world, struct input *input);

/* Give a new level of the world its random stream, foes and items (level_populate()): those of the
   encoded population, or new ones if that is empty or does not fit the level; and remove foes and
   items before the level is freed (level_clear()). */
void level_populate(struct world *world, struct level *level, const struct bytes *population);
void level_clear(struct world *world, struct level *level);

/*
 * Bring foes back to a level: repopulate_run() a group if one is due, after the level's tick;
 * repopulate_arrival() all missing groups, before a delver comes to the cell `at` of a level
 * without delvers. Call them only between the ticks of levels, in the order of wings and depths,
 * because the pools belong to the world.
 */
void repopulate_run(struct world *world, struct level *level);
void repopulate_arrival(struct world *world, struct level *level, struct pos at);

/*
 * Brings one missing thing back if it is due. Call it after a level's tick and before its ledger is
 * closed.
 */
void scatter_run(struct world *world, struct level *level);

/* Adds the foes for which foes of the level asked in its tick; see spawn_ask(). */
void spawn_grant(struct world *world, struct level *level);

/* Brings, to a level where the bearer of an ember arrives, half as many foes as are born there; all
   are awake. Call it when a delver has come to its level. */
void ember_arrive(struct world *world, struct delver *delver);

/* True if a delver on the level bears an ember. */
bool ember_is_on(const struct world *world, const struct level *level);

#endif

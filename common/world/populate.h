/*
 * Population, things and traps of a level, as the world puts them there: at its birth, one after
 * another while it is played, in answer to what foes asked for, and by the hands of operators. Room
 * to place foes in belongs to the world, which uses it between the ticks of its levels. Provisions
 * of operators keep to the same bounds as what comes by itself, so that they cannot fill a level,
 * stand in rock or wait for players who come by the stairs.
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
    TRAPS_A_LEVEL = 2,  /* at its birth */
    TRAP_STEPS_MIN = 7, /* king's moves from the stairs */
};

/* Hides the traps of a new level: drawn from a stream of their own, in the open, off stairs and
   doors. Does nothing to a level that has traps, and none of them lies in a haven. */
void traps_place(struct level *level, uint64_t world_seed);

/* Puts a new foe where it was placed, as a member of that group, if the pool has one left. */
void populate_put(struct world *world, struct level *level, const struct placement *placement,
                  uint16_t group);

/* A free cell of floor by chance, out of sight of every delver. False: none was found. */
bool scatter_find_cell(const struct world *world, struct level *level, struct pos *out);

/* All that lies about on a new level. */
void scatter_new(struct world *world, struct level *level);

/* Reasons why a provision is refused; PROVIDE_FINE: it is not. */
enum provide_answer {
    PROVIDE_FINE,
    PROVIDE_NO_LEVEL,  /* it is not loaded */
    PROVIDE_OUTSIDE,   /* no cell of the level */
    PROVIDE_NO_GROUND, /* a body of that kind cannot stand there, a thing cannot lie there */
    PROVIDE_TAKEN,     /* a body stands there */
    PROVIDE_STAIRS,    /* a foe on stairs or beside them, or in a haven */
    PROVIDE_ONE_ONLY,  /* a level has one boss of that kind at most */
    PROVIDE_OWNERLESS, /* a bundle, which is somebody's or cannot be opened */
    PROVIDE_TOO_MANY,  /* more than lie in one place, or none */
    PROVIDE_FULL,      /* the level has as many as it may have, or the world */
};

enum { PROVIDE_GOLD_MAX = 1000 };

/* How many of a kind may be provided at once, 1 or more. */
uint32_t place_by_admin_most(enum item_kind kind);

/* Whether place_by_admin() would do it now on that cell. */
enum provide_answer place_by_admin_check(const struct world *world, struct level_key key,
                                         struct pos at, const struct provision *what);

/* Applies INPUT_PROVIDE; drops it where it is no longer possible. */
void place_by_admin(struct world *world, struct input *input);

/* level_populate() gives a level that has come into the world its stream, foes and items: those
   of the encoded population, or new ones if it is empty or does not fit the level. level_clear()
   removes foes and items before the level goes. */
void level_populate(struct world *world, struct level *level, const struct bytes *population);
void level_clear(struct world *world, struct level *level);

/*
 * Grows the population of a level back: after its tick one group, if that is due; and before a
 * delver comes to the cell `at` of a level without delvers, all groups missing by then. Between the
 * ticks of levels only, by wing and depth, since the places of the pool belong to the world.
 */
void repopulate_run(struct world *world, struct level *level);
void repopulate_arrival(struct world *world, struct level *level, struct pos at);

/*
 * Brings one missing thing back, if it is time: after a level's tick and before its ledger is
 * closed.
 */
void scatter_run(struct world *world, struct level *level);

/* Makes the foes that foes of the level asked for in its tick: see spawn_ask(). */
void spawn_grant(struct world *world, struct level *level);

/* The delver has come to its level: if it bears an ember, half as many foes as are born there come
   besides, and none sleeps. */
void ember_arrive(struct world *world, struct delver *delver);

/* True if a delver on the level bears an ember. */
bool ember_is_on(const struct world *world, const struct level *level);

#endif

/*
 * The oath: a delver that swears it early dies once. Its life is over with its death, its grave
 * opens to all a minute later, and its player begins the next life at the Gate with nothing of it.
 */
#ifndef UNDERCROFT_WORLD_OATH_H
#define UNDERCROFT_WORLD_OATH_H

#include <stdbool.h>

struct action;
struct body;
struct delver;
struct level;
struct world;

enum {
    OATH_LEVEL_MAX = 3, /* of a delver that may swear, */
    OATH_DEPTH_MAX = 2, /* and the deepest that it may have been */
};

/* The verb of the action table: true if it happened. */
bool oath_swear(const struct world *world, struct body *body, const struct action *action);

/* A sworn delver dies: from now on its way home is the way to the Gate. */
void oath_close_ways(struct delver *delver);

/* A sworn delver has died on that level, and its grave is dug: its next life begins. Between ticks,
   before the level's page of the ledger is closed. */
void oath_end_life(struct world *world, struct level *level, struct delver *delver);

/* Takes from a life all that belongs to it alone, and gives it the things of a new one; the page of
   the ledger has both, and the caller notes the change. `keep` is an object that is worn and stays,
   without tempers; OBJECT_NONE: nothing. */
void life_begin_next(struct level *level, struct delver *delver, unsigned keep);

#endif

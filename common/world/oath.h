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

/* A sworn delver dies: its life is over, and its way home is the way to the Gate. */
void oath_close(struct delver *delver);

/* The delver has come to a level: after a death under the oath its next life begins, in the page of
   that level's ledger. In an input of the world. */
void oath_settle(struct world *world, struct delver *delver);

/* Takes from a life all that belongs to it alone, and gives it the things of a new one; the page of
   the ledger has both, and the caller notes the change. `keep` is an object that is worn and stays,
   without tempers; OBJECT_NONE: nothing. */
void life_begin_next(struct level *level, struct delver *delver, unsigned keep);

#endif

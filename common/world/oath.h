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
    OATH_LEVEL_MAX = 3, /* highest level of a delver that may swear */
    OATH_DEPTH_MAX = 2, /* deepest depth that such a delver may have reached */
};

/* Does the verb of the action table. Returns true if the action happened. */
bool oath_swear(const struct world *world, struct body *body, const struct action *action);

/* Ends the life of a sworn delver that dies; its way home leads to the Gate. */
void oath_close(struct delver *delver);

/* Begins the next life of a delver that died under the oath and has come to a level; the page of
   that level's ledger has its things. Part of an input of the world. */
void oath_settle(struct world *world, struct delver *delver);

/*
 * Begins a delver's next life: takes all that belongs to the old life alone, and gives the things
 * of a new one. Records both in the level's page of the ledger; the caller records the change of
 * the delver. `keep` is the object of a worn thing that stays, without tempers; OBJECT_NONE:
 * nothing stays.
 */
void life_begin_next(struct level *level, struct delver *delver, unsigned keep);

#endif

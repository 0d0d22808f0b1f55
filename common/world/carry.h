/*
 * Things that a delver picks up, drops, gives, wears or takes off. Foes carry nothing.
 */
#ifndef UNDERCROFT_WORLD_CARRY_H
#define UNDERCROFT_WORLD_CARRY_H

#include <stdbool.h>
#include <stdint.h>

#include "world/pack.h"

struct action;
struct body;
struct delver;
struct world;

/* Do the verbs of the action table. Each returns true if the action happened and costs time. */
bool carry_get(const struct world *world, struct body *body, const struct action *action);
bool carry_drop(const struct world *world, struct body *body, const struct action *action);
bool carry_wear(const struct world *world, struct body *body, const struct action *action);
bool carry_swap(const struct world *world, struct body *body, const struct action *action);
bool carry_remove(const struct world *world, struct body *body, const struct action *action);

/* Picks up free gold, and the delver's own things, on the cell to which it has come. */
void carry_step(const struct world *world, struct delver *delver);

/* Returns the number of things that an action means: `count`, at most all; 0: all. */
uint32_t carry_wanted(const struct stack *thing, uint32_t count);

/* Returns the delver's thing at that object. NULL: there is none, and the delver is told. */
const struct stack *carry_find(struct delver *delver, uint32_t object);

/* Removes `count` of the object from the pack, to use up or throw it. */
struct stack carry_take(struct delver *delver, uint32_t object, uint32_t count);

/*
 * Gives a delver a new thing: into pack or purse, and the rest onto its cell as its own. A part
 * that fits nowhere is destroyed. Returns the number that went into the pack.
 */
uint32_t carry_give(const struct world *world, struct delver *delver, struct stack thing);

#endif

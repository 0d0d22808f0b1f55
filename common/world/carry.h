/*
 * Things between the level and the delver that stands there, and between the pack and what is
 * worn. Only delvers carry anything.
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

/* The verbs of the action table: true if it happened and costs time. */
bool carry_get(const struct world *world, struct body *body, const struct action *action);
bool carry_drop(const struct world *world, struct body *body, const struct action *action);
bool carry_wear(const struct world *world, struct body *body, const struct action *action);
bool carry_swap(const struct world *world, struct body *body, const struct action *action);
bool carry_remove(const struct world *world, struct body *body, const struct action *action);

/* Picks up free gold, and the delver's own things, on the cell to which the delver has come. */
void carry_step(const struct world *world, struct delver *delver);

/* The number of things that an action asks for: `count`, at most all; 0: all. */
uint32_t carry_wanted(const struct stack *thing, uint32_t count);

/* The thing that a delver has at that object; NULL, and the delver is told, if there is none. */
const struct stack *carry_find(struct delver *delver, uint32_t object);

/* Takes `count` of it out of the pack, to be used up or to fly. */
struct stack carry_take(struct delver *delver, uint32_t object, uint32_t count);

/*
 * Gives a delver a thing that was made: into the pack or the purse, and the part without room there
 * onto the cell where the delver stands, as the delver's own. A part without any place is ended.
 * Returns how many went into the pack.
 */
uint32_t carry_give(const struct world *world, struct delver *delver, struct stack thing);

#endif

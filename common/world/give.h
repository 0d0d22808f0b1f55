/*
 * Giving: a thing goes from one pack into that of a delver beside. Nobody's hand but its owner's
 * wears or uses it, and what it does is known to the new owner if the old one knew.
 */
#ifndef UNDERCROFT_WORLD_GIVE_H
#define UNDERCROFT_WORLD_GIVE_H

#include <stdbool.h>

struct action;
struct body;
struct world;

/* The verb of the action table: true if it happened and costs time. */
bool give_thing(const struct world *world, struct body *body, const struct action *action);

#endif

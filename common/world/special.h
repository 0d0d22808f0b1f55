/*
 * Specials: acts of foes other than blows and shots, such as bursting missiles, charges, calls,
 * pulls and mending. The mind chooses the special and its aim (world/mind.h); the strong ones are
 * announced a beat before.
 */
#ifndef UNDERCROFT_WORLD_SPECIAL_H
#define UNDERCROFT_WORLD_SPECIAL_H

#include <stdbool.h>

struct action;
struct body;
struct world;

/* Verb of the action table: does the special that the foe's mind has prepared, and clears it. */
bool special_do(const struct world *world, struct body *body, const struct action *action);

#endif

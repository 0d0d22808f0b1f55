/*
 * Specials: acts of foes beside blows and shots, such as things that fly and burst, charges, calls,
 * pulls and mending. The mind chooses the special and its aim (world/mind.h); the big ones are told
 * a beat before.
 */
#ifndef UNDERCROFT_WORLD_SPECIAL_H
#define UNDERCROFT_WORLD_SPECIAL_H

#include <stdbool.h>

struct action;
struct body;
struct world;

/* The verb of the action table: the special that the foe has in mind happens, and its mind is
   free of it. */
bool special_do(const struct world *world, struct body *body, const struct action *action);

#endif

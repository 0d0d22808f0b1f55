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

/* Does the verb of the action table: the special that the foe's mind has prepared, which is then
   cleared. */
bool special_do(const struct world *world, struct body *body, const struct action *action);

#endif

/*
 * Doors: opened by walking into them, by anyone; closed by anyone, or falling shut by themselves,
 * when nobody stands in them.
 */
#ifndef UNDERCROFT_WORLD_DOOR_H
#define UNDERCROFT_WORLD_DOOR_H

#include <stdbool.h>

#include "world/world_private.h"

/* Opens the closed door at `at`. The caller has seen that one is there. */
void door_open(const struct world *world, struct body *body, struct pos at, enum dir dir);

/* The verbs of the action table: true if it happened and costs time. */
bool door_action_open(const struct world *world, struct body *body, const struct action *action);
bool door_action_close(const struct world *world, struct body *body, const struct action *action);

/*
 * Lets every open door fall shut whose time is up, as an event of the level; one in which a body or
 * an item is waits until that has left. Part of the level's tick.
 */
void doors_run(const struct world *world, struct level *level);

#endif

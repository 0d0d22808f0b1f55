/*
 * Doors: opened by walking into them, by anyone; closed by anyone, or falling shut by themselves,
 * when nobody stands in them.
 */
#ifndef UNDERCROFT_WORLD_DOOR_H
#define UNDERCROFT_WORLD_DOOR_H

#include <stdbool.h>

#include "base/pos.h"

struct action;
struct body;
struct level;
struct world;

/* Opens the closed door at `at`. The caller has seen that one is there. */
void door_open(const struct world *world, struct body *body, struct pos at, enum dir dir);

/* The verbs of the action table: true if it happened and costs time. */
bool door_action_open(const struct world *world, struct body *body, const struct action *action);
bool door_action_close(const struct world *world, struct body *body, const struct action *action);

/* A body shuts the door at `at` from afar; nothing if it is shut, or something is in the way. */
void door_shut(const struct world *world, struct body *body, struct pos at);

/*
 * Lets the open doors fall shut after their time, each as an event of the level; a doorway with a
 * body or an item in it waits until that has left. Part of the level's tick.
 */
void doors_run(const struct world *world, struct level *level);

#endif

/*
 * Doors and gates: cells that can be passed while they are open.
 *
 * Doors: anybody opens a door by walking into it. It is closed by hand, or falls shut by itself
 * when nobody stands in it.
 *
 * Gates: a lever, two plates or a key opens their cells for a while. A gate of bars is shut or
 * open; a bridge over deep water or a chasm is there or not. A gate serves everybody: its key is
 * not used up, it never shuts on a body or a thing, and a body that walks into it from the inside
 * opens it. The links between a gate and its works are part of the level and saved with it.
 */
#ifndef UNDERCROFT_WORLD_DOOR_H
#define UNDERCROFT_WORLD_DOOR_H

#include <stdbool.h>

#include "base/pos.h"
#include "world/level.h"

struct action;
struct body;
struct level;
struct world;

/* Opens the closed door at `at`, which must be there. */
void door_open(const struct world *world, struct body *body, struct pos at, enum dir dir);

/* Do the verbs of the action table. Each returns true if the action happened and costs time. */
bool door_action_open(const struct world *world, struct body *body, const struct action *action);
bool door_action_close(const struct world *world, struct body *body, const struct action *action);

/* Shuts the door at `at` from a distance; the event names `body` as the actor. Does nothing if the
   door is shut or blocked. */
void door_shut(const struct world *world, struct body *body, struct pos at);

/*
 * Shuts the open doors whose time is over, each as an event of the level. A doorway with a body or
 * an item in it waits until it is empty. Part of the level's tick.
 */
void doors_run(const struct world *world, struct level *level);

/* Returns the gate that has that cell; NULL: there is none. */
const struct gate *gate_at(const struct level *level, struct pos at);

bool gate_is_open(const struct level *level, const struct gate *gate);

/* Pulls the lever at `at` for a delver: its gates open, or their time begins again. */
void gate_pull(const struct world *world, struct body *body, struct pos at);

/* Gives a delver a copy of the key on the hook at `at`. False: it has the key already. */
bool gate_take_key(struct body *body, struct pos at);

/* Pushes the shut gate at `at`. Returns true if it opens: from its inside, or for a delver with its
   key. */
bool gate_push(const struct world *world, struct body *body, struct pos at);

/* Opens gates whose plates are held and shuts gates whose time is over. Part of the level's
   tick. */
void gates_run(const struct world *world, struct level *level);

#endif

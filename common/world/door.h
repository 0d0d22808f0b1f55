/*
 * Doors and gates: cells that are a way while they are open.
 *
 * Doors: opened by walking into them, by anyone; closed by anyone, or falling shut by themselves,
 * when nobody stands in them.
 *
 * Gates: a lever, two plates or a key turns their cells into a way for a while. A gate of bars is
 * shut or open; a bridge lies over deep water or a chasm, or does not. It is for everybody: nothing
 * of it is used up, it never shuts on a body or a thing, and from the inside it opens for a body
 * that walks into it. The links of a gate to its works are a part of the level and are saved with
 * it.
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

/* The gate of the level that has the cell; NULL: none. */
const struct gate *gate_at(const struct level *level, struct pos at);

bool gate_is_open(const struct level *level, const struct gate *gate);

/* The body, a delver, pulls the lever at `at`: its gates open, or stay open for longer. */
void gate_pull(const struct world *world, struct body *body, struct pos at);

/* Gives the body, a delver, a key from the hook at `at`; the hook keeps one for other delvers.
   False: the body has it already. */
bool gate_take_key(struct body *body, struct pos at);

/* The body walks into the shut gate of the cell `at`. True: it opens, as it does from the inside,
   and for a delver that has its key. */
bool gate_push(const struct world *world, struct body *body, struct pos at);

/* Opens the gates whose plates are held and shuts the gates whose time is up, in a tick of the
   level. */
void gates_run(const struct world *world, struct level *level);

#endif

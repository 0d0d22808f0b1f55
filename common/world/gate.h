/*
 * Gates: cells that a lever, two plates or a key turn into a way for a while. A gate of bars is
 * shut or open; a bridge lies over deep water or a chasm, or does not. It is for everybody: nothing
 * of it is used up, it never shuts on a body or a thing, and from the inside it opens for a body
 * that walks into it. The links of a gate to its works are a part of the level and are saved with
 * it.
 */
#ifndef UNDERCROFT_WORLD_GATE_H
#define UNDERCROFT_WORLD_GATE_H

#include <stdbool.h>

#include "world/works.h"

struct body;
struct level;
struct world;

/* The gate of the level that has the cell; NULL: none. */
const struct gate *gate_at(const struct level *level, struct pos at);

bool gate_is_open(const struct level *level, const struct gate *gate);

/* The body, a delver, pulls the lever at `at`: its gates open, or stay open for longer. */
void gate_pull(const struct world *world, struct body *body, struct pos at);

/* The body, a delver, takes a key from the hook at `at`; one like it stays there. False: it has it
   already. */
bool gate_take_key(struct body *body, struct pos at);

/* The body walks into the shut gate of the cell `at`. True: it opens, as it does from the inside,
   and for a delver that has its key. */
bool gate_push(const struct world *world, struct body *body, struct pos at);

/* Opens the gates whose plates are held and shuts those whose time is up, in a tick of the level.
 */
void gates_run(const struct world *world, struct level *level);

#endif

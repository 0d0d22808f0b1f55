/*
 * Spots: the set pieces of a level, of which delvers who walk in them are told. A delver is told
 * the sentence of a spot when it comes there for the first time since its arrival. struct spot is
 * in world/works.h.
 */
#ifndef UNDERCROFT_WORLD_SPOT_H
#define UNDERCROFT_WORLD_SPOT_H

#include "base/pos.h"

enum { SPOT_NONE = -1 };

struct delver;
struct level;

/* The number of the spot in which the cell lies, or SPOT_NONE. */
int spot_at(const struct level *level, struct pos at);

/* A delver has come to another cell by its own step. */
void spot_step(struct delver *delver);

#endif

/*
 * When things are remembered (world/recall.h): around each look of a delver.
 */
#ifndef UNDERCROFT_WORLD_RECALL_LOOK_H
#define UNDERCROFT_WORLD_RECALL_LOOK_H

struct delver;
struct world;

/* The delver is about to look about: what lies now where it saw last is remembered, and what was
   taken from there is not. */
void recall_before_look(const struct world *world, struct delver *delver);

/* The delver has looked about: what lies in its light is remembered, and what lay there before is
   not. Rows in which that changes count as changed by the look. */
void recall_after_look(const struct world *world, struct delver *delver);

#endif

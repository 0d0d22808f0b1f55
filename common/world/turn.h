/*
 * Turns of bodies on a level, and strides (struct stride).
 */
#ifndef UNDERCROFT_WORLD_TURN_H
#define UNDERCROFT_WORLD_TURN_H

#include <stdbool.h>

struct delver;
struct level;
struct level_work;
struct world;

/* Lets every body of the level act that has something to do and whose time goes on. `again`: ticks
   that the level has already lived in this tick of the world. */
void turns_run(const struct world *world, struct level *level, struct level_work *work, int again);

/* Begins a stride: `text` has a digit for each step or wait, '0' plus its enum dir. The first is
   queued like any action. Any other text begins no stride. */
void stride_begin(struct world *world, struct delver *delver, const char *text);

/* Returns the most ticks that a level may live in one tick of the world. */
int stride_ticks(const struct world *world);

/* True if the level must live another tick at once for its striding delver, whose next action is
   now queued. */
bool stride_goes_on(const struct world *world, struct level *level);

/* Ends the level's stride. */
void stride_end(const struct world *world, struct level *level);

#endif

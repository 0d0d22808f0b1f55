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

/* Lets every body of the level act that has something to do, if it can and time goes on for it.
   `again`: ticks that the level has already lived in this tick of the world. */
void turns_run(const struct world *world, struct level *level, struct level_work *work, int again);

/* Begins a stride of the steps and waits in `text`, a digit from '0' on for an enum dir; the first
   is queued as any action is. Text that says anything else is no stride. */
void stride_begin(struct world *world, struct delver *delver, const char *text);

/* How many ticks a level may live in one tick of the world. */
int stride_ticks(const struct world *world);

/* True if the level lives another tick at once for the delver that strides there; its next
   action has been queued. */
bool stride_goes_on(const struct world *world, struct level *level);

/* Forgets the stride of the level. */
void stride_end(const struct world *world, struct level *level);

#endif

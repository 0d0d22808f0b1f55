/*
 * The dungeon as a pure step function: world_tick(world, inputs) brings the world one tick further
 * and leaves behind the events of that tick. No clock, no I/O, no randomness but what seeds give,
 * and no allocation: what a tick adds arrives in its inputs.
 *
 * A tick applies the inputs one after another, then lets each level live its own tick, and then
 * takes over the delvers that left a level and adds foes to those that miss some. Levels know
 * nothing of each other: their ticks may run in any order or at the same time.
 */
#ifndef UNDERCROFT_WORLD_WORLD_TICK_H
#define UNDERCROFT_WORLD_WORLD_TICK_H

#include <stddef.h>

struct input;
struct level;
struct level_work;
struct world;

/*
 * Runs a tick. Takes over the memory of the inputs. Drops inputs that no longer make sense (of a
 * delver who has left, of a level that is already loaded): things change between the decision and
 * the tick.
 */
void world_tick(struct world *world, struct input *inputs, size_t input_count);

/*
 * Run the parts of world_tick(), for a caller that runs levels in parallel: begin, then
 * level_tick() once for each of world->levels, then end. level_tick() changes only that level, the
 * bodies on it and `work`, and does not depend on the earlier content of `work`.
 */
void world_tick_begin(struct world *world, struct input *inputs, size_t input_count);
void level_tick(const struct world *world, struct level *level, struct level_work *work);
void world_tick_end(struct world *world);

#endif

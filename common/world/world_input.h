/*
 * How inputs enter the world.
 */
#ifndef UNDERCROFT_WORLD_WORLD_INPUT_H
#define UNDERCROFT_WORLD_WORLD_INPUT_H

struct input;
struct world;

/* Does what one input says and releases what the world did not take over. */
void world_apply_input(struct world *world, struct input *input);

#endif

/*
 * Ticks of a world whose levels are ticked at the same time by several threads, or by one in an
 * order drawn by lot.
 */
#ifndef UNDERCROFT_TESTS_SIM_LEVEL_POOL_H
#define UNDERCROFT_TESTS_SIM_LEVEL_POOL_H

#include "world/world.h"

enum { LEVEL_POOL_THREADS_MAX = 8 };

/* One pool at a time; its threads wait between ticks. `thread_count` is at least 1. */
void level_pool_start(int thread_count);
void level_pool_stop(void);

/* As world_tick(), by the threads of the pool: each takes the next level that nobody has yet, in an
   order drawn for each tick. */
void level_pool_tick(struct world *world, struct input *inputs, size_t input_count);

#endif

/*
 * How the kernel schedules the threads beside the loop: as batch work. A thread that wakes up for
 * the disk, the log or a password then does not take the processor from the loop in the midst of a
 * tick, but waits until it is free or its turn has come. The threads' share of the processor over
 * time stays the same.
 */
#ifndef UNDERCROFT_SERVER_BASE_BATCH_H
#define UNDERCROFT_SERVER_BASE_BATCH_H

#include <stdbool.h>

/* Sets the scheduling of the calling thread, and of threads that it starts from now on. If the
   kernel does not know batch work or does not allow it, nothing changes. */
void batch_set(bool is_batch);

#endif

/*
 * Threads beside the loop: how the kernel schedules them, libuv's pool, and a team of fork and
 * join. The threads of the disk, the log and the workers are batch work: one that wakes up does
 * not take the processor from the loop in the midst of a tick, but waits until it is free or its
 * turn has come. Their share of the processor over time stays the same. A team works for the loop,
 * and is scheduled as it is.
 */
#ifndef UNDERCROFT_SERVER_BASE_THREADS_H
#define UNDERCROFT_SERVER_BASE_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "base/err.h"

/* Sets whether the calling thread, and threads that it starts from now on, are batch work for the
   kernel. If the kernel does not know batch work or does not allow it, nothing changes. */
void batch_set(bool is_batch);

/* Starts libuv's pool of workers before connections are accepted: libuv starts it at the first job
   and aborts the process if a thread cannot be had. `first_job` must stay valid until the loop has
   run. ERR_NO_RESOURCE: the system has no room for so many threads and their stacks. */
MUST_USE enum err workers_start(uv_loop_t *loop, uv_work_t *first_job);

enum { TEAM_THREADS_MAX = 16 };

/*
 * A team of threads: a fixed number of threads does the items of one job while the caller, who does
 * items too, waits for all. Items are taken in order, a group at a time, so that a thread with
 * short items takes more of them.
 */
struct team;

/*
 * Does item number `item`. `thread` is the number of the thread, 0 for the caller. Two items done
 * at the same time have different threads, so `thread` can be the index of data that each thread
 * has for itself.
 */
typedef void team_work(void *argument, int thread, size_t item);

/* Starts threads - 1 threads (`threads` is 1 … TEAM_THREADS_MAX). ERR_MEMORY, ERR_NO_RESOURCE. */
MUST_USE enum err team_start(int threads, struct team **out);

/* Ends the threads and frees the team. NULL is allowed. */
void team_stop(struct team *team);

/* Returns the number of threads, the caller's included. */
int team_size(const struct team *team);

/* Does `work` for each item from 0 to count - 1, and returns when all are done; with one thread in
   a loop, in order. Meanwhile nothing else may run that is not safe beside `work`. */
void team_run(struct team *team, team_work *work, void *argument, size_t count);

#endif

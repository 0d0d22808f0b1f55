/*
 * Fork and join: a fixed number of threads works off the items of one job while the caller, who is
 * one of them, waits for all. Items are taken in order, a group at a time, so that a thread with
 * short items takes more of them.
 */
#ifndef UNDERCROFT_SERVER_BASE_TEAM_H
#define UNDERCROFT_SERVER_BASE_TEAM_H

#include <stddef.h>

#include "base/err.h"

enum { TEAM_THREADS_MAX = 16 };

struct team;

/*
 * The work for item number `item`. `thread` counts from 0, the caller's own, and no two items have
 * the same one at the same time, so it can index anything that each thread has for itself.
 */
typedef void team_work(void *argument, int thread, size_t item);

/* Starts threads - 1 threads (`threads` from 1 to TEAM_THREADS_MAX). ERR_MEMORY, ERR_NO_RESOURCE.
 */
MUST_USE enum err team_start(int threads, struct team **out);

/* Ends the threads and frees the team. NULL: nothing. */
void team_stop(struct team *team);

/* The caller's thread included. */
int team_size(const struct team *team);

/* Does `work` for each item from 0 to count - 1, and returns when all are done. With one thread
   that is a loop, in order. Nothing else may run meanwhile that `work` is not safe beside. */
void team_run(struct team *team, team_work *work, void *argument, size_t count);

#endif

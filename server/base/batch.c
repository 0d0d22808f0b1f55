/*
 * SCHED_BATCH is Linux's own: sched(7).
 */
#define _GNU_SOURCE /* SCHED_BATCH is not in POSIX */

#include "server/base/batch.h"

#include <pthread.h>
#include <sched.h>

void batch_set(bool is_batch)
{
    struct sched_param none = {.sched_priority = 0};

    (void)pthread_setschedparam(pthread_self(), is_batch ? SCHED_BATCH : SCHED_OTHER, &none);
}

/*
 * libuv's pool of workers, started before anybody is let in: libuv starts it at the first job and
 * aborts the process if a thread cannot be had. The workers are batch work (batch.h).
 */
#ifndef UNDERCROFT_SERVER_BASE_WORKERS_H
#define UNDERCROFT_SERVER_BASE_WORKERS_H

#include <uv.h>

#include "base/err.h"

/* `first_job` has to last until the loop has run. ERR_NO_RESOURCE: the system has no room for so
   many threads and their stacks. */
MUST_USE enum err workers_start(uv_loop_t *loop, uv_work_t *first_job);

#endif

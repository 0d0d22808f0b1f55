/*
 * Workers: as many threads as the pool will have are tried and ended again, and then an empty job
 * makes libuv start its own.
 */
#include "server/base/workers.h"

#include <stdlib.h>

#include "server/base/batch.h"

/* As libuv reads it from UV_THREADPOOL_SIZE. */
enum { POOL_DEFAULT = 4, POOL_MAX = 1024 };

static int pool_size(void)
{
    const char *text = getenv("UV_THREADPOOL_SIZE");
    long size = text == NULL ? POOL_DEFAULT : strtol(text, NULL, 10);

    if (size < 1)
        return 1;
    return size < POOL_MAX ? (int)size : POOL_MAX;
}

static void wait_for_end(void *end)
{
    uv_sem_wait(end);
}

/* All at once, since it is their number that there may be no room for. */
static enum err try_threads(int wanted)
{
    uv_thread_t threads[POOL_MAX];
    uv_sem_t end;
    int count = 0;

    if (uv_sem_init(&end, 0) != 0)
        return ERR_NO_RESOURCE;
    while (count < wanted && uv_thread_create(&threads[count], wait_for_end, &end) == 0)
        count++;
    for (int i = 0; i < count; i++)
        uv_sem_post(&end);
    for (int i = 0; i < count; i++)
        (void)uv_thread_join(&threads[i]);
    uv_sem_destroy(&end);
    return count == wanted ? ERR_OK : ERR_NO_RESOURCE;
}

static void do_nothing(uv_work_t *job)
{
    (void)job;
}

static void on_done(uv_work_t *job, int status)
{
    (void)job;
    (void)status;
}

enum err workers_start(uv_loop_t *loop, uv_work_t *first_job)
{
    enum err error = try_threads(pool_size());

    if (error != ERR_OK)
        return error;
    batch_set(true);
    int failed = uv_queue_work(loop, first_job, do_nothing, on_done);
    batch_set(false);
    return failed == 0 ? ERR_OK : ERR_NO_RESOURCE;
}

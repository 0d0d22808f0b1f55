/*
 * Work beside the loop: on threads that take turns with it, or, without workers, at the loop's next
 * turn.
 */
#include <pthread.h>
#include <uv.h>

#include "baton.h"
#include "loop.h"
#include "order.h"
#include "private.h"

static uv_work_t *waiting; /* the oldest first, by reserved[0]; the status is in reserved[1] */
static int started;

static void append(uv_work_t **list, uv_work_t *work)
{
    uv_work_t *last = *list;

    work->reserved[0] = NULL;
    while (last != NULL && last->reserved[0] != NULL)
        last = last->reserved[0];
    if (last == NULL)
        *list = work;
    else
        last->reserved[0] = work;
}

static void finish(uv_work_t *work, int status)
{
    order_give(work);
    work->reserved[1] = (void *)(intptr_t)status;
    append(&loop_state_of(work->loop)->done, work);
    baton_wake_poller();
}

static uv_work_t *take(void)
{
    uv_work_t *work = waiting;

    if (work == NULL)
        return NULL;
    waiting = work->reserved[0];
    order_take(work);
    return work;
}

static void serve(void *unused)
{
    (void)unused;
    for (;;) {
        uv_work_t *work = take();
        if (work == NULL) {
            (void)baton_wait(&waiting, BATON_NEVER);
            continue;
        }
        work->work_cb(work);
        finish(work, 0);
        baton_pause();
    }
}

/* For a process that was forked: it starts workers of its own. */
static void forget_workers(void)
{
    started = 0;
}

/* Workers belong to the test itself and run as long as the process does, for all programs in it. */
static int start_workers(void)
{
    static bool is_watching_forks;

    if (!is_watching_forks)
        is_watching_forks = pthread_atfork(NULL, NULL, forget_workers) == 0;
    for (; started < loop_terms()->workers; started++) {
        pthread_t thread;
        int error = baton_start_in(NULL, 0, serve, NULL, &thread);
        if (error != 0)
            return -error;
        pthread_detach(thread);
    }
    return 0;
}

int uv_queue_work(uv_loop_t *loop, uv_work_t *work, uv_work_cb on_work, uv_after_work_cb on_done)
{
    if (on_work == NULL)
        return UV_EINVAL;
    int error = start_workers();
    if (error != 0)
        return error;
    work->type = UV_WORK;
    work->loop = loop;
    work->work_cb = on_work;
    work->after_work_cb = on_done;
    loop->active_reqs.count++;
    order_give(work);
    append(&waiting, work);
    baton_wake_one(&waiting);
    baton_pause();
    return 0;
}

int uv_cancel(uv_req_t *request)
{
    uv_work_t *before = NULL;
    uv_work_t *work = waiting;

    if (request->type != UV_WORK)
        return UV_EINVAL;
    for (; work != NULL && work != (uv_work_t *)request; work = work->reserved[0])
        before = work;
    if (work == NULL)
        return UV_EBUSY;
    if (before == NULL)
        waiting = work->reserved[0];
    else
        before->reserved[0] = work->reserved[0];
    finish((uv_work_t *)request, UV_ECANCELED);
    return 0;
}

bool loop_work_tell(struct loop_state *state)
{
    while (loop_terms()->workers == 0 && waiting != NULL) {
        uv_work_t *own = take();
        own->work_cb(own);
        finish(own, 0);
    }
    uv_work_t *work = state->done;
    bool is_any = work != NULL;
    state->done = NULL;
    while (work != NULL) {
        uv_work_t *next = work->reserved[0];
        order_take(work);
        state->loop->active_reqs.count--;
        if (work->after_work_cb != NULL)
            work->after_work_cb(work, (int)(intptr_t)work->reserved[1]);
        work = next;
    }
    return is_any;
}

/*
 * Which threads are batch work.
 */
#define _GNU_SOURCE

#include <check.h>
#include <pthread.h>
#include <sched.h>
#include <uv.h>

#include "server/base/threads.h"
#include "support/test.h"

static int policy(void)
{
    struct sched_param param;
    int policy = -1;

    ck_assert_int_eq(pthread_getschedparam(pthread_self(), &policy, &param), 0);
    return policy;
}

TEST(a_thread_becomes_batch_work_and_is_none_again)
{
    ck_assert_int_eq(policy(), SCHED_OTHER);
    batch_set(true);
    ck_assert_int_eq(policy(), SCHED_BATCH);
    batch_set(false);
    ck_assert_int_eq(policy(), SCHED_OTHER);
}

struct look {
    uv_work_t work;
    int policy;
};

static void look_on_worker(uv_work_t *work)
{
    ((struct look *)work->data)->policy = policy();
}

static void on_looked(uv_work_t *work, int status)
{
    (void)work;
    ck_assert_int_eq(status, 0);
}

TEST(workers_are_batch_work_and_the_loop_is_not)
{
    uv_loop_t loop;
    uv_work_t first;
    struct look look = {.policy = -1};

    look.work.data = &look;
    ck_assert_int_eq(uv_loop_init(&loop), 0);
    ck_assert_int_eq(workers_start(&loop, &first), ERR_OK);
    ck_assert_int_eq(policy(), SCHED_OTHER);
    ck_assert_int_eq(uv_queue_work(&loop, &look.work, look_on_worker, on_looked), 0);
    ck_assert_int_eq(uv_run(&loop, UV_RUN_DEFAULT), 0);
    ck_assert_int_eq(look.policy, SCHED_BATCH);
    ck_assert_int_eq(uv_loop_close(&loop), 0);
}

/*
 * Fork and join: every item is done once by any number of threads; what the threads wrote is
 * there afterwards; and what belongs to a thread is used by one at a time.
 */
#include "server/base/threads.h"

#include <string.h>

#include "support/test.h"

enum { ITEMS_MAX = 1000, ROUNDS = 300 };

struct job {
    int done[ITEMS_MAX];           /* how often each was */
    int done_by[TEAM_THREADS_MAX]; /* how many each thread did */
    size_t order[ITEMS_MAX];       /* by thread 0 */
};

static struct job job;

static void work(void *argument, int thread, size_t item)
{
    struct job *todo = argument;

    todo->done[item]++;
    if (thread == 0)
        todo->order[todo->done_by[0]] = item;
    todo->done_by[thread]++;
}

static void expect_done(struct team *team, size_t count)
{
    int sum = 0;

    memset(&job, 0, sizeof job);
    team_run(team, work, &job, count);
    for (size_t i = 0; i < ITEMS_MAX; i++)
        ck_assert_int_eq(job.done[i], i < count);
    for (int i = 0; i < TEAM_THREADS_MAX; i++) {
        ck_assert(i < team_size(team) || job.done_by[i] == 0);
        sum += job.done_by[i];
    }
    ck_assert_uint_eq((size_t)sum, count);
}

TEST_EACH(each_item_is_done_once_by_any_number_of_threads, 4)
{
    static const int sizes[] = {1, 2, 4, TEAM_THREADS_MAX};
    struct team *team = NULL;

    ck_assert_int_eq(team_start(sizes[_i], &team), ERR_OK);
    ck_assert_int_eq(team_size(team), sizes[_i]);
    for (size_t round = 0; round < ROUNDS; round++)
        expect_done(team, round * 7 % (ITEMS_MAX + 1));
    expect_done(team, ITEMS_MAX);
    team_stop(team);
}

TEST(one_thread_goes_through_them_in_order)
{
    struct team *team = NULL;

    ck_assert_int_eq(team_start(1, &team), ERR_OK);
    expect_done(team, ITEMS_MAX);
    for (size_t i = 0; i < ITEMS_MAX; i++)
        ck_assert_uint_eq(job.order[i], i);
    team_stop(team);
    team_stop(NULL);
}

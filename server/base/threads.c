/*
 * Threads beside the loop. Workers: as many threads as libuv's pool will have are tried and ended
 * again, and then an empty job makes libuv start its own.
 *
 * The team sleeps until a job comes. A job has a number; a thread that wakes takes groups of items
 * until none is left and then says that it is done with that number. The caller does the same and
 * waits for the last of them. The lock orders everything a thread has written before the end of
 * the job.
 */
#define _GNU_SOURCE /* SCHED_BATCH is not in POSIX */
#include "server/base/threads.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <uv.h>

#include "base/check.h"

void batch_set(bool is_batch)
{
    struct sched_param none = {.sched_priority = 0};

    (void)pthread_setschedparam(pthread_self(), is_batch ? SCHED_BATCH : SCHED_OTHER, &none);
}

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

/* Starts all threads at once, since the system may lack room for that many. */
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

enum { TEAM_GROUP = 8 }; /* items that a thread takes at once */

struct member {
    struct team *team;
    uv_thread_t thread;
    int number; /* from 1; the caller is 0 */
};

struct team {
    int size;
    struct member members[TEAM_THREADS_MAX - 1];
    uv_mutex_t lock;
    uv_cond_t on_job;
    uv_cond_t on_done;
    uint64_t job; /* number of the job; guarded by `lock`, like the next two */
    int working;  /* threads that have not finished the job */
    bool is_ending;
    team_work *work;
    void *argument;
    size_t count;
    atomic_size_t next; /* next item to take */
};

static void take_items(struct team *team, int thread)
{
    size_t first;

    while ((first = atomic_fetch_add(&team->next, TEAM_GROUP)) < team->count) {
        size_t end = team->count - first < TEAM_GROUP ? team->count : first + TEAM_GROUP;
        for (size_t item = first; item < end; item++)
            team->work(team->argument, thread, item);
    }
}

static void serve(void *argument)
{
    const struct member *member = argument;
    struct team *team = member->team;
    uint64_t done = 0;

    uv_mutex_lock(&team->lock);
    while (!team->is_ending) {
        if (team->job == done) {
            uv_cond_wait(&team->on_job, &team->lock);
            continue;
        }
        done = team->job;
        uv_mutex_unlock(&team->lock);
        take_items(team, member->number);
        uv_mutex_lock(&team->lock);
        if (--team->working == 0)
            uv_cond_signal(&team->on_done);
    }
    uv_mutex_unlock(&team->lock);
}

static enum err open_lock(struct team *team)
{
    if (uv_mutex_init(&team->lock) != 0)
        return ERR_NO_RESOURCE;
    if (uv_cond_init(&team->on_job) != 0) {
        uv_mutex_destroy(&team->lock);
        return ERR_NO_RESOURCE;
    }
    if (uv_cond_init(&team->on_done) != 0) {
        uv_cond_destroy(&team->on_job);
        uv_mutex_destroy(&team->lock);
        return ERR_NO_RESOURCE;
    }
    return ERR_OK;
}

enum err team_start(int threads, struct team **out)
{
    CHECK(threads >= 1 && threads <= TEAM_THREADS_MAX);
    struct team *team = calloc(1, sizeof *team);

    if (team == NULL)
        return ERR_MEMORY;
    if (open_lock(team) != ERR_OK) {
        free(team);
        return ERR_NO_RESOURCE;
    }
    for (team->size = 1; team->size < threads; team->size++) {
        struct member *member = &team->members[team->size - 1];
        *member = (struct member){.team = team, .number = team->size};
        if (uv_thread_create(&member->thread, serve, member) != 0) {
            team_stop(team);
            return ERR_NO_RESOURCE;
        }
    }
    *out = team;
    return ERR_OK;
}

void team_stop(struct team *team)
{
    if (team == NULL)
        return;
    uv_mutex_lock(&team->lock);
    team->is_ending = true;
    uv_cond_broadcast(&team->on_job);
    uv_mutex_unlock(&team->lock);
    for (int i = 0; i < team->size - 1; i++)
        (void)uv_thread_join(&team->members[i].thread);
    uv_cond_destroy(&team->on_done);
    uv_cond_destroy(&team->on_job);
    uv_mutex_destroy(&team->lock);
    free(team);
}

int team_size(const struct team *team)
{
    return team->size;
}

void team_run(struct team *team, team_work *work, void *argument, size_t count)
{
    /* A single group of items is not worth waking a thread. */
    if (team->size == 1 || count <= TEAM_GROUP) {
        for (size_t item = 0; item < count; item++)
            work(argument, 0, item);
        return;
    }
    uv_mutex_lock(&team->lock);
    team->work = work;
    team->argument = argument;
    team->count = count;
    atomic_store(&team->next, 0);
    team->working = team->size - 1;
    team->job++;
    uv_cond_broadcast(&team->on_job);
    uv_mutex_unlock(&team->lock);
    take_items(team, 0);
    uv_mutex_lock(&team->lock);
    while (team->working > 0)
        uv_cond_wait(&team->on_done, &team->lock);
    uv_mutex_unlock(&team->lock);
}

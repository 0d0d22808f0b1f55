/*
 * Threads that tick levels.
 */
#include "sim/level_pool.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/check.h"
#include "base/rng.h"
#include "world/world_tick.h"

static struct {
    pthread_t threads[LEVEL_POOL_THREADS_MAX];
    int thread_count;
    pthread_barrier_t begin;
    pthread_barrier_t end;
    bool is_over; /* written while all threads wait at the first barrier */
    struct world *world;
    uint32_t order[WORLD_LEVELS_MAX];
    atomic_uint taken;
    struct rng rng;
} pool;

static void tick_levels(struct level_work *work)
{
    uint32_t next;

    while ((next = atomic_fetch_add(&pool.taken, 1)) < pool.world->level_count)
        level_tick(pool.world, pool.world->levels[pool.order[next]], work);
}

static void *run_thread(void *unused)
{
    struct level_work *work = NULL;

    CHECK(level_work_new(&work) == ERR_OK);
    for (;;) {
        (void)pthread_barrier_wait(&pool.begin);
        if (pool.is_over) {
            level_work_free(work);
            return unused;
        }
        tick_levels(work);
        (void)pthread_barrier_wait(&pool.end);
    }
}

void level_pool_start(int thread_count)
{
    unsigned waiting = (unsigned)thread_count + 1;

    CHECK(thread_count >= 1 && thread_count <= LEVEL_POOL_THREADS_MAX);
    pool.thread_count = thread_count;
    pool.is_over = false;
    rng_init(&pool.rng, (uint64_t)thread_count);
    CHECK(pthread_barrier_init(&pool.begin, NULL, waiting) == 0);
    CHECK(pthread_barrier_init(&pool.end, NULL, waiting) == 0);
    for (int i = 0; i < thread_count; i++)
        CHECK(pthread_create(&pool.threads[i], NULL, run_thread, NULL) == 0);
}

void level_pool_stop(void)
{
    pool.is_over = true;
    (void)pthread_barrier_wait(&pool.begin);
    for (int i = 0; i < pool.thread_count; i++)
        CHECK(pthread_join(pool.threads[i], NULL) == 0);
    (void)pthread_barrier_destroy(&pool.begin);
    (void)pthread_barrier_destroy(&pool.end);
}

void level_pool_tick(struct world *world, struct input *inputs, size_t input_count)
{
    world_tick_begin(world, inputs, input_count);
    for (uint32_t i = 0; i < world->level_count; i++)
        pool.order[i] = i;
    rng_shuffle(&pool.rng, pool.order, world->level_count);
    pool.world = world;
    atomic_store(&pool.taken, 0);
    (void)pthread_barrier_wait(&pool.begin);
    (void)pthread_barrier_wait(&pool.end);
    world_tick_end(world);
}

/*
 * Threads, locks, conditions and semaphores of libuv, with one thread running at a time. They lie
 * in the room of the types of uv.h, of which no other part is used.
 */
#include <errno.h>
#include <string.h>
#include <uv.h>

#include "baton.h"
#include "order.h"

struct lock {
    pthread_t owner;
    bool is_held;
};

struct semaphore {
    unsigned value;
};

_Static_assert(sizeof(struct lock) <= sizeof(uv_mutex_t), "a lock lies in there");
_Static_assert(sizeof(struct semaphore) <= sizeof(uv_sem_t), "a semaphore lies in there");

int uv_thread_create(uv_thread_t *out, uv_thread_cb entry, void *argument)
{
    return -baton_start(0, entry, argument, out);
}

int uv_thread_create_ex(uv_thread_t *out, const uv_thread_options_t *options, uv_thread_cb entry,
                        void *argument)
{
    size_t stack_size = (options->flags & UV_THREAD_HAS_STACK_SIZE) != 0 ? options->stack_size : 0;

    return -baton_start(stack_size, entry, argument, out);
}

int uv_thread_join(uv_thread_t *thread)
{
    return -baton_join(*thread);
}

int uv_mutex_init(uv_mutex_t *mutex)
{
    memset(mutex, 0, sizeof *mutex);
    return 0;
}

void uv_mutex_destroy(uv_mutex_t *mutex)
{
    if (((struct lock *)mutex)->is_held)
        baton_fail("a lock is destroyed that somebody holds");
}

static void take(uv_mutex_t *mutex)
{
    struct lock *lock = (struct lock *)mutex;

    if (lock->is_held && pthread_equal(lock->owner, pthread_self()))
        baton_fail("a thread takes a lock twice");
    while (lock->is_held)
        (void)baton_wait(mutex, BATON_NEVER);
    lock->is_held = true;
    lock->owner = pthread_self();
    order_take(mutex);
}

static void give_back(uv_mutex_t *mutex)
{
    struct lock *lock = (struct lock *)mutex;

    if (!lock->is_held || !pthread_equal(lock->owner, pthread_self()))
        baton_fail("a thread gives back a lock that it does not hold");
    order_give(mutex);
    lock->is_held = false;
    baton_wake_all(mutex);
}

void uv_mutex_lock(uv_mutex_t *mutex)
{
    baton_pause();
    take(mutex);
}

void uv_mutex_unlock(uv_mutex_t *mutex)
{
    give_back(mutex);
    baton_pause();
}

int uv_cond_init(uv_cond_t *cond)
{
    memset(cond, 0, sizeof *cond);
    return 0;
}

void uv_cond_destroy(uv_cond_t *cond)
{
    (void)cond;
}

void uv_cond_signal(uv_cond_t *cond)
{
    baton_wake_one(cond);
}

void uv_cond_broadcast(uv_cond_t *cond)
{
    baton_wake_all(cond);
}

static bool await(uv_cond_t *cond, uv_mutex_t *mutex, uint64_t deadline_ns)
{
    give_back(mutex);
    bool is_woken = baton_wait(cond, deadline_ns);
    take(mutex);
    return is_woken;
}

void uv_cond_wait(uv_cond_t *cond, uv_mutex_t *mutex)
{
    (void)await(cond, mutex, BATON_NEVER);
}

int uv_cond_timedwait(uv_cond_t *cond, uv_mutex_t *mutex, uint64_t timeout_ns)
{
    return await(cond, mutex, baton_now_ns() + timeout_ns) ? 0 : UV_ETIMEDOUT;
}

int uv_sem_init(uv_sem_t *sem, unsigned value)
{
    memset(sem, 0, sizeof *sem);
    ((struct semaphore *)sem)->value = value;
    return 0;
}

void uv_sem_destroy(uv_sem_t *sem)
{
    (void)sem;
}

void uv_sem_post(uv_sem_t *sem)
{
    order_give(sem);
    ((struct semaphore *)sem)->value++;
    baton_wake_one(sem);
    baton_pause();
}

void uv_sem_wait(uv_sem_t *sem)
{
    struct semaphore *semaphore = (struct semaphore *)sem;

    baton_pause();
    while (semaphore->value == 0)
        (void)baton_wait(sem, BATON_NEVER);
    semaphore->value--;
    order_take(sem);
}

/*
 * Threads, what they wait with, and work beside the loop.
 */
#include "scene.h"

#include <pthread.h>

enum { THREADS = 4, ROUNDS = 200, MS = 1000000, STEPS_DOWN = 100 };

static uv_thread_t threads[THREADS];
static uv_mutex_t mutex;
static uv_cond_t cond;
static uv_sem_t started;
static uv_sem_t gate;
static int counter;
static int turn;
static uv_work_t works[THREADS + 2];
static pthread_t loop_thread;
static int done;

static void open_locks(void)
{
    must(uv_mutex_init(&mutex));
    must(uv_cond_init(&cond));
    must(uv_sem_init(&started, 0));
    must(uv_sem_init(&gate, 0));
    counter = 0;
    turn = 0;
    done = 0;
}

static void close_locks(void)
{
    uv_sem_destroy(&gate);
    uv_sem_destroy(&started);
    uv_cond_destroy(&cond);
    uv_mutex_destroy(&mutex);
}

static void start_threads(int count, uv_thread_cb entry)
{
    static int numbers[THREADS];

    for (int i = 0; i < count; i++) {
        numbers[i] = i;
        must(uv_thread_create(&threads[i], entry, &numbers[i]));
    }
}

static void join_threads(int count)
{
    for (int i = 0; i < count; i++)
        must(uv_thread_join(&threads[i]));
}

static void note_self(void *argument)
{
    (void)argument;
    note("thread");
}

static void joining_waits_for_the_end(uv_loop_t *loop)
{
    (void)loop;
    start_threads(1, note_self);
    join_threads(1);
    note("joined");
}

static void count_up(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        uv_mutex_lock(&mutex);
        int before = counter;
        uv_sem_post(&started);
        counter = before + 1;
        uv_mutex_unlock(&mutex);
    }
}

static void a_lock_lets_one_in(uv_loop_t *loop)
{
    (void)loop;
    open_locks();
    start_threads(THREADS, count_up);
    join_threads(THREADS);
    note("counted:%d", counter);
    close_locks();
}

static void take_turn(void *argument)
{
    int mine = *(const int *)argument;

    uv_mutex_lock(&mutex);
    while (turn != mine)
        uv_cond_wait(&cond, &mutex);
    note("turn:%d", mine);
    turn++;
    uv_cond_broadcast(&cond);
    uv_mutex_unlock(&mutex);
}

static void a_condition_gives_an_order(uv_loop_t *loop)
{
    (void)loop;
    open_locks();
    start_threads(THREADS, take_turn);
    join_threads(THREADS);
    close_locks();
}

static void wait_for_signal(void *argument)
{
    (void)argument;
    uv_mutex_lock(&mutex);
    uv_sem_post(&started);
    while (turn == 0)
        uv_cond_wait(&cond, &mutex);
    turn--;
    counter++;
    uv_mutex_unlock(&mutex);
}

static void a_signal_frees_one_who_waits(uv_loop_t *loop)
{
    (void)loop;
    open_locks();
    start_threads(2, wait_for_signal);
    uv_sem_wait(&started);
    uv_sem_wait(&started);
    for (int i = 0; i < 2; i++) {
        uv_mutex_lock(&mutex);
        turn++;
        uv_cond_signal(&cond);
        uv_mutex_unlock(&mutex);
    }
    join_threads(2);
    note("freed:%d", counter);
    close_locks();
}

static void a_wait_with_a_limit_ends(uv_loop_t *loop)
{
    (void)loop;
    open_locks();
    uv_mutex_lock(&mutex);
    uint64_t before_ns = uv_hrtime();
    int status = 0;
    /* libuv may wake without a reason. */
    while (status == 0)
        status = uv_cond_timedwait(&cond, &mutex, 2 * MS);
    note_status("wait", status);
    note("passed:%d", uv_hrtime() - before_ns >= MS);
    uv_mutex_unlock(&mutex);
    close_locks();
}

static void set_turn(void *argument)
{
    (void)argument;
    uv_mutex_lock(&mutex);
    turn = 1;
    uv_cond_signal(&cond);
    uv_mutex_unlock(&mutex);
}

static void a_wait_with_a_limit_is_ended_before(uv_loop_t *loop)
{
    int status = 0;

    (void)loop;
    open_locks();
    uv_mutex_lock(&mutex);
    start_threads(1, set_turn);
    while (turn == 0 && status == 0)
        status = uv_cond_timedwait(&cond, &mutex, (uint64_t)3600 * 1000 * MS);
    uv_mutex_unlock(&mutex);
    note_status("wait", status);
    join_threads(1);
    close_locks();
}

static void pass_gate(void *argument)
{
    (void)argument;
    uv_sem_post(&started);
    uv_sem_wait(&gate);
    uv_mutex_lock(&mutex);
    counter++;
    uv_mutex_unlock(&mutex);
}

static void a_semaphore_counts(uv_loop_t *loop)
{
    (void)loop;
    open_locks();
    start_threads(3, pass_gate);
    for (int i = 0; i < 3; i++)
        uv_sem_wait(&started);
    note("before:%d", counter);
    for (int i = 0; i < 3; i++)
        uv_sem_post(&gate);
    join_threads(3);
    note("after:%d", counter);
    close_locks();
}

/* Takes 4 KiB of stack for each step. */
static int go_down(int steps)
{
    volatile char room[4 * 1024];

    room[0] = 1;
    return steps == 0 ? room[0] : go_down(steps - 1) + room[0] - 1;
}

static void use_stack(void *argument)
{
    *(int *)argument = go_down(STEPS_DOWN);
}

static void a_thread_has_the_stack_that_was_asked_for(uv_loop_t *loop)
{
    const uv_thread_options_t options = {.flags = UV_THREAD_HAS_STACK_SIZE,
                                         .stack_size = 4 * 1024 * 1024};

    (void)loop;
    counter = 0;
    must(uv_thread_create_ex(&threads[0], &options, use_stack, &counter));
    join_threads(1);
    note("stack:%d", counter);
}

static void work_beside(uv_work_t *work)
{
    (void)work;
    uv_sem_post(&started);
    uv_sem_wait(&gate);
}

static void work_elsewhere(uv_work_t *work)
{
    work->data = pthread_equal(pthread_self(), loop_thread) ? NULL : work;
}

static void on_worked(uv_work_t *work, int status)
{
    note("here:%d", pthread_equal(pthread_self(), loop_thread) != 0);
    note("elsewhere:%d", work->data != NULL);
    note_status("worked", status);
}

static void on_counted(uv_work_t *work, int status)
{
    (void)work;
    must(status);
    done++;
}

static void on_status(uv_work_t *work, int status)
{
    (void)work;
    note_status("worked", status);
}

static void work_is_done_elsewhere_and_told_here(uv_loop_t *loop)
{
    loop_thread = pthread_self();
    must(uv_queue_work(loop, &works[0], work_elsewhere, on_worked));
    note("queued");
    note("alive:%d", uv_loop_alive(loop) != 0);
    uv_run(loop, UV_RUN_DEFAULT);
}

static void do_nothing(uv_work_t *work)
{
    (void)work;
}

static void all_work_is_done(uv_loop_t *loop)
{
    open_locks();
    for (int i = 0; i < THREADS + 2; i++)
        must(uv_queue_work(loop, &works[i], do_nothing, on_counted));
    uv_run(loop, UV_RUN_DEFAULT);
    note("done:%d", done);
    close_locks();
}

static void work_without_a_task_is_refused(uv_loop_t *loop)
{
    note_status("queue", uv_queue_work(loop, &works[0], NULL, on_status));
}

/* All workers are held, so that one more piece waits. */
static void work_that_waits_can_be_called_off(uv_loop_t *loop)
{
    open_locks();
    for (int i = 0; i < THREADS; i++)
        must(uv_queue_work(loop, &works[i], work_beside, on_counted));
    for (int i = 0; i < THREADS; i++)
        uv_sem_wait(&started);
    must(uv_queue_work(loop, &works[THREADS], do_nothing, on_status));
    note_status("cancel", uv_cancel((uv_req_t *)&works[0]));
    note_status("cancel", uv_cancel((uv_req_t *)&works[THREADS]));
    for (int i = 0; i < THREADS; i++)
        uv_sem_post(&gate);
    uv_run(loop, UV_RUN_DEFAULT);
    note("done:%d", done);
    close_locks();
}

/* clang-format off */
const struct scene thread_scenes[] = {
    {"join", joining_waits_for_the_end, "thread joined"},
    {"a lock", a_lock_lets_one_in, "counted:800"},
    {"a condition", a_condition_gives_an_order, "turn:0 turn:1 turn:2 turn:3"},
    {"a signal", a_signal_frees_one_who_waits, "freed:2"},
    {"a limit", a_wait_with_a_limit_ends, "wait:ETIMEDOUT passed:1"},
    {"a limit not reached", a_wait_with_a_limit_is_ended_before, "wait:ok"},
    {"a semaphore", a_semaphore_counts, "before:0 after:3"},
    {"a stack", a_thread_has_the_stack_that_was_asked_for, "stack:1"},
    {"work", work_is_done_elsewhere_and_told_here, "queued alive:1 here:1 elsewhere:1 worked:ok"},
    {"much work", all_work_is_done, "done:6"},
    {"no work", work_without_a_task_is_refused, "queue:EINVAL"},
    {"called off", work_that_waits_can_be_called_off,
     "cancel:EBUSY cancel:ok worked:ECANCELED done:4"},
    {0},
};
/* clang-format on */

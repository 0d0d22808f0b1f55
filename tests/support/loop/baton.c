/*
 * Threads that take turns.
 */
#include "baton.h"

#include <errno.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

#include "order.h"

enum { START_SECONDS = 3600, PAUSES_A_CHANGE = 4, THREADS_MAX = 1024 };

enum baton_state { BATON_NOBODY, BATON_READY, BATON_WAITING, BATON_POLLING, BATON_ENDED };

struct baton_thread {
    struct baton_thread *next;
    pthread_t thread;
    sem_t turn;    /* posted by the one who hands it the baton */
    sem_t arrived; /* posted by the thread itself before it waits for its first turn */
    enum baton_state state;
    const void *object; /* of a wait */
    uint64_t deadline_ns;
    bool is_late; /* the deadline ended the wait */
    int number;   /* the first thread is 0 */
    void (*entry)(void *);
    void *argument;
    struct baton_house *house;
};

static struct {
    struct baton_thread *threads;
    int started;
    uint64_t random;
    uint64_t now_ns;
    FILE *out; /* of the threads without a house, while one with a house runs */
    FILE *err;
} baton = {
    .now_ns = (uint64_t)START_SECONDS * 1000000000,
};

/* Places are used again, and never freed. */
static struct baton_thread places[THREADS_MAX];

static _Thread_local struct baton_thread *self;

static struct baton_thread *enlist(void)
{
    struct baton_thread *thread = places;
    struct baton_thread **end = &baton.threads;

    while (thread < places + THREADS_MAX && thread->state != BATON_NOBODY)
        thread++;
    if (thread == places + THREADS_MAX)
        baton_fail("there are too many threads");
    *thread = (struct baton_thread){.state = BATON_READY, .deadline_ns = BATON_NEVER};
    sem_init(&thread->turn, 0, 0);
    sem_init(&thread->arrived, 0, 0);
    thread->number = baton.started++;
    while (*end != NULL)
        end = &(*end)->next;
    *end = thread;
    return thread;
}

/* A process that was forked has the thread that forked, and no other. */
static void forget_others(void)
{
    for (struct baton_thread *thread = baton.threads; thread != NULL; thread = thread->next) {
        if (thread != self)
            thread->state = BATON_NOBODY;
    }
    baton.threads = self;
    if (self != NULL)
        self->next = NULL;
}

/* The first thread that asks is the test's own. */
static struct baton_thread *me(void)
{
    if (self != NULL)
        return self;
    if (baton.threads != NULL)
        baton_fail("a thread that was not started by uv_thread_create() uses the loop");
    pthread_atfork(NULL, NULL, forget_others);
    self = enlist();
    self->thread = pthread_self();
    return self;
}

void baton_seed(uint64_t seed)
{
    baton.random = seed;
}

uint32_t baton_draw(uint32_t count)
{
    /* SplitMix64. */
    uint64_t mixed = baton.random += 0x9e3779b97f4a7c15U;

    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebU;
    return (uint32_t)((mixed ^ (mixed >> 31)) % count);
}

uint64_t baton_now_ns(void)
{
    return baton.now_ns;
}

void baton_fail(const char *cause)
{
    static const char *const states[] = {
        [BATON_READY] = "can run",
        [BATON_WAITING] = "waits",
        [BATON_POLLING] = "polls its loop",
        [BATON_ENDED] = "has ended",
    };

    fprintf(stderr, "loop: %s, at %llu ns\n", cause, (unsigned long long)baton.now_ns);
    for (const struct baton_thread *thread = baton.threads; thread != NULL; thread = thread->next)
        fprintf(stderr, "loop: thread %d %s%s\n", thread->number, states[thread->state],
                thread == self ? ", and is here" : "");
    abort();
}

/* Each house has standard streams of its own: programs replace theirs. */
static void change_house(const struct baton_thread *from, const struct baton_thread *to)
{
    if (from->house == to->house)
        return;
    *(from->house == NULL ? &baton.out : &from->house->out) = stdout;
    *(from->house == NULL ? &baton.err : &from->house->err) = stderr;
    stdout = to->house == NULL ? baton.out : to->house->out;
    stderr = to->house == NULL ? baton.err : to->house->err;
}

static void await(sem_t *semaphore)
{
    while (sem_wait(semaphore) != 0)
        continue;
}

/* One semaphore a thread: a hand-over wakes one thread, once. */
static void await_turn(struct baton_thread *thread)
{
    await(&thread->turn);
}

/* Returns when the caller has the baton again. */
static void hand_to(struct baton_thread *next)
{
    struct baton_thread *mine = self;

    if (next == mine)
        return;
    order_hide();
    change_house(mine, next);
    sem_post(&next->turn);
    await_turn(mine);
    order_show();
}

static bool is_frozen(const struct baton_thread *thread)
{
    return thread->house != NULL && thread->house->is_frozen;
}

static bool can_run(const struct baton_thread *thread)
{
    return thread->state == BATON_READY && !is_frozen(thread);
}

static uint32_t count_ready(void)
{
    uint32_t count = 0;

    for (const struct baton_thread *thread = baton.threads; thread != NULL; thread = thread->next)
        count += can_run(thread);
    return count;
}

/* The one the seed chooses; NULL: none can run. */
static struct baton_thread *draw_ready(void)
{
    uint32_t count = count_ready();

    if (count == 0)
        return NULL;
    uint32_t chosen = count == 1 ? 0 : baton_draw(count);
    struct baton_thread *thread = baton.threads;
    while (!can_run(thread) || chosen-- > 0)
        thread = thread->next;
    return thread;
}

static bool is_timed(const struct baton_thread *thread)
{
    return thread->state == BATON_WAITING || thread->state == BATON_POLLING;
}

static struct baton_thread *find_poller(void)
{
    struct baton_thread *thread = baton.threads;

    while (thread != NULL && (thread->state != BATON_POLLING || is_frozen(thread)))
        thread = thread->next;
    return thread;
}

static void make_ready(struct baton_thread *thread, bool is_late)
{
    thread->state = BATON_READY;
    thread->object = NULL;
    thread->deadline_ns = BATON_NEVER;
    thread->is_late = is_late;
}

uint64_t baton_next_deadline(void)
{
    uint64_t nearest_ns = BATON_NEVER;

    for (const struct baton_thread *thread = baton.threads; thread != NULL; thread = thread->next) {
        if (is_timed(thread) && !is_frozen(thread) && thread->deadline_ns < nearest_ns)
            nearest_ns = thread->deadline_ns;
    }
    return nearest_ns;
}

void baton_advance_to(uint64_t now_ns)
{
    (void)me();
    if (now_ns > baton.now_ns)
        baton.now_ns = now_ns;
    for (struct baton_thread *thread = baton.threads; thread != NULL; thread = thread->next) {
        if (is_timed(thread) && thread->deadline_ns <= baton.now_ns)
            make_ready(thread, true);
    }
}

/* The next to run. Where none can, the poller decides; without one time goes on for those who wait
   for it. */
static struct baton_thread *choose(void)
{
    struct baton_thread *next = draw_ready();

    if (next == NULL)
        next = find_poller();
    if (next != NULL) {
        make_ready(next, next->is_late);
        return next;
    }
    while (next == NULL) {
        uint64_t nearest_ns = baton_next_deadline();
        if (nearest_ns == BATON_NEVER)
            baton_fail("every thread waits for another");
        baton_advance_to(nearest_ns);
        next = draw_ready();
    }
    return next;
}

bool baton_wait(const void *object, uint64_t deadline_ns)
{
    struct baton_thread *mine = me();

    if (deadline_ns <= baton.now_ns) {
        baton_pause();
        return false;
    }
    mine->state = BATON_WAITING;
    mine->object = object;
    mine->deadline_ns = deadline_ns;
    mine->is_late = false;
    hand_to(choose());
    return !mine->is_late;
}

void baton_wake_all(const void *object)
{
    for (struct baton_thread *thread = baton.threads; thread != NULL; thread = thread->next) {
        if (thread->state == BATON_WAITING && thread->object == object)
            make_ready(thread, false);
    }
}

void baton_wake_one(const void *object)
{
    uint32_t count = 0;

    for (struct baton_thread *thread = baton.threads; thread != NULL; thread = thread->next)
        count += thread->state == BATON_WAITING && thread->object == object;
    if (count == 0)
        return;
    uint32_t chosen = count == 1 ? 0 : baton_draw(count);
    struct baton_thread *thread = baton.threads;
    while (thread->state != BATON_WAITING || thread->object != object || chosen-- > 0)
        thread = thread->next;
    make_ready(thread, false);
}

void baton_pause(void)
{
    (void)me();
    if (count_ready() > 1 && baton_draw(PAUSES_A_CHANGE) == 0)
        hand_to(draw_ready());
}

bool baton_poll(uint64_t deadline_ns)
{
    struct baton_thread *mine = me();

    if (count_ready() < 2)
        return false;
    mine->state = BATON_POLLING;
    mine->deadline_ns = deadline_ns;
    hand_to(choose());
    return true;
}

void baton_wake_poller(void)
{
    for (struct baton_thread *thread = baton.threads; thread != NULL; thread = thread->next) {
        if (thread->state == BATON_POLLING)
            make_ready(thread, false);
    }
}

static void *run(void *argument)
{
    self = argument;
    order_hide();
    sem_post(&self->arrived);
    await_turn(self);
    order_show();
    self->entry(self->argument);
    self->state = BATON_ENDED;
    baton_wake_all(self);
    struct baton_thread *next = choose();
    order_hide();
    change_house(self, next);
    sem_post(&next->turn);
    order_show();
    return NULL;
}

struct baton_house *baton_house(void)
{
    return me()->house;
}

int baton_start(size_t stack_size, void (*entry)(void *), void *argument, pthread_t *out)
{
    return baton_start_in(me()->house, stack_size, entry, argument, out);
}

int baton_start_in(struct baton_house *house, size_t stack_size, void (*entry)(void *),
                   void *argument, pthread_t *out)
{
    pthread_attr_t attributes;

    (void)me();
    struct baton_thread *thread = enlist();
    thread->house = house;
    thread->entry = entry;
    thread->argument = argument;
    pthread_attr_init(&attributes);
    if (stack_size > 0)
        pthread_attr_setstacksize(&attributes, stack_size);
    int error = pthread_create(&thread->thread, &attributes, run, thread);
    pthread_attr_destroy(&attributes);
    if (error != 0) {
        thread->state = BATON_ENDED;
        return error;
    }
    /* Until it waits for its turn the thread runs beside the others, in the allocator too, whose
       locks a fork would leave taken. */
    order_hide();
    await(&thread->arrived);
    order_show();
    *out = thread->thread;
    baton_pause();
    return 0;
}

static struct baton_thread **find(pthread_t thread)
{
    struct baton_thread **link = &baton.threads;

    while (*link != NULL && ((*link)->thread == 0 || !pthread_equal((*link)->thread, thread)))
        link = &(*link)->next;
    return link;
}

bool baton_has_ended(pthread_t thread)
{
    const struct baton_thread *found = *find(thread);

    return found == NULL || found->state == BATON_ENDED;
}

int baton_join(pthread_t thread)
{
    struct baton_thread **link = find(thread);
    struct baton_thread *ended = *link;

    if (ended == NULL || ended == me())
        return ESRCH;
    while (ended->state != BATON_ENDED)
        (void)baton_wait(ended, BATON_NEVER);
    pthread_join(thread, NULL);
    /* Other threads may have entered the list meanwhile. */
    link = find(thread);
    *link = ended->next;
    ended->state = BATON_NOBODY;
    return 0;
}

/*
 * Threads that take turns. They are real threads, and one of them holds the baton and runs; it is
 * handed on where a thread waits, sleeps, ends, or meets a lock. A stream of random numbers chooses
 * the next, so that the same seed gives the same order. Time stands still while anybody can run.
 *
 * Only the thread with the baton may call any of these functions, and only it may touch the state
 * of this folder: nothing else there needs a lock.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LOOP_BATON_H
#define UNDERCROFT_TESTS_SUPPORT_LOOP_BATON_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define BATON_NEVER UINT64_MAX

/* Threads belong together that one thread and its descendants started: those of a program that runs
   in the test's process. The first thread has no house of its own, NULL, and its threads neither.
 */
struct baton_house {
    int number; /* as getpid() tells it there */
    FILE *out;  /* standard output and standard error where its threads run */
    FILE *err;
    int descriptors[2]; /* where its writes to the descriptors 1 and 2 go */
    bool is_frozen;     /* its threads do not run, even when their wait is over */
    bool is_cut_off;    /* see inner_cut_off() */
};

/* The house of the calling thread. */
struct baton_house *baton_house(void);

/* From here on the numbers drawn are those of `seed`. */
void baton_seed(uint64_t seed);

/* A number from 0 to count - 1; count is at least 1. */
uint32_t baton_draw(uint32_t count);

/* Virtual time, in nanoseconds. */
uint64_t baton_now_ns(void);

/* Time goes on to `now_ns`, if that lies ahead; waits whose deadline is reached end. */
void baton_advance_to(uint64_t now_ns);

/* The nearest deadline of a thread that waits or polls; BATON_NEVER: there is none. */
uint64_t baton_next_deadline(void);

/* Starts a thread, which runs when it is given the baton. Returns 0 or an error number of
   pthread_create(). */
int baton_start(size_t stack_size, void (*entry)(void *), void *argument, pthread_t *out);

/* The same; the thread moves into a house, which must last until the thread was joined. */
int baton_start_in(struct baton_house *house, size_t stack_size, void (*entry)(void *),
                   void *argument, pthread_t *out);

/* Waits for the thread's end and frees it. Returns 0, or ESRCH for one that was not started
   here. */
int baton_join(pthread_t thread);

/* Gives others a chance: with some luck of the seed's one of them runs first. */
void baton_pause(void);

/* Waits until `object` is woken. False: the deadline came first. A test in which every thread waits
   without a deadline is ended with a list of them. */
bool baton_wait(const void *object, uint64_t deadline_ns);

/* Ends the wait of all threads, or of one that the seed chooses, for `object`. */
void baton_wake_all(const void *object);
void baton_wake_one(const void *object);

/* Lets the others run until something wakes the pollers, the deadline is there, or none of them can
   run. False: none could. The caller decides then how far time goes, up to baton_next_deadline(),
   and is asked before time goes for anybody. */
bool baton_poll(uint64_t deadline_ns);

/* Something has come for the threads inside baton_poll(). */
void baton_wake_poller(void);

/* Has the thread ended? */
bool baton_has_ended(pthread_t thread);

/* Writes the cause and where each thread stands, and aborts. */
_Noreturn void baton_fail(const char *cause);

#endif

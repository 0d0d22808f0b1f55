/*
 * The clocks of the benchmarks, and the figures drawn from many times. All times are nanoseconds.
 */
#ifndef UNDERCROFT_TESTS_BENCH_CLOCK_H
#define UNDERCROFT_TESTS_BENCH_CLOCK_H

#include <stddef.h>
#include <stdint.h>

/* Time that passed, from any point: only differences mean something. */
int64_t clock_wall_ns(void);

/* Time this thread was running: what others do on the machine is left out. Costs a system call. */
int64_t clock_cpu_ns(void);

/* Puts the shortest first. */
void clock_sort(int64_t *times, size_t count);

/* A percentile of at least one time, sorted: 50 is the median, 100 the longest. */
int64_t clock_percentile(const int64_t *sorted, size_t count, size_t percent);

/* The mean of at least one time, rounded down. */
int64_t clock_mean(const int64_t *times, size_t count);

#endif

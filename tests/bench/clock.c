/*
 * POSIX clocks, and order statistics by sorting.
 */
#include "bench/clock.h"

#include <stdlib.h>
#include <time.h>

static int64_t read_ns(clockid_t id)
{
    struct timespec now;

    clock_gettime(id, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t clock_wall_ns(void)
{
    return read_ns(CLOCK_MONOTONIC);
}

int64_t clock_cpu_ns(void)
{
    return read_ns(CLOCK_THREAD_CPUTIME_ID);
}

static int compare_times(const void *a, const void *b)
{
    int64_t left = *(const int64_t *)a;
    int64_t right = *(const int64_t *)b;

    return (left > right) - (left < right);
}

void clock_sort(int64_t *times, size_t count)
{
    qsort(times, count, sizeof times[0], compare_times);
}

int64_t clock_percentile(const int64_t *sorted, size_t count, size_t percent)
{
    return sorted[(count - 1) * percent / 100];
}

int64_t clock_mean(const int64_t *times, size_t count)
{
    int64_t total = 0;

    for (size_t i = 0; i < count; i++)
        total += times[i];
    return total / (int64_t)count;
}

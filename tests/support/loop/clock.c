/*
 * Virtual time in place of the machine's. Programs are linked with --wrap for the functions of the
 * C library, so that a clock of the processor is still a real one.
 */
#include <errno.h>
#include <time.h>
#include <uv.h>

#include "baton.h"
#include "loop.h"

enum { NS_PER_MS = 1000000, NS_PER_SECOND = 1000000000 };

/* The names that the linker gives. */
time_t __wrap_time(time_t *out);
int __wrap_clock_gettime(clockid_t clock, struct timespec *out);
int __real_clock_gettime(clockid_t clock, struct timespec *out);
int __wrap_nanosleep(const struct timespec *wanted, struct timespec *left);

/* Wall time minus virtual time: the first of January 2026 at the start. */
static int64_t wall_ahead_seconds = 1767225600 - 3600;

uint64_t loop_now_ns(void)
{
    return baton_now_ns();
}

void loop_advance_ms(uint64_t ms)
{
    baton_advance_to(baton_now_ns() + ms * NS_PER_MS);
}

void loop_shift_wall(int64_t seconds)
{
    wall_ahead_seconds += seconds;
}

static void sleep_ns(uint64_t ns)
{
    static const char nothing;

    (void)baton_wait(&nothing, baton_now_ns() + ns);
}

uint64_t uv_hrtime(void)
{
    return baton_now_ns();
}

void uv_sleep(unsigned ms)
{
    sleep_ns((uint64_t)ms * NS_PER_MS);
}

time_t __wrap_time(time_t *out)
{
    time_t now = (time_t)((int64_t)(baton_now_ns() / NS_PER_SECOND) + wall_ahead_seconds);

    if (out != NULL)
        *out = now;
    return now;
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *out)
{
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
        return __real_clock_gettime(clock, out);
    out->tv_sec = (time_t)((int64_t)(baton_now_ns() / NS_PER_SECOND) +
                           (clock == CLOCK_REALTIME ? wall_ahead_seconds : 0));
    out->tv_nsec = (long)(baton_now_ns() % NS_PER_SECOND);
    return 0;
}

int __wrap_nanosleep(const struct timespec *wanted, struct timespec *left)
{
    if (wanted->tv_sec < 0 || wanted->tv_nsec < 0 || wanted->tv_nsec >= NS_PER_SECOND) {
        errno = EINVAL;
        return -1;
    }
    sleep_ns((uint64_t)wanted->tv_sec * NS_PER_SECOND + (uint64_t)wanted->tv_nsec);
    if (left != NULL)
        *left = (struct timespec){0};
    return 0;
}

/*
 * The clock.
 */
#include "support/live/stopwatch.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "support/live/server_ticks.h"

enum { DEADLINE_SPARE = 4, STEP_MS = 2 };

int64_t stopwatch_now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void sleep_ms(int ms)
{
    struct timespec left = {.tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000};

    while (nanosleep(&left, &left) != 0 && errno == EINTR)
        continue;
}

void stopwatch_pause_ms(int ms)
{
    int64_t lived_us = server_ticks_lived_us() + (int64_t)ms * 1000;

    sleep_ms(ms);
    while (ms >= SERVER_TICKS_MS && server_ticks_lived_us() < lived_us)
        sleep_ms(STEP_MS);
}

int stopwatch_patience(void)
{
    const char *text = getenv("TEST_PATIENCE");
    long factor = text == NULL ? 1 : strtol(text, NULL, 10);

    return factor >= 1 && factor <= 100 ? (int)factor : 1;
}

int64_t stopwatch_deadline_us(int ms)
{
    return server_ticks_lived_us() + (int64_t)ms * 1000 * stopwatch_patience() * DEADLINE_SPARE;
}

bool stopwatch_is_over(int64_t deadline_us)
{
    return server_ticks_lived_us() >= deadline_us;
}

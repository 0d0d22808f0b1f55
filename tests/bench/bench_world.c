/*
 * How long a tick takes: many walkers on generated levels. Only world_tick() is timed, not what the
 * walkers decide nor what is done with the events.
 *
 *     bench_world [WALKERS [TICKS]]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/check.h"
#include "sim/walkers.h"

enum {
    WALKERS_STANDARD = 1000,
    DEPTHS = 8,
    TICKS_STANDARD = 5000,
    TICKS_MAX = 1000000,
    WARM_UP_TICKS = 200,
};

static uint64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static int compare(const void *left, const void *right)
{
    const uint32_t *a = left;
    const uint32_t *b = right;

    return (*a > *b) - (*a < *b);
}

static uint64_t timed_tick(struct walkers *walkers, uint64_t *inputs)
{
    walkers_decide(walkers);
    *inputs += walkers->input_count;
    uint64_t start = now_ns();
    walkers_run(walkers);
    uint64_t took = now_ns() - start;
    walkers_follow(walkers);
    return took;
}

int main(int argc, char **argv)
{
    int walker_count = argc > 1 ? (int)strtol(argv[1], NULL, 10) : WALKERS_STANDARD;
    int tick_count = argc > 2 ? (int)strtol(argv[2], NULL, 10) : TICKS_STANDARD;

    if (walker_count < 1 || walker_count > WORLD_DELVERS_MAX / 4 || tick_count < 1 ||
        tick_count > TICKS_MAX) {
        fprintf(stderr, "usage: bench_world [WALKERS [TICKS]]\n");
        return EXIT_FAILURE;
    }
    const struct walkers_setup setup = {
        .seed = 1, .walker_count = walker_count, .depth_count = DEPTHS, .place = SIM_GENERATED};
    uint32_t *samples = calloc((size_t)tick_count, sizeof *samples);
    struct walkers walkers;
    uint64_t inputs = 0;
    uint64_t total = 0;

    CHECK(samples != NULL);
    walkers_init(&walkers, &setup);
    for (int i = 0; i < WARM_UP_TICKS; i++)
        (void)timed_tick(&walkers, &inputs);
    inputs = 0;
    for (int i = 0; i < tick_count; i++) {
        uint64_t took = timed_tick(&walkers, &inputs);
        samples[i] = (uint32_t)(took / 1000);
        total += took;
    }
    qsort(samples, (size_t)tick_count, sizeof *samples, compare);
    size_t last = (size_t)tick_count - 1;
    printf("%d walkers, %" PRIu64 " inputs a tick  us: mean %" PRIu64 "  p50 %" PRIu32
           "  p99 %" PRIu32 "  max %" PRIu32 "\n",
           walker_count, inputs / (uint64_t)tick_count, total / (uint64_t)tick_count / 1000,
           samples[last / 2], samples[last * 99 / 100], samples[last]);
    free(samples);
    walkers_release(&walkers);
    return EXIT_SUCCESS;
}

/*
 * Time to make the foes of a new level: 1000 seeds of every style at 100x57, on a depth that has a
 * boss.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/clock.h"
#include "gen/gen.h"
#include "world/population.h"

enum { SEED_COUNT = 1000, WIDTH = 100, HEIGHT = 57, DEPTH = 8 };

/* Returns the nanoseconds of one level, or -1. */
static int64_t time_level(const struct gen_style *style, uint64_t seed, int *foes)
{
    static struct population_search search;
    static struct placement out[POPULATION_MAX];
    struct gen_request request;
    struct level *level;
    struct rng rng;

    gen_request_init(&request, style, seed, (struct level_key){.depth = DEPTH}, WIDTH, HEIGHT);
    if (gen_level(&request, &level, NULL) != ERR_OK)
        return -1;
    rng_init(&rng, seed);
    int64_t began = clock_wall_ns();
    *foes += population_at_birth(level, &rng, 100, out, POPULATION_MAX, &search);
    int64_t took = clock_wall_ns() - began;
    level_free(level);
    return took;
}

static int bench_style(const struct gen_style *style)
{
    static int64_t times[SEED_COUNT];
    int foes = 0;

    for (int seed = 0; seed < SEED_COUNT; seed++) {
        times[seed] = time_level(style, (uint64_t)seed, &foes);
        if (times[seed] < 0)
            return EXIT_FAILURE;
    }
    clock_sort(times, SEED_COUNT);
    printf("%-15s %8lld %8lld %8lld %9.1f\n", style->name,
           (long long)clock_percentile(times, SEED_COUNT, 50) / 1000,
           (long long)clock_percentile(times, SEED_COUNT, 95) / 1000,
           (long long)clock_percentile(times, SEED_COUNT, 100) / 1000, (double)foes / SEED_COUNT);
    return EXIT_SUCCESS;
}

int main(void)
{
    int code = EXIT_SUCCESS;

    printf("%-15s %8s %8s %8s %9s\n", "us per level", "median", "p95", "max", "foes");
    for (size_t i = 0; i < gen_style_count() && code == EXIT_SUCCESS; i++)
        code = bench_style(gen_style_at(i));
    return code;
}

/*
 * How long a level takes, set pieces, landmark and surfaces included: 1000 seeds of every style at
 * 100x57, as on depth 4.
 * Usage: bench_gen [STYLE [SEEDS]]
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/clock.h"
#include "content/setpiece.h"
#include "gen/gen.h"

enum { SEED_COUNT_MAX = 1000, WIDTH = 100, HEIGHT = 57, DEPTH = 4 };

static struct setpieces pieces;

/* Returns the nanoseconds of one level, or -1. */
static int64_t time_level(const struct gen_style *style, uint64_t seed, int *attempts)
{
    struct gen_request request;
    struct gen_report report;
    struct level *level;
    struct level_key key = {.depth = DEPTH};

    gen_request_init(&request, style, seed, key, WIDTH, HEIGHT);
    request.pieces = &pieces;
    int64_t began = clock_wall_ns();
    if (gen_level(&request, &level, &report) != ERR_OK)
        return -1;
    int64_t took = clock_wall_ns() - began;
    level_free(level);
    *attempts += report.attempts;
    return took;
}

static int bench_style(const struct gen_style *style, size_t seed_count)
{
    static int64_t times[SEED_COUNT_MAX];
    int attempts = 0;

    for (size_t seed = 0; seed < seed_count; seed++) {
        times[seed] = time_level(style, (uint64_t)seed, &attempts);
        if (times[seed] < 0)
            return EXIT_FAILURE;
    }
    clock_sort(times, seed_count);
    printf("%-15s %8lld %8lld %8lld %9.3f\n", style->name,
           (long long)clock_percentile(times, seed_count, 50) / 1000,
           (long long)clock_percentile(times, seed_count, 95) / 1000,
           (long long)clock_percentile(times, seed_count, 100) / 1000,
           (double)attempts / (double)seed_count);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    int code = EXIT_SUCCESS;
    size_t seed_count = argc < 3 ? SEED_COUNT_MAX : strtoul(argv[2], NULL, 10);

    if (seed_count < 1 || seed_count > SEED_COUNT_MAX)
        return EXIT_FAILURE;
    if (setpieces_builtin(&pieces) != ERR_OK)
        return EXIT_FAILURE;
    printf("%-15s %8s %8s %8s %9s\n", "us per level", "median", "p95", "max", "attempts");
    for (size_t i = 0; i < gen_style_count() && code == EXIT_SUCCESS; i++) {
        const struct gen_style *style = gen_style_at(i);
        if (argc < 2 || strcmp(argv[1], style->name) == 0)
            code = bench_style(style, seed_count);
    }
    setpieces_release(&pieces);
    return code;
}

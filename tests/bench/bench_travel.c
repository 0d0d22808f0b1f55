/*
 * The cost of travel: for each style, levels explored from the stairs up and crossed to the stairs
 * down. Prints the time of a travel_next() while exploring (of this thread's processor time), the
 * actions an exploration took for every 100 walkable cells of the level, the most visits to one
 * cell, and the time of planning the longest way.
 *
 *     bench_travel [SEEDS [WIDTH HEIGHT]]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/check.h"
#include "bench/clock.h"
#include "gen/gen.h"
#include "sim/travel_walk.h"

enum { SEEDS_STANDARD = 20, WIDTH_STANDARD = 100, HEIGHT_STANDARD = 57, SAMPLES_MAX = 2000000 };

struct samples {
    int64_t *ns;
    size_t count;
    int64_t percent_sum; /* actions for every 100 walkable cells */
    int64_t percent_max;
    int visits_max;
    int64_t plan_ns_max;
};

static int count_passable(const struct level *level)
{
    int count = 0;

    for (size_t i = 0; i < level_cell_count(level); i++)
        count += tile_is_passable((enum tile_id)level->tiles[i]);
    return count;
}

static void explore(struct travel_walk *walk, struct travel_walker *walker, struct samples *samples)
{
    int actions = 0;

    walk->clock_ns = clock_cpu_ns;
    do {
        CHECK(travel_begin_explore(&walker->travel, walk->world,
                                   travel_walk_delver(walk, walker)) == ERR_OK);
        while (walker->travel.kind != TRAVEL_NONE) {
            actions = walker->actions;
            travel_walk_tick(walk);
            if (walker->actions > actions && samples->count < SAMPLES_MAX)
                samples->ns[samples->count++] = walk->asked_ns;
        }
    } while (walker->result != TRAVEL_DONE);
}

static void measure_level(const struct gen_style *style, uint64_t seed, int width, int height,
                          struct samples *samples)
{
    const struct level_key key = {.depth = 1, .generation = 1};
    struct gen_request request;
    struct level *level = NULL;
    struct travel_walk walk;

    gen_request_init(&request, style, seed, key, width, height);
    CHECK(gen_level(&request, &level, NULL) == ERR_OK);
    travel_walk_init(&walk, level);
    struct travel_walker *walker = travel_walk_join(&walk, level->up);
    explore(&walk, walker, samples);

    int64_t percent = walker->actions * 100 / count_passable(level);
    samples->percent_sum += percent;
    if (percent > samples->percent_max)
        samples->percent_max = percent;
    for (size_t i = 0; i < level_cell_count(level); i++) {
        if (walker->visits[i] > samples->visits_max)
            samples->visits_max = walker->visits[i];
    }
    int64_t start = clock_cpu_ns();
    CHECK(travel_begin_to_tile(&walker->travel, walk.world, travel_walk_delver(&walk, walker),
                               walk.scratch, TILE_STAIRS_DOWN) == ERR_OK);
    int64_t took = clock_cpu_ns() - start;
    if (took > samples->plan_ns_max)
        samples->plan_ns_max = took;
    travel_walk_release(&walk);
}

static void measure_style(const struct gen_style *style, int seeds, int width, int height)
{
    struct samples samples = {.ns = calloc(SAMPLES_MAX, sizeof(int64_t))};

    CHECK(samples.ns != NULL);
    for (int seed = 1; seed <= seeds; seed++)
        measure_level(style, (uint64_t)seed, width, height, &samples);
    clock_sort(samples.ns, samples.count);
    printf("%-8s %7zu asks  ns: mean %6" PRId64 "  p50 %6" PRId64 "  p99 %6" PRId64
           "  max %7" PRId64 "  actions/100 cells: mean %3" PRId64 "  max %3" PRId64
           "  visits max %3d  plan max %6" PRId64 " ns\n",
           style->name, samples.count, clock_mean(samples.ns, samples.count),
           clock_percentile(samples.ns, samples.count, 50),
           clock_percentile(samples.ns, samples.count, 99),
           clock_percentile(samples.ns, samples.count, 100), samples.percent_sum / seeds,
           samples.percent_max, samples.visits_max, samples.plan_ns_max);
    free(samples.ns);
}

int main(int argc, char **argv)
{
    int seeds = argc > 1 ? (int)strtol(argv[1], NULL, 10) : SEEDS_STANDARD;
    int width = argc > 3 ? (int)strtol(argv[2], NULL, 10) : WIDTH_STANDARD;
    int height = argc > 3 ? (int)strtol(argv[3], NULL, 10) : HEIGHT_STANDARD;

    printf("%d seeds at %dx%d; travel %zu bytes\n", seeds, width, height, sizeof(struct travel));
    for (size_t i = 0; i < gen_style_count(); i++)
        measure_style(gen_style_at(i), seeds < 1 ? 1 : seeds, width, height);
    return EXIT_SUCCESS;
}

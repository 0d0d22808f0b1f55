/*
 * Levels, measured and sorted.
 */
#include "support/gen_bands.h"

#include <stdlib.h>

#include "gen/gen.h"
#include "gen/measure.h"
#include "support/test.h"

/* Percentiles of few levels scatter: then fewer levels have to be within a band. */
enum { SEED_COUNT = TEST_COUNT(300, 60), LEFT_OUT = SEED_COUNT / TEST_COUNT(20, 6) };

static const char *const measure_names[GEN_BAND_COUNT] = {
    [GEN_BAND_WALKABLE] = "walkable",   [GEN_BAND_ROOMS] = "rooms",
    [GEN_BAND_LOOPS] = "loops",         [GEN_BAND_LOOPS9] = "loops9",
    [GEN_BAND_DEAD_ENDS] = "dead ends", [GEN_BAND_ARTICULATION] = "articulation",
    [GEN_BAND_PATH] = "path",
};

static int compare_ints(const void *a, const void *b)
{
    int left = *(const int *)a;
    int right = *(const int *)b;

    return (left > right) - (left < right);
}

static void measure_level(const struct gen_style *style, uint64_t seed, int width, int height,
                          struct gen_measure *out)
{
    struct gen_request request;
    struct gen_report report;
    struct level *level;
    struct level_key key = {.depth = 1};

    gen_request_init(&request, style, seed, key, width, height);
    ck_assert_int_eq(gen_level(&request, &level, &report), ERR_OK);
    ck_assert_ptr_eq(report.style, style);
    ck_assert_int_eq(gen_measure(level, out), ERR_OK);
    level_free(level);
}

void gen_bands_expect(const char *style, int width, int height,
                      const struct gen_band bands[GEN_BAND_COUNT])
{
    static int values[GEN_BAND_COUNT][SEED_COUNT];
    const struct gen_style *found = gen_style_find(style);

    ck_assert_ptr_nonnull(found);
    for (int seed = 0; seed < SEED_COUNT; seed++) {
        struct gen_measure measure;
        measure_level(found, (uint64_t)seed, width, height, &measure);
        values[GEN_BAND_WALKABLE][seed] = measure.walkable;
        values[GEN_BAND_ROOMS][seed] = measure.rooms;
        values[GEN_BAND_LOOPS][seed] = measure.loops;
        values[GEN_BAND_LOOPS9][seed] = measure.loops9;
        values[GEN_BAND_DEAD_ENDS][seed] = measure.dead_ends;
        values[GEN_BAND_ARTICULATION][seed] = measure.articulation;
        values[GEN_BAND_PATH][seed] = measure.path;
    }
    for (int i = 0; i < GEN_BAND_COUNT; i++) {
        int *sorted = values[i];
        qsort(sorted, SEED_COUNT, sizeof sorted[0], compare_ints);
        int low = sorted[LEFT_OUT];
        int high = sorted[SEED_COUNT - 1 - LEFT_OUT];
        ck_assert_msg(low >= bands[i].low && high <= bands[i].high,
                      "%s: all but %d in %d have %s from %d to %d, not %d to %d", style,
                      2 * LEFT_OUT, SEED_COUNT, measure_names[i], low, high, bands[i].low,
                      bands[i].high);
    }
}

/*
 * Effects of the knobs: each moves some measure, the levels of a style differ from one another, and
 * some setting gives levels like those of each source.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "content/setpiece.h"
#include "gen/gen.h"
#include "gen/measure.h"
#include "support/test.h"

enum {
    WIDTH = 100,
    HEIGHT = 57,
    SEED_COUNT = 30,       /* enough for most knobs */
    SEED_COUNT_MAX = 1920, /* for those that do little */
    SPREAD_COUNT = TEST_COUNT(300, 150),
    MEASURE_COUNT = 12,
    SIGMAS = 4, /* so far apart that chance alone does it once in 15,000 times */
};

static struct setpieces pieces;

/* Measures of the levels of one setting, by seed. */
struct measured {
    int values[SEED_COUNT_MAX][MEASURE_COUNT];
};

static void measure_level(const struct gen_request *request, int *values)
{
    struct gen_measure measure;
    struct level *level;
    int count = 0;

    ck_assert_int_eq(gen_level(request, &level, NULL), ERR_OK);
    ck_assert_int_eq(gen_measure(level, &measure), ERR_OK);
    values[count++] = measure.rooms;
    values[count++] = measure.loops;
    values[count++] = measure.loops9;
    values[count++] = measure.dead_ends;
    values[count++] = measure.walkable;
    values[count++] = measure.articulation;
    values[count++] = measure.doors;
    values[count++] = measure.hall;
    values[count++] = measure.path;
    values[count++] = measure.diameter;
    values[count++] = measure.kinds;
    values[count++] = measure.surface;
    ck_assert_int_eq(count, MEASURE_COUNT);
    level_free(level);
}

/* Fills in the seeds from `first` to `count`. */
static void measure_setting(const struct gen_style *style, const struct gen_knob *knob, int value,
                            int first, int count, struct measured *out)
{
    const struct gen_knob *refused;

    for (int seed = first; seed < count; seed++) {
        struct gen_request request;
        struct level_key key = {.depth = 3};
        gen_request_init(&request, style, (uint64_t)seed, key, WIDTH, HEIGHT);
        request.pieces = &pieces;
        ck_assert_int_eq(gen_request_set(&request, knob->name, value, &refused), ERR_OK);
        measure_level(&request, out->values[seed]);
    }
}

/* Whether some measure differs, seed by seed, by more in the mean than chance explains. */
static bool has_moved(const struct measured *a, const struct measured *b, int count)
{
    for (int i = 0; i < MEASURE_COUNT; i++) {
        double sum = 0;
        double squares = 0;
        for (int seed = 0; seed < count; seed++) {
            double apart = b->values[seed][i] - a->values[seed][i];
            sum += apart;
            squares += apart * apart;
        }
        double mean = sum / count;
        double variance = squares / count - mean * mean;
        if (mean * mean > SIGMAS * SIGMAS * variance / count)
            return true;
    }
    return false;
}

/* Over as many seeds as it takes, from SEED_COUNT on. */
static bool moves_something(const struct gen_style *style, const struct gen_knob *knob)
{
    static struct measured low;
    static struct measured middle;
    static struct measured high;
    int first = 0;

    for (int count = SEED_COUNT; count <= SEED_COUNT_MAX; count *= 4) {
        measure_setting(style, knob, knob->low, first, count, &low);
        measure_setting(style, knob, (knob->low + knob->high) / 2, first, count, &middle);
        measure_setting(style, knob, knob->high, first, count, &high);
        if (has_moved(&low, &middle, count) || has_moved(&middle, &high, count) ||
            has_moved(&low, &high, count))
            return true;
        first = count;
    }
    return false;
}

static void read_pieces(void)
{
    ck_assert_int_eq(setpieces_builtin(&pieces), ERR_OK);
}

static void release_pieces(void)
{
    setpieces_release(&pieces);
}

TEST_FILE_FIXTURE(read_pieces, release_pieces);

TEST_EACH(every_knob_moves_some_measure, gen_style_count())
{
    const struct gen_style *style = gen_style_at((size_t)_i);

    for (size_t k = 0; k < gen_knob_count(style); k++) {
        struct gen_knob knob = gen_knob_at(style, k);
        ck_assert_msg(moves_something(style, &knob), "%s: %s does nothing", style->name, knob.name);
    }
}

/* The square of the coefficient of variation, in ten thousandths. */
static double squared_variation(const double *values)
{
    double sum = 0;
    double squares = 0;

    for (int i = 0; i < SPREAD_COUNT; i++) {
        sum += values[i];
        squares += values[i] * values[i];
    }
    double mean = sum / SPREAD_COUNT;
    return 10000 * (squares / SPREAD_COUNT - mean * mean) / (mean * mean);
}

/* A fifth of the mean for ways round, a twelfth for rooms; caves have no rooms to speak of. */
TEST_EACH(no_two_levels_of_a_style_have_as_many_rooms_and_ways_round, 7)
{
    static const char *const styles[] = {"rooms", "regions", "chain", "digger",
                                         "maze",  "delve",   "caves"};
    double rooms[SPREAD_COUNT];
    double loops[SPREAD_COUNT];
    double loops9[SPREAD_COUNT];

    for (int seed = 0; seed < SPREAD_COUNT; seed++) {
        struct gen_request request;
        struct gen_measure measure;
        struct level *level;
        struct level_key key = {.depth = 1};
        gen_request_init(&request, gen_style_find(styles[_i]), (uint64_t)seed, key, WIDTH, HEIGHT);
        ck_assert_int_eq(gen_level(&request, &level, NULL), ERR_OK);
        ck_assert_int_eq(gen_measure(level, &measure), ERR_OK);
        rooms[seed] = measure.rooms;
        loops[seed] = measure.loops;
        loops9[seed] = measure.loops9;
        level_free(level);
    }
    ck_assert_msg(squared_variation(rooms) >= 8 * 8, "%s: rooms %.1f", styles[_i],
                  squared_variation(rooms));
    ck_assert_msg(squared_variation(loops) >= 20 * 20, "%s: loops %.1f", styles[_i],
                  squared_variation(loops));
    ck_assert_msg(squared_variation(loops9) >= 20 * 20, "%s: loops9 %.1f", styles[_i],
                  squared_variation(loops9));
}

/* Medians of the levels of a source's own steps, taken literally, and the knobs that give the like.
 * The table in common/gen/README.md is the same. */
struct source {
    const char *name;
    const char *style;
    int width;
    int height;
    const char *settings; /* NAME=VALUE, ended by spaces */
    int rooms;
    int open_percent;
    int loops9;
    int dead_ends;
    int doors;
    int hall_percent;
    int diameter;
};

static const struct source source_table[] = {
    {"nine regions", "regions", 80, 25, "skip=5 junctions=0 exits=100 merge=100 doors=100 thin=0 ",
     8, 31, 8, 0, 21, 29, 87},
    {"a maze with rooms", "maze", 51, 51,
     "sparse=70 dead_ends=50 rooms_max=12 rooms_min=12 side_min=1 side_max=4 across=100 loops=0 "
     "stubs=100 thin=0 doors=100 ",
     6, 21, 2, 5, 18, 75, 228},
    {"a chain of rooms", "chain", 80, 48,
     "tries=20 room_area=320 area_min=320 side_max=17 galleries=0 wings=0 doors=100 thin=0 "
     "loops=8 loops_min=8 ",
     10, 25, 5, 0, 20, 17, 110},
    {"a chain of rooms", "rooms", 80, 48,
     "tries=20 tries_min=20 rooms_max=12 side_min=6 side_max=18 gap=1 ", 10, 25, 5, 0, 20, 17, 110},
    {"diggers", "digger", 100, 57, "caves=18 caves_min=18 stubs=100 loops=0 piece_min=1 ", 42, 55,
     39, 86, 0, 30, 166},
    {"a cave", "caves", 100, 57, "fill=44 fill_min=44 stubs=100 loops=0 ", 6, 61, 12, 88, 0, 4,
     154},
};

enum { SOURCE_COUNT = sizeof source_table / sizeof source_table[0], SOURCE_MEASURES = 7 };

static void apply_settings(struct gen_request *request, const char *settings)
{
    char name[32];
    int value;
    int length;
    const struct gen_knob *refused;

    for (const char *at = settings; sscanf(at, " %31[^=]=%d%n", name, &value, &length) == 2;
         at += length)
        ck_assert_int_eq(gen_request_set(request, name, value, &refused), ERR_OK);
}

static int compare_ints(const void *a, const void *b)
{
    int left = *(const int *)a;
    int right = *(const int *)b;

    return (left > right) - (left < right);
}

/* Nine in ten of the levels with those knobs lie about each of the source's medians. */
TEST_EACH(a_setting_gives_levels_like_the_source, SOURCE_COUNT)
{
    const struct source *source = &source_table[_i];
    const int wanted[SOURCE_MEASURES] = {
        source->rooms, source->open_percent, source->loops9,  source->dead_ends,
        source->doors, source->hall_percent, source->diameter};
    static int values[SOURCE_MEASURES][SPREAD_COUNT];

    for (int seed = 0; seed < SPREAD_COUNT; seed++) {
        struct gen_request request;
        struct gen_measure measure;
        struct level *level;
        struct level_key key = {.depth = 1};
        gen_request_init(&request, gen_style_find(source->style), (uint64_t)seed + 1, key,
                         source->width, source->height);
        apply_settings(&request, source->settings);
        ck_assert_int_eq(gen_level(&request, &level, NULL), ERR_OK);
        ck_assert_int_eq(gen_measure(level, &measure), ERR_OK);
        values[0][seed] = measure.rooms;
        values[1][seed] = measure.walkable * 100 / (source->width * source->height);
        values[2][seed] = measure.loops9;
        values[3][seed] = measure.dead_ends;
        values[4][seed] = measure.doors;
        values[5][seed] = measure.hall * 100 / measure.walkable;
        values[6][seed] = measure.diameter;
        level_free(level);
    }
    for (int i = 0; i < SOURCE_MEASURES; i++) {
        qsort(values[i], SPREAD_COUNT, sizeof values[i][0], compare_ints);
        int low = values[i][SPREAD_COUNT / 20];
        int high = values[i][SPREAD_COUNT - 1 - SPREAD_COUNT / 20];
        ck_assert_msg(low <= wanted[i] && wanted[i] <= high,
                      "%s by %s: measure %d goes %d to %d, not by %d", source->name, source->style,
                      i, low, high, wanted[i]);
    }
}

static int median_loops(int exits, int merge)
{
    const struct gen_knob *refused;
    int loops[SPREAD_COUNT];

    for (int seed = 0; seed < SPREAD_COUNT; seed++) {
        struct gen_request request;
        struct gen_measure measure;
        struct level *level;
        struct level_key key = {.depth = 1};
        gen_request_init(&request, gen_style_find("regions"), (uint64_t)seed, key, WIDTH, HEIGHT);
        ck_assert_int_eq(gen_request_set(&request, "exits", exits, &refused), ERR_OK);
        ck_assert_int_eq(gen_request_set(&request, "merge", merge, &refused), ERR_OK);
        ck_assert_int_eq(gen_level(&request, &level, NULL), ERR_OK);
        ck_assert_int_eq(gen_measure(level, &measure), ERR_OK);
        loops[seed] = measure.loops;
        level_free(level);
    }
    qsort(loops, SPREAD_COUNT, sizeof loops[0], compare_ints);
    return loops[SPREAD_COUNT / 2];
}

TEST_EACH(exits_of_regions_are_ways_round, 3)
{
    static const int merges[] = {0, 50, 100};
    int none = median_loops(0, merges[_i]);
    int some = median_loops(50, merges[_i]);
    int all = median_loops(100, merges[_i]);

    ck_assert_int_ge(some, none + 4);
    ck_assert_int_ge(all, some + 4);
}

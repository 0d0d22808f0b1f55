/*
 * Properties of levels that hold for every style, every seed, every legal size and every setting of
 * the knobs, with the set pieces that are built in. A new style is covered by being in the
 * registry, a new set piece by being a file.
 *
 * GEN_SEEDS in the environment says how many seeds a style, GEN_SETTINGS how many mixtures of
 * settings. Ten thousand seeds a style:
 *     GEN_SEEDS=10000 build/release/tests/property_tests test_gen
 */
#include "gen/gen.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "gen/measure.h"
#include "support/gen_looks.h"
#include "support/test.h"

enum {
    SEED_COUNT = TEST_COUNT(300, 8),
    SEED_COUNT_MAX = 1000000,
    SIZE_COUNT = TEST_COUNT(60, 5),
    KNOB_COUNT = TEST_COUNT(120, 8),
    ATTEMPTS_CAP = 2 * GEN_ATTEMPTS_MAX + 1,
    TWICE_COUNT = TEST_COUNT(20, 4),
    WIDTH = 100,
    HEIGHT = 57,
};

static struct level_search search;
static struct setpieces pieces;

/* Doors that mean something, and no stub without a find, unless the knobs let them stay. */
static void expect_looks(const struct gen_request *request, const struct level *level)
{
    struct gen_looks looks;

    gen_looks_count(level, &looks);
    if (request->shared[GEN_THIN] < 100)
        looks.close_doors = looks.vain_doors = 0;
    if (request->shared[GEN_STUBS] > 0)
        looks.stubs = 0;
    ck_assert_msg(looks.close_doors == 0 && looks.vain_doors == 0 && looks.stubs == 0,
                  "%s %dx%d seed %llu: %d doors close together, %d doors in vain, %d stubs",
                  request->style->name, request->width, request->height,
                  (unsigned long long)request->world_seed, looks.close_doors, looks.vain_doors,
                  looks.stubs);
}

/* No file twice, and none where it is not at home. */
static void expect_places(const struct gen_request *request, const struct gen_report *report)
{
    int count = 0;

    for (size_t i = 0; i < pieces.count; i++) {
        if ((report->placed[i / 64] >> i % 64 & 1) == 0)
            continue;
        count++;
        ck_assert_msg(setpiece_is_at(&pieces.rows[i], request->key.depth), "%s on depth %d",
                      pieces.rows[i].name, request->key.depth);
    }
    ck_assert_int_eq(count, report->place_count);
}

/* The level of a request, proven; the caller frees it. */
static struct level *made(const struct gen_request *request, struct gen_report *report)
{
    struct level *level;
    unsigned faults = ~0u;

    ck_assert_int_eq(gen_level(request, &level, report), ERR_OK);
    ck_assert_int_eq(gen_prove(level, &faults), ERR_OK);
    ck_assert_msg(faults == 0, "%s %dx%d seed %llu: faults %#x", request->style->name,
                  request->width, request->height, (unsigned long long)request->world_seed, faults);
    ck_assert_int_ge(report->attempts, 1);
    ck_assert_int_le(report->attempts, ATTEMPTS_CAP);
    ck_assert_int_eq(level->width, request->width);
    ck_assert_int_eq(level->height, request->height);
    if (request->pieces == NULL) {
        expect_looks(request, level);
        return level;
    }
    ck_assert_int_eq(gen_prove_furnished(level, &faults), ERR_OK);
    ck_assert_msg(faults == 0, "%s %dx%d seed %llu: faults %#x", request->style->name,
                  request->width, request->height, (unsigned long long)request->world_seed, faults);
    expect_places(request, report);
    return level;
}

/* Makes a request for one of the depths 1 to 20, by the seed. */
static void request_of(struct gen_request *request, const struct gen_style *style, uint64_t seed,
                       int width, int height)
{
    struct level_key key = {.depth = (uint16_t)(1 + seed % 20)};
    gen_request_init(request, style, seed, key, width, height);
    request->pieces = &pieces;
}

/* Makes the same request without set pieces. */
static void request_bare(struct gen_request *request, const struct gen_style *style, uint64_t seed)
{
    request_of(request, style, seed, WIDTH, HEIGHT);
    request->pieces = NULL;
}

static int compare_u64(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a;
    uint64_t right = *(const uint64_t *)b;

    return (left > right) - (left < right);
}

/* Someone who arrives by either stair finds it free, and a second and third find a place too. */
static void expect_arrivals(struct level *level)
{
    struct pos ends[2] = {level->up, level->down};

    for (int end = 0; end < 2; end++) {
        for (uint32_t body = 1; body <= 3; body++) {
            struct pos at;
            ck_assert(level_find_free(level, &search, ends[end], &at));
            ck_assert(body > 1 || pos_equal(at, ends[end]));
            ck_assert(level_is_walkable(level, at));
            ck_assert_int_le(pos_distance(at, ends[end]), 1);
            level->bodies[level_index(level, at)] = body;
        }
    }
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

TEST_EACH(every_seed_gives_a_right_level_of_its_own, gen_style_count())
{
    const struct gen_style *style = gen_style_at((size_t)_i);
    size_t seeds = (size_t)test_number("GEN_SEEDS", SEED_COUNT, SEED_COUNT_MAX);
    uint64_t *hashes = calloc(seeds, sizeof hashes[0]);
    int fallbacks = 0;

    ck_assert_ptr_nonnull(hashes);
    for (size_t seed = 0; seed < seeds; seed++) {
        struct gen_request request;
        struct gen_report report;
        request_of(&request, style, seed, WIDTH, HEIGHT);
        struct level *level = made(&request, &report);
        fallbacks += report.style != style;
        hashes[seed] = report.hash;
        expect_arrivals(level);
        level_free(level);
    }
    ck_assert_int_eq(fallbacks, 0);
    qsort(hashes, seeds, sizeof hashes[0], compare_u64);
    for (size_t i = 1; i < seeds; i++)
        ck_assert_uint_ne(hashes[i - 1], hashes[i]);
    free(hashes);
}

TEST_EACH(the_same_request_gives_the_same_bytes, gen_style_count())
{
    const struct gen_style *style = gen_style_at((size_t)_i);

    for (uint64_t seed = 0; seed < TWICE_COUNT; seed++) {
        struct gen_request request;
        struct gen_report first_report;
        struct gen_report report;
        request_of(&request, style, seed, WIDTH, HEIGHT);
        struct level *first = made(&request, &first_report);
        struct level *second = made(&request, &report);
        ck_assert_mem_eq(first->tiles, second->tiles, level_cell_count(first));
        ck_assert_uint_eq(first_report.hash, report.hash);
        ck_assert_int_eq(first_report.attempts, report.attempts);
        ck_assert_int_eq(first->room_count, second->room_count);
        level_free(first);
        level_free(second);
    }
}

/* The n-th of `count` sizes: the first is the smallest, the second the largest. */
static int sized(struct rng *rng, int n, int low, int high)
{
    return n == 0 ? low : (n == 1 ? high : rng_range(rng, low, high));
}

TEST_EACH(every_size_is_filled, gen_style_count())
{
    const struct gen_style *style = gen_style_at((size_t)_i);
    struct rng rng;

    rng_init(&rng, 11);
    for (int n = 0; n < SIZE_COUNT; n++) {
        struct gen_request request;
        struct gen_report report;
        int width = sized(&rng, n, style->width_min, GEN_SECTOR_WIDTH);
        int height = sized(&rng, n, style->height_min, GEN_SECTOR_HEIGHT);
        request_of(&request, style, (uint64_t)n, width, height);
        level_free(made(&request, &report));
    }
}

static void set_knob(struct gen_request *request, const struct gen_knob *knob, int value)
{
    const struct gen_knob *refused;

    ck_assert_int_eq(gen_request_set(request, knob->name, value, &refused), ERR_OK);
}

/* Turns each knob to one end of its range, the other, or anywhere between. */
static void turn_knobs(struct gen_request *request, struct rng *rng)
{
    for (size_t k = 0; k < gen_knob_count(request->style); k++) {
        struct gen_knob knob = gen_knob_at(request->style, k);
        uint32_t way = rng_below(rng, 3);
        int value = way == 0 ? knob.low : knob.high;
        set_knob(request, &knob, way == 2 ? rng_range(rng, knob.low, knob.high) : value);
    }
}

/* The level is proven, and it is the style's own. */
static void expect_own(const struct gen_request *request, const char *setting)
{
    struct gen_report report;

    level_free(made(request, &report));
    ck_assert_msg(report.style == request->style, "%s %dx%d seed %d, %s: %s took over",
                  request->style->name, request->width, request->height, (int)request->world_seed,
                  setting, report.style->name);
}

TEST_EACH(no_mixture_of_settings_breaks_a_level, gen_style_count())
{
    const struct gen_style *style = gen_style_at((size_t)_i);
    int settings = (int)test_number("GEN_SETTINGS", KNOB_COUNT, SEED_COUNT_MAX);
    struct rng rng;

    rng_init(&rng, 12);
    for (int n = 0; n < settings; n++) {
        struct gen_request request;
        int width = sized(&rng, n % 8, style->width_min, GEN_SECTOR_WIDTH);
        int height = sized(&rng, n % 8, style->height_min, GEN_SECTOR_HEIGHT);
        request_of(&request, style, (uint64_t)n, width, height);
        turn_knobs(&request, &rng);
        expect_own(&request, "a mixture");
    }
}

/* Each knob by itself at both ends and in the middle; then all at one end. */
TEST_EACH(no_knob_at_its_end_breaks_a_level, gen_style_count())
{
    const struct gen_style *style = gen_style_at((size_t)_i);
    const int sizes[][2] = {
        {style->width_min, style->height_min}, {80, 25}, {84, 40}, {WIDTH, HEIGHT}};
    struct gen_request low;
    struct gen_request high;

    for (size_t size = 0; size < sizeof sizes / sizeof sizes[0]; size += TEST_COUNT(1, 3)) {
        request_of(&low, style, size, sizes[size][0], sizes[size][1]);
        request_of(&high, style, size, sizes[size][0], sizes[size][1]);
        for (size_t k = 0; k < gen_knob_count(style); k++) {
            struct gen_knob knob = gen_knob_at(style, k);
            for (int half = 0; half <= 2; half += TEST_COUNT(1, 2)) {
                struct gen_request request;
                request_of(&request, style, k, sizes[size][0], sizes[size][1]);
                set_knob(&request, &knob, knob.low + (knob.high - knob.low) * half / 2);
                expect_own(&request, knob.name);
            }
            set_knob(&low, &knob, knob.low);
            set_knob(&high, &knob, knob.high);
        }
        expect_own(&low, "all at the low end");
        expect_own(&high, "all at the high end");
    }
}

static int compare_ints(const void *a, const void *b)
{
    int left = *(const int *)a;
    int right = *(const int *)b;

    return (left > right) - (left < right);
}

/* Whether no single body can part the two stairs. */
static bool has_two_ways(struct level *level)
{
    unsigned faults = 0;

    for (int y = 1; y < level->height - 1; y++) {
        for (int x = 1; x < level->width - 1; x++) {
            struct pos at = pos_of(x, y);
            enum tile_id tile = level_tile(level, at);
            if (!tile_is_passable(tile) || pos_equal(at, level->up) || pos_equal(at, level->down))
                continue;
            level_set_tile(level, at, TILE_ROCK);
            ck_assert_int_eq(gen_prove(level, &faults), ERR_OK);
            level_set_tile(level, at, tile);
            if (faults & GEN_FAULT_STAIRS)
                return false;
        }
    }
    return true;
}

TEST(rooms_have_ways_round)
{
    int loops9[SEED_COUNT];
    int articulation_permille[SEED_COUNT];
    int path[SEED_COUNT];

    for (int seed = 0; seed < SEED_COUNT; seed++) {
        struct gen_request request;
        struct gen_report report;
        struct gen_measure measure;
        request_bare(&request, gen_style_find("rooms"), (uint64_t)seed);
        struct level *level = made(&request, &report);
        ck_assert_int_eq(gen_measure(level, &measure), ERR_OK);
        loops9[seed] = measure.loops9;
        articulation_permille[seed] = measure.articulation * 1000 / measure.walkable;
        path[seed] = measure.path;
        ck_assert_int_eq(measure.dead_ends, 0);
        level_free(level);
    }
    qsort(loops9, SEED_COUNT, sizeof(int), compare_ints);
    qsort(articulation_permille, SEED_COUNT, sizeof(int), compare_ints);
    qsort(path, SEED_COUNT, sizeof(int), compare_ints);
    ck_assert_int_ge(loops9[SEED_COUNT / 2], 3);
    ck_assert_int_le(articulation_permille[SEED_COUNT / 2], 60);
    ck_assert_int_ge(path[0], 30);
}

TEST(no_one_body_parts_the_stairs_of_rooms)
{
    for (uint64_t seed = 0; seed < TEST_COUNT(12, 1); seed++) {
        struct gen_request request;
        struct gen_report report;
        request_of(&request, gen_style_find("rooms"), seed, WIDTH, HEIGHT);
        struct level *level = made(&request, &report);
        ck_assert_msg(has_two_ways(level), "seed %llu", (unsigned long long)seed);
        level_free(level);
    }
}

/* Rooms that nobody takes for halls, and no crumbs of wall. */
TEST_EACH(built_styles_have_plain_walls_and_rooms, 4)
{
    static const char *const styles[] = {"rooms", "regions", "chain", "maze"};
    const struct gen_style *style = gen_style_find(styles[_i]);

    for (int seed = 0; seed < SEED_COUNT; seed++) {
        struct gen_request request;
        struct gen_report report;
        struct gen_looks looks;
        request_bare(&request, style, (uint64_t)seed);
        struct level *level = made(&request, &report);
        gen_looks_count(level, &looks);
        ck_assert_msg(looks.small_islands == 0 && looks.thin_rooms == 0,
                      "%s seed %d: %d crumbs of wall, %d thin rooms", style->name, seed,
                      looks.small_islands, looks.thin_rooms);
        level_free(level);
    }
}

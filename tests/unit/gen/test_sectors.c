/*
 * Levels larger than a sector: proven as a whole, by the style that was asked for, the same for the
 * same seed, and joined at each border by openings that the proof needs.
 */
#include "gen/sectors.h"

#include <stdio.h>

#include "gen/measure.h"
#include "support/test.h"
#include "world/place.h"

static struct setpieces pieces;

static void setup(void)
{
    ck_assert_int_eq(setpieces_builtin(&pieces), ERR_OK);
}

static void teardown(void)
{
    setpieces_release(&pieces);
}

static struct level *make(const char *style, uint64_t seed, int width, int height,
                          struct gen_report *report)
{
    struct gen_request request;
    struct level *level;

    gen_request_init(&request, gen_style_find(style), seed, (struct level_key){.depth = 4}, width,
                     height);
    request.pieces = &pieces;
    ck_assert_int_eq(gen_level(&request, &level, report), ERR_OK);
    ck_assert_int_eq(level->width, width);
    ck_assert_int_eq(level->height, height);
    return level;
}

static void expect_proven(const struct level *level, const char *what, uint64_t seed)
{
    unsigned faults;

    ck_assert_int_eq(gen_prove_furnished(level, &faults), ERR_OK);
    ck_assert_msg(faults == 0, "%s %dx%d, seed %llu: faults %x", what, level->width, level->height,
                  (unsigned long long)seed, faults);
}

TEST_FIXTURE(setup, teardown);

/* The last size is the largest one with a single row of sectors that are as low as can be. */
TEST(every_style_makes_large_levels_that_are_proven)
{
    static const int sizes[][2] = {{512, 256}, {257, 128}, {300, 129}, {40, 200}, {600, 40}};

    for (size_t n = 0; n < gen_style_count(); n++) {
        const struct gen_style *style = gen_style_at(n);
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            struct gen_report report;
            if (sizes[i][0] < style->width_min || sizes[i][1] < style->height_min)
                continue;
            struct level *level = make(style->name, i + 1, sizes[i][0], sizes[i][1], &report);
            expect_proven(level, style->name, i + 1);
            ck_assert_msg(report.style == style, "%s became %s", style->name, report.style->name);
            level_free(level);
        }
    }
}

TEST(the_largest_level_has_its_stairs_in_opposite_corners_and_things_everywhere)
{
    struct gen_report report;
    struct level *level = make("digger", 1, LEVEL_WIDTH_MAX, LEVEL_HEIGHT_MAX, &report);
    struct pos up = level->up;
    struct pos down = level->down;
    int spots[4] = {0};

    expect_proven(level, "digger", 1);
    ck_assert_int_ne(up.x < GEN_SECTOR_WIDTH, down.x < GEN_SECTOR_WIDTH);
    ck_assert_int_ge(up.x > down.x ? up.x - down.x : down.x - up.x, 2 * GEN_SECTOR_WIDTH);
    ck_assert_int_ge(up.y > down.y ? up.y - down.y : down.y - up.y, 2 * GEN_SECTOR_HEIGHT);
    for (int i = 0; i < level->spot_count; i++)
        spots[level->spots[i].area.x / GEN_SECTOR_WIDTH]++;
    for (int i = 0; i < 4; i++)
        ck_assert_int_ge(spots[i], 20);
    ck_assert_int_gt(report.place_count, 100);
    ck_assert_msg(level->places->count > 32767, "so many areas need all bits of their numbers");
    level_free(level);
}

TEST(the_same_seed_makes_the_same_large_level_and_another_seed_another)
{
    uint64_t hashes[3];
    const uint64_t seeds[] = {5, 5, 6};

    for (int i = 0; i < 3; i++) {
        struct gen_report report;
        level_free(make("rooms", seeds[i], 512, 128, &report));
        hashes[i] = report.hash;
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
    ck_assert_uint_ne(hashes[0], hashes[2]);
}

/* Numbers that any machine must come to; they change when a style does. */
TEST(large_levels_are_the_same_on_every_machine)
{
    static const struct {
        const char *style;
        const char *hash;
    } golden[] = {{"rooms", "f68f924262a87ad0"},
                  {"caves", "e8aac2616106aa84"},
                  {"delve", "a95854a271b86bf6"}};

    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        struct gen_report report;
        char hash[17];
        level_free(make(golden[i].style, 7, 400, 200, &report));
        snprintf(hash, sizeof hash, "%016llx", (unsigned long long)report.hash);
        ck_assert_str_eq(hash, golden[i].hash);
    }
}

/* Closing what a sector was opened by is a fault: so the openings are what joins them. */
TEST(each_border_has_two_openings)
{
    struct gen_report report;
    struct level *level = make("rooms", 3, 512, 128, &report);
    int open = 0;

    for (int y = 0; y < level->height; y++)
        open +=
            level_is_walkable(level, pos_of(255, y)) && level_is_walkable(level, pos_of(256, y));
    ck_assert_int_eq(open, 2);
    level_free(level);
}

/* A limit that is meant for sectors would change it. */
TEST(a_level_of_the_size_of_a_sector_is_drawn_in_one_piece)
{
    struct gen_report report;
    char hash[17];

    level_free(make("rooms", 7, GEN_SECTOR_WIDTH, GEN_SECTOR_HEIGHT, &report));
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)report.hash);
    ck_assert_str_eq(hash, "78b7b422b8acd0d4");
}

/*
 * Levels with what is built in, as the game makes them, and what many of them come to: every set
 * piece is used, and each style is as rich as it should be.
 */
#include <stdio.h>
#include <stdlib.h>

#include "content/theme.h"
#include "gen/gen.h"
#include "gen/measure.h"
#include "support/test.h"
#include "world/vista.h"

enum {
    LEVELS = 2000,
    DEPTHS = 25,
    SAMPLE = TEST_COUNT(300, 30),
    VISTA_SAMPLE = TEST_COUNT(300, 10),
    WIDTH = 100,
    HEIGHT = 57,
};

static struct setpieces pieces;

static void read_pieces(void)
{
    ck_assert_int_eq(setpieces_builtin(&pieces), ERR_OK);
}

static void release_pieces(void)
{
    setpieces_release(&pieces);
}

TEST_FILE_FIXTURE(read_pieces, release_pieces);

TEST(every_set_piece_is_in_one_of_two_thousand_levels)
{
    bool is_placed[SETPIECES_MAX] = {false};
    size_t count = 0;

    for (int i = 0; i < LEVELS && count < pieces.count; i++) {
        struct level_key key = {.depth = (uint16_t)(1 + i % DEPTHS)};
        struct gen_request request;
        struct gen_report report;
        struct level *level;
        gen_request_for_key(&request, (uint64_t)(i / DEPTHS), key);
        request.pieces = &pieces;
        ck_assert_int_eq(gen_level(&request, &level, &report), ERR_OK);
        level_free(level);
        for (size_t k = 0; k < pieces.count; k++) {
            bool is_new = !is_placed[k] && (report.placed[k / 64] >> k % 64 & 1) != 0;
            is_placed[k] |= is_new;
            count += is_new;
        }
    }
    for (size_t k = 0; k < pieces.count; k++)
        ck_assert_msg(is_placed[k], "%s is on no level", pieces.rows[k].file);
}

static int compare_ints(const void *a, const void *b)
{
    int left = *(const int *)a;
    int right = *(const int *)b;

    return (left > right) - (left < right);
}

static int median(int *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare_ints);
    return values[count / 2];
}

static struct level *made(const struct gen_style *style, int seed, int depth, int landmark,
                          struct gen_report *report)
{
    struct level_key key = {.depth = (uint16_t)depth};
    struct gen_request request;
    struct level *level;

    gen_request_init(&request, style, (uint64_t)seed, key, WIDTH, HEIGHT);
    request.pieces = &pieces;
    if (landmark >= 0)
        request.shared[GEN_LANDMARK] = landmark;
    ck_assert_int_eq(gen_level(&request, &level, report), ERR_OK);
    return level;
}

TEST_EACH(every_style_is_rich_in_kinds_surfaces_and_purpose, gen_style_count())
{
    const struct gen_style *style = gen_style_at((size_t)_i);
    int kinds[SAMPLE];
    int surfaces[SAMPLE];
    int landmarks = 0;
    int with_purpose = 0;

    for (int seed = 0; seed < SAMPLE; seed++) {
        struct gen_report report;
        struct gen_measure measure;
        struct level *level = made(style, seed, 1 + seed % 8, -1, &report);
        ck_assert_int_eq(gen_measure(level, &measure), ERR_OK);
        kinds[seed] = measure.kinds;
        surfaces[seed] = measure.surface * 100 / measure.walkable;
        landmarks += report.landmark != GEN_LANDMARK_NONE;
        with_purpose += report.landmark != GEN_LANDMARK_NONE || report.place_count > 0;
        level_free(level);
    }
    int surface = median(surfaces, SAMPLE);
    ck_assert_int_ge(median(kinds, SAMPLE), 11);
    ck_assert_int_ge(surface, 20);
    ck_assert_int_le(surface, 40);
    ck_assert_int_ge(with_purpose * 10, SAMPLE * 9);
    /* Of 100 levels, five more or less are chance. */
    ck_assert_msg(landmarks * 100 >= SAMPLE * 25 && landmarks * 100 <= SAMPLE * 47,
                  "%s: %d of %d have a landmark", style->name, landmarks, SAMPLE);
}

TEST_EACH(a_landmark_is_seen_from_afar, gen_style_count())
{
    const struct gen_style *style = gen_style_at((size_t)_i);
    int vistas[VISTA_SAMPLE];
    int count = 0;

    for (int seed = 0; seed < VISTA_SAMPLE; seed++) {
        struct gen_report report;
        struct level *level = made(style, 500 + seed, 5, 100, &report);
        if (report.landmark != GEN_LANDMARK_NONE)
            ck_assert_int_eq(vista_measure(level, &vistas[count++]), ERR_OK);
        level_free(level);
    }
    ck_assert_int_ge(count * 10, VISTA_SAMPLE * 9);
    ck_assert_int_ge(median(vistas, count), 120);
}

/*
 * Levels with what is built in, as the game makes them, and what many of them come to: every set
 * piece is used, and each style is as rich as it should be.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "content/theme.h"
#include "gen/gen.h"
#include "gen/measure.h"
#include "support/test.h"
#include "world/sight.h"

enum {
    LEVELS = TEST_COUNT(2000, 150),
    USED_PERCENT = TEST_COUNT(100, 80), /* of all set pieces, in so many levels */
    DEPTHS = 26,
    SAMPLE = TEST_COUNT(300, 16),
    VISTA_SAMPLE = TEST_COUNT(300, 40),
    VISTA_PERMILLE = TEST_COUNT(120, 100), /* the median of few levels is lower by chance */
    LANDMARK_PERCENT = TEST_COUNT(40, 25), /* of few levels, fewer by chance */
    THEMES_MAX = 16,
    THEME_LEVELS = 24,           /* that are known of each theme, */
    PAIRS = TEST_COUNT(400, 30), /* and pairs of others that are told by them */
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
        ck_assert_msg(is_placed[k] || count * 100 >= pieces.count * USED_PERCENT,
                      "%s is on no level", pieces.rows[k].file);
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
    ck_assert_int_ge(surface, 25);
    ck_assert_int_le(surface, 50);
    ck_assert_int_ge(with_purpose * 100, SAMPLE * 95);
    ck_assert_msg(landmarks * 100 >= SAMPLE * LANDMARK_PERCENT, "%s: %d of %d have a landmark",
                  style->name, landmarks, SAMPLE);
}

/* In ten levels of a maze at most one long hall is left, where set pieces are on both sides. */
TEST_EACH(no_style_has_dull_halls_ponds_in_rock_or_doors_in_series, gen_style_count())
{
    const struct gen_style *style = gen_style_at((size_t)_i);
    int long_halls = 0;

    for (int seed = 0; seed < SAMPLE; seed++) {
        struct gen_report report;
        struct gen_measure measure;
        struct level *level = made(style, seed, 1 + seed % 8, -1, &report);
        ck_assert_int_eq(gen_measure(level, &measure), ERR_OK);
        ck_assert_int_eq(measure.lone_ponds, 0);
        ck_assert_int_eq(measure.door_pairs, 0);
        long_halls += measure.long_halls;
        level_free(level);
    }
    ck_assert_msg(long_halls * 10 <= SAMPLE, "%s: %d long halls", style->name, long_halls);
}

/* On depths with and without chasms, and with a lair. */
TEST_EACH(a_landmark_is_seen_from_afar, gen_style_count())
{
    static const int depths[] = {1, 2, 5, 7};
    const struct gen_style *style = gen_style_at((size_t)_i);

    for (size_t i = 0; i < sizeof depths / sizeof depths[0]; i++) {
        int vistas[VISTA_SAMPLE];
        int count = 0;
        for (int seed = 0; seed < VISTA_SAMPLE; seed++) {
            struct gen_report report;
            struct level *level = made(style, 500 + seed, depths[i], 100, &report);
            if (report.landmark != GEN_LANDMARK_NONE)
                ck_assert_int_eq(vista_measure(level, &vistas[count++]), ERR_OK);
            level_free(level);
        }
        ck_assert_int_ge(count * 10, VISTA_SAMPLE * 9);
        int vista = median(vistas, count);
        ck_assert_msg(vista >= VISTA_PERMILLE, "%s on depth %d: %d permille", style->name,
                      depths[i], vista);
    }
}

/* The level that the game makes of a seed at that depth. */
static struct level *made_of_game(uint64_t seed, int depth, struct gen_report *report)
{
    struct level_key key = {.depth = (uint16_t)depth};
    struct gen_request request;
    struct level *level;

    gen_request_for_key(&request, seed, key);
    request.pieces = &pieces;
    ck_assert_int_eq(gen_level(&request, &level, report), ERR_OK);
    return level;
}

TEST(a_newcomer_has_something_to_tell_of_each_of_the_first_levels)
{
    for (int i = 0; i < SAMPLE; i++) {
        struct gen_report report;
        level_free(made_of_game((uint64_t)i, 1 + i % 2, &report));
        ck_assert_msg(report.landmark != GEN_LANDMARK_NONE, "seed %d: nothing on depth %d", i,
                      1 + i % 2);
    }
}

/* Figures of a level's look, colours left out. */
struct looks {
    double shares[TILE_COUNT]; /* of what is no rock */
    double open;               /* share of all cells */
    double halls;              /* of what can be walked on */
    double rooms;              /* hundreds */
};

static void look_at(const struct level *level, struct looks *out)
{
    struct gen_measure measure;
    int count = 0;

    ck_assert_int_eq(gen_measure(level, &measure), ERR_OK);
    *out = (struct looks){0};
    for (size_t cell = 0; cell < level_cell_count(level); cell++) {
        if (level->tiles[cell] == TILE_ROCK)
            continue;
        out->shares[level->tiles[cell]]++;
        count++;
    }
    for (int tile = 0; tile < TILE_COUNT; tile++)
        out->shares[tile] /= count;
    out->open = (double)measure.walkable / (double)level_cell_count(level);
    out->halls = (double)measure.hall / measure.walkable;
    out->rooms = measure.rooms / 100.0;
}

static double distance(const struct looks *a, const struct looks *b)
{
    double sum = 0;

    for (int tile = 0; tile < TILE_COUNT; tile++)
        sum += fabs(a->shares[tile] - b->shares[tile]);
    return sum + fabs(a->open - b->open) + fabs(a->halls - b->halls) + fabs(a->rooms - b->rooms);
}

/* How far a level is from the nearest of those that are known of a theme. */
static double nearest(const struct looks *level, const struct looks *known)
{
    double least = distance(level, &known[0]);

    for (int i = 1; i < THEME_LEVELS; i++) {
        double next = distance(level, &known[i]);
        least = next < least ? next : least;
    }
    return least;
}

/* A depth of each theme; returns how many there are. */
static int list_themes(int *depths)
{
    int count = 0;

    for (int depth = 1; depth <= DEPTH_MAX; depth++) {
        if (theme_of_depth(NULL, depth)->depth_first == depth)
            depths[count++] = depth;
    }
    return count;
}

TEST(nine_in_ten_pairs_of_levels_tell_their_themes_without_colour)
{
    static struct looks known[THEMES_MAX][THEME_LEVELS];
    int depths[DEPTH_MAX];
    int themes = list_themes(depths);
    struct gen_report report;
    int right = 0;

    ck_assert_int_le(themes, THEMES_MAX);
    for (int theme = 0; theme < themes; theme++) {
        for (int i = 0; i < THEME_LEVELS; i++) {
            struct level *level = made_of_game((uint64_t)(5000 + i), depths[theme], &report);
            look_at(level, &known[theme][i]);
            level_free(level);
        }
    }
    for (int i = 0; i < PAIRS; i++) {
        int a = i % themes;
        int b = (a + 1 + i / themes % (themes - 1)) % themes;
        struct looks looks[2];
        for (int k = 0; k < 2; k++) {
            struct level *level = made_of_game((uint64_t)i, depths[k == 0 ? a : b], &report);
            look_at(level, &looks[k]);
            level_free(level);
        }
        right += nearest(&looks[0], known[a]) + nearest(&looks[1], known[b]) <
                 nearest(&looks[0], known[b]) + nearest(&looks[1], known[a]);
    }
    ck_assert_msg(right * 10 >= PAIRS * 9, "%d of %d pairs", right, PAIRS);
}

/*
 * Sight. P1 to P8 are the properties a field of view in a shared dungeon must have: mutual, whole
 * in convex rooms, shadowed behind pillars, inside its radius, never blind to its own cell, the
 * same in every rotation, stopped by closed doors, and never reading outside the level.
 */
#include "support/draw_level.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "gen/gen.h"
#include "world/line.h"
#include "world/sight.h"

enum { RADIUS = SIGHT_RADIUS_MAX, LEVELS_PER_STYLE = TEST_COUNT(20, 2), NOISE_HEIGHT = 25 };

static const struct level_key key = {.depth = 1, .generation = 1};

/* Working memory of the sights below; sight_compute() clears it. */
static uint64_t rooms[3][SIGHT_WORDS_MAX + 1];

static bool is_visible(const struct level *level, struct pos from, struct pos to, int radius)
{
    struct sight sight = {.bits = rooms[2]};

    sight_compute(level, from, radius, &sight);
    return sight_has(&sight, to);
}

/* A level of rock and floor by noise: one cell in `one_in` is rock. */
static struct level *make_noise(uint64_t seed, int width, int height, uint32_t one_in)
{
    struct level_plan plan = {
        .key = key, .width = (int16_t)width, .height = (int16_t)height, .down = {1, 0}};
    struct level *level = NULL;
    struct rng rng;
    size_t count = (size_t)width * (size_t)height;
    uint8_t *tiles = malloc(count);

    ck_assert_ptr_nonnull(tiles);
    rng_init(&rng, seed);
    for (size_t i = 0; i < count; i++)
        tiles[i] = rng_below(&rng, one_in) == 0 ? TILE_ROCK : TILE_FLOOR;
    tiles[0] = TILE_STAIRS_UP;
    tiles[1] = TILE_STAIRS_DOWN;
    plan.tiles = tiles;
    ck_assert_int_eq(level_new(&plan, &level), ERR_OK);
    free(tiles);
    return level;
}

/* No bit of `sight` behind the last cell's is set. */
static void expect_nothing_outside(const struct level *level, const struct sight *sight)
{
    size_t count = level_cell_count(level);
    uint64_t last = sight->bits[count / 64 - (count % 64 == 0)];

    if (count % 64 != 0 && last >> count % 64 != 0)
        ck_abort_msg("a bit behind those of %d x %d", level->width, level->height);
}

/*
 * Sight from every clear cell of every `stride`th row, kept; then every pair of clear cells among
 * them is compared.
 */
static void expect_mutual(const struct level *level, int stride)
{
    size_t count = level_cell_count(level);
    size_t word_count = sight_word_count(count);
    struct sight *all = calloc(count, sizeof *all);
    uint64_t *bits = calloc(count * word_count, sizeof *bits);

    ck_assert_ptr_nonnull(all);
    ck_assert_ptr_nonnull(bits);
    for (size_t i = 0; i < count; i++) {
        struct pos at = pos_of((int)i % level->width, (int)i / level->width);
        if (at.y % stride != 0 || level_is_opaque(level, at))
            continue;
        all[i].bits = bits + i * word_count;
        sight_compute(level, at, RADIUS, &all[i]);
        ck_assert_msg(sight_has(&all[i], at), "P5: the origin is always seen");
        expect_nothing_outside(level, &all[i]);
    }
    for (size_t i = 0; i < count; i++) {
        struct pos at = pos_of((int)i % level->width, (int)i / level->width);
        if (at.y % stride != 0 || level_is_opaque(level, at))
            continue;
        for (size_t j = i + 1; j < count; j++) {
            struct pos to = pos_of((int)j % level->width, (int)j / level->width);
            if (to.y % stride != 0 || level_is_opaque(level, to))
                continue;
            if (sight_has(&all[i], to) != sight_has(&all[j], at))
                ck_abort_msg("P1: %d,%d and %d,%d do not see each other mutually", at.x, at.y, to.x,
                             to.y);
        }
    }
    free(bits);
    free(all);
}

TEST(p1_sight_is_mutual_on_generated_levels)
{
    for (size_t i = 0; i < gen_style_count(); i++) {
        for (int seed = 0; seed < LEVELS_PER_STYLE; seed++) {
            struct gen_request request;
            struct level *level = NULL;
            const struct gen_style *style = gen_style_at(i);
            int width = style->width_min > 60 ? style->width_min : 60;
            int height = style->height_min > 32 ? style->height_min : 32;

            gen_request_init(&request, style, (uint64_t)seed, key, width, height);
            ck_assert_int_eq(gen_level(&request, &level, NULL), ERR_OK);
            expect_mutual(level, 1);
            level_free(level);
        }
    }
}

TEST(p1_sight_is_mutual_in_noise_and_across_a_large_level)
{
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct level *level = make_noise(seed, 65, NOISE_HEIGHT, 2 + (uint32_t)seed);
        expect_mutual(level, 1);
        level_free(level);
    }
    struct level *level = make_noise(99, 256, 128, 60);
    expect_mutual(level, 42);
    level_free(level);
}

static struct level *make_room(int width, int height)
{
    char text[32 * 64] = "";
    size_t length = 0;

    for (int y = 0; y < height + 2; y++) {
        for (int x = 0; x < width + 2; x++) {
            bool is_wall = x == 0 || y == 0 || x == width + 1 || y == height + 1;
            text[length++] = is_wall ? '#' : '.';
        }
        text[length++] = '\n';
    }
    text[length] = '\0';
    return draw_level(text, key);
}

static void expect_whole_room(const struct level *level, int width, int height, struct pos from)
{
    struct sight sight = {.bits = rooms[0]};

    sight_compute(level, from, RADIUS, &sight);
    for (int y = 0; y < level->height; y++) {
        for (int x = 0; x < level->width; x++) {
            bool should = x < width + 2 && y < height + 2;
            if (sight_has(&sight, pos_of(x, y)) != should)
                ck_abort_msg("P2: room %d x %d from %d,%d: cell %d,%d", width, height, from.x,
                             from.y, x, y);
        }
    }
}

TEST(p2_convex_rooms_are_seen_whole_with_their_walls_and_nothing_more)
{
    for (int width = 1; width <= 30; width++) {
        for (int height = 1; height <= 20; height++) {
            struct level *level = make_room(width, height);
            /* Every cell of small rooms; corners, edges and a lattice of large ones. */
            for (int y = 1; y <= height; y++) {
                for (int x = 1; x <= width; x++) {
                    bool is_edge = x == 1 || y == 1 || x == width || y == height;
                    if (width * height <= 60 || (is_edge && (x + y) % 3 == 0) ||
                        (x % 7 == 0 && y % 5 == 0) || (x == 1 && y == 1))
                        expect_whole_room(level, width, height, pos_of(x, y));
                }
            }
            level_free(level);
        }
    }
}

TEST(p3_a_pillar_throws_a_shadow_that_widens)
{
    enum { SIZE = 41, EYE_X = 4, PILLAR_X = 7, Y = 20 };
    struct level *level = make_noise(1, SIZE, SIZE, UINT32_MAX);
    struct sight sight = {.bits = rooms[0]};
    int last_width = 0;

    level_set_tile(level, pos_of(PILLAR_X, Y), TILE_ROCK);
    sight_compute(level, pos_of(EYE_X, Y), RADIUS, &sight);
    ck_assert(sight_has(&sight, pos_of(PILLAR_X, Y)));
    for (int x = PILLAR_X + 1; x < SIZE; x++) {
        int width = 0;
        ck_assert_msg(!sight_has(&sight, pos_of(x, Y)), "straight behind, at %d", x);
        for (int y = 0; y < SIZE; y++)
            width += !sight_has(&sight, pos_of(x, y));
        ck_assert_int_ge(width, last_width);
        last_width = width;
    }
    ck_assert_int_ge(last_width, 5);
    level_free(level);
}

TEST(p4_nothing_is_seen_beyond_the_radius_and_all_within_when_clear)
{
    struct level *level = make_noise(1, 80, 80, UINT32_MAX);
    const struct pos eye = pos_of(37, 41);

    for (int radius = 1; radius <= 40; radius++) {
        struct sight sight = {.bits = rooms[0]};
        sight_compute(level, eye, radius, &sight);
        for (int y = 0; y < 80; y++) {
            for (int x = 0; x < 80; x++) {
                int dx = x - eye.x;
                int dy = y - eye.y;
                bool should = dx * dx + dy * dy <= radius * radius + radius;
                ck_assert_int_eq(sight_has(&sight, pos_of(x, y)), should);
            }
        }
    }
    level_free(level);
}

/* Cell (x, y) of a square of `size` under one of the 8 symmetries. */
static struct pos turn(struct pos at, int size, int symmetry)
{
    int x = symmetry & 1 ? size - 1 - at.x : at.x;
    int y = symmetry & 2 ? size - 1 - at.y : at.y;

    return symmetry & 4 ? pos_of(y, x) : pos_of(x, y);
}

static void expect_same_when_turned(const struct level *level, struct pos eye, int symmetry)
{
    enum { SIZE = 31 };
    struct level *turned = make_noise(0, SIZE, SIZE, UINT32_MAX);
    struct sight before = {.bits = rooms[0]};
    struct sight after = {.bits = rooms[1]};

    for (int i = 0; i < SIZE * SIZE; i++) {
        struct pos at = pos_of(i % SIZE, i / SIZE);
        level_set_tile(turned, turn(at, SIZE, symmetry), level_tile(level, at));
    }
    sight_compute(level, eye, 14, &before);
    sight_compute(turned, turn(eye, SIZE, symmetry), 14, &after);
    for (int i = 0; i < SIZE * SIZE; i++) {
        struct pos at = pos_of(i % SIZE, i / SIZE);
        ck_assert_msg(sight_has(&before, at) == sight_has(&after, turn(at, SIZE, symmetry)),
                      "P6: symmetry %d, cell %d,%d", symmetry, at.x, at.y);
    }
    level_free(turned);
}

TEST(p6_turning_the_map_turns_what_is_seen)
{
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct level *level = make_noise(seed, 31, 31, 4);
        for (int symmetry = 1; symmetry < 8; symmetry++) {
            expect_same_when_turned(level, pos_of(15, 15), symmetry);
            expect_same_when_turned(level, pos_of(3, 22), symmetry);
        }
        level_free(level);
    }
}

TEST(p7_a_closed_door_hides_the_room_behind_it_and_nothing_else)
{
    const char *text = "#############\n"
                       "#.....#.....#\n"
                       "#..a..+..b..#\n"
                       "#.....#.....#\n"
                       "#############\n";
    struct level *level = draw_level(text, key);
    const struct pos a = draw_level_find(text, 'a');
    const struct pos b = draw_level_find(text, 'b');
    const struct pos door = draw_level_find(text, '+');
    struct sight closed = {.bits = rooms[0]};
    struct sight open = {.bits = rooms[1]};

    ck_assert_msg(!is_visible(level, a, b, RADIUS), "a closed door is opaque");
    ck_assert_msg(is_visible(level, a, door, RADIUS), "the door itself is seen");
    sight_compute(level, a, RADIUS, &closed);
    level_set_tile(level, door, TILE_DOOR_OPEN);
    ck_assert_msg(is_visible(level, a, b, RADIUS), "an open door is clear");
    sight_compute(level, a, RADIUS, &open);
    for (int y = 0; y < level->height; y++) {
        for (int x = 0; x <= door.x; x++)
            ck_assert_int_eq(sight_has(&open, pos_of(x, y)), sight_has(&closed, pos_of(x, y)));
    }
    level_free(level);
}

TEST(p8_corners_of_the_largest_and_smallest_level_are_safe_places_to_look_from)
{
    const int sizes[][2] = {{LEVEL_WIDTH_MIN, LEVEL_HEIGHT_MIN},
                            {LEVEL_WIDTH_MAX, LEVEL_HEIGHT_MAX},
                            {64, 64},
                            {65, 13}};

    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct level *level = make_noise(i, sizes[i][0], sizes[i][1], 40);
        for (int corner = 0; corner < 4; corner++) {
            uint64_t *bits = rooms[0];
            struct sight sight = {.bits = bits};
            struct pos at =
                pos_of(corner & 1 ? level->width - 1 : 0, corner & 2 ? level->height - 1 : 0);
            memset(bits, 0xff, sizeof rooms[0]);
            sight_compute(level, at, RADIUS, &sight);
            ck_assert(sight_has(&sight, at));
            expect_nothing_outside(level, &sight);
            ck_assert_msg(bits[sight_word_count(level_cell_count(level))] == UINT64_MAX,
                          "a word is written behind those of the level");
        }
        level_free(level);
    }
}

TEST(asking_for_cells_that_the_level_has_not_is_answered_no)
{
    struct level *level = make_noise(1, 31, 13, UINT32_MAX);
    struct sight sight = {.bits = rooms[0]};

    ck_assert_msg(!sight_has(&sight, pos_of(0, 0)), "nothing is seen before the first look");
    sight_compute(level, pos_of(0, 0), RADIUS, &sight);
    const struct pos last = pos_of(level->width - 1, level->height - 1);
    ck_assert(sight_has(&sight, last));
    ck_assert(!sight_has(&sight, pos_of(-1, 0)));
    ck_assert(!sight_has(&sight, pos_of(0, -1)));
    ck_assert(!sight_has(&sight, pos_of(level->width, 0)));
    ck_assert(!sight_has(&sight, pos_of(0, level->height)));
    sight_clear(&sight);
    ck_assert(!sight_has(&sight, last));
    level_free(level);
}

TEST(rows_and_their_words_hold_what_is_seen_whatever_the_width)
{
    const int widths[] = {LEVEL_WIDTH_MIN, 63, 64, 65, 100, 127, 129, LEVEL_WIDTH_MAX};

    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        struct level *level = make_noise(i, widths[i], 31, 3);
        struct sight sight = {.bits = rooms[0]};
        ck_assert_msg(sight_row_word(&sight, 30, 0) == 0, "nothing is seen before the first look");
        sight_compute(level, pos_of(widths[i] / 2, 15), RADIUS, &sight);
        int top = level->height;
        int bottom = 0;
        for (int y = 0; y < level->height; y++) {
            for (int x = 0; x < SIGHT_ROW_WORDS * 64; x++) {
                uint64_t bit = sight_row_word(&sight, y, x / 64) >> x % 64 & 1;
                if ((bit != 0) != sight_has(&sight, pos_of(x, y)))
                    ck_abort_msg("width %d: cell %d,%d", widths[i], x, y);
                top = bit != 0 && y < top ? y : top;
                bottom = bit != 0 ? y + 1 : bottom;
            }
        }
        ck_assert_int_eq(sight.top, top);
        ck_assert_int_eq(sight.bottom, bottom);
        level_free(level);
    }
}

/* Or a foe could be seen and not be shot at. */
TEST(every_open_cell_in_view_has_a_clear_line_both_ways)
{
    struct level *level = make_noise(3, 40, 24, 3);
    struct sight sight = {.bits = rooms[0]};
    int cells = (int)level_cell_count(level);

    for (int i = 0; i < cells; i++) {
        struct pos from = pos_of(i % level->width, i / level->width);
        if (level_is_opaque(level, from))
            continue;
        sight_compute(level, from, RADIUS, &sight);
        for (int j = 0; j < i; j++) {
            struct pos to = pos_of(j % level->width, j / level->width);
            if (level_is_opaque(level, to) || !sight_has(&sight, to))
                continue;
            ck_assert_msg(level_has_line(level, from, to) && level_has_line(level, to, from),
                          "%d,%d and %d,%d", from.x, from.y, to.x, to.y);
        }
    }
    level_free(level);
}

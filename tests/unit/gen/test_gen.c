/*
 * Requests, refusals and what takes over when a style fails.
 */
#include "gen/gen.h"

#include <string.h>

#include "content/theme.h"
#include "gen/measure.h"
#include "gen/prove.h"
#include "gen/registry.h"
#include "support/test.h"

static const struct level_key key = {.wing = 0, .depth = 1, .generation = 0};

static void request_rooms(struct gen_request *request, int width, int height)
{
    const struct gen_style *style = gen_style_find("rooms");

    ck_assert_ptr_nonnull(style);
    gen_request_init(request, style, 1, key, width, height);
}

/* With a name of its own and a standard in its range. */
static void expect_knob(const struct gen_style *style, size_t index)
{
    struct gen_knob knob = gen_knob_at(style, index);

    ck_assert_ptr_nonnull(knob.name);
    ck_assert_ptr_nonnull(knob.help);
    ck_assert_int_le(knob.low, knob.standard);
    ck_assert_int_le(knob.standard, knob.high);
    for (size_t other = 0; other < index; other++)
        ck_assert_str_ne(knob.name, gen_knob_at(style, other).name);
}

TEST(the_registry_is_well_formed)
{
    ck_assert_uint_ge(gen_style_count(), 1);
    for (size_t i = 0; i < gen_style_count(); i++) {
        const struct gen_style *style = gen_style_at(i);
        ck_assert_ptr_eq(gen_style_find(style->name), style);
        ck_assert_uint_le(strlen(style->name), GEN_STYLE_NAME_MAX);
        ck_assert_ptr_nonnull(style->help);
        ck_assert_int_ge(style->width_min, LEVEL_WIDTH_MIN);
        ck_assert_int_ge(style->height_min, LEVEL_HEIGHT_MIN);
        for (size_t k = 0; k < gen_knob_count(style); k++)
            expect_knob(style, k);
    }
    ck_assert_ptr_null(gen_style_find("no such style"));
}

TEST(every_depth_has_a_style_of_the_registry)
{
    struct gen_request request;

    for (int depth = 1; depth <= DEPTH_MAX; depth++) {
        struct level_key deep = {.depth = (uint16_t)depth};
        gen_request_for_key(&request, 5, deep);
        ck_assert_ptr_nonnull(request.style);
        ck_assert_int_ge(request.width, request.style->width_min);
        ck_assert_int_ge(request.height, request.style->height_min);
    }
}

TEST(knobs_are_set_by_name_and_refused_out_of_range)
{
    struct gen_request request;
    const struct gen_knob *knob;

    request_rooms(&request, 100, 57);
    ck_assert_int_eq(gen_request_set(&request, "tries", 17, &knob), ERR_OK);
    ck_assert_int_eq(gen_request_set(&request, "loops", 0, &knob), ERR_OK);
    ck_assert_int_eq(request.shared[GEN_LOOPS], 0);
    ck_assert_int_eq(gen_request_set(&request, "loops", 201, &knob), ERR_RANGE);
    ck_assert_str_eq(knob->name, "loops");
    ck_assert_int_eq(gen_request_set(&request, "tires", 7, &knob), ERR_NOT_FOUND);
    ck_assert_ptr_null(knob);
    ck_assert_int_eq(gen_request_set(&request, "tries", 0, &knob), ERR_RANGE);
    ck_assert_ptr_nonnull(knob);
    ck_assert_str_eq(knob->name, "tries");
}

TEST_EACH(every_knob_of_every_style_takes_its_ends_and_nothing_beyond, gen_style_count())
{
    const struct gen_style *style = gen_style_at((size_t)_i);
    struct gen_request request;
    const struct gen_knob *refused;

    gen_request_init(&request, style, 1, key, 100, 57);
    for (size_t k = 0; k < gen_knob_count(style); k++) {
        struct gen_knob knob = gen_knob_at(style, k);
        ck_assert_int_eq(gen_request_set(&request, knob.name, knob.low, &refused), ERR_OK);
        ck_assert_int_eq(gen_request_set(&request, knob.name, knob.high, &refused), ERR_OK);
        ck_assert_int_eq(gen_request_set(&request, knob.name, knob.low - 1, &refused), ERR_RANGE);
        ck_assert_int_eq(gen_request_set(&request, knob.name, knob.high + 1, &refused), ERR_RANGE);
        ck_assert_str_eq(refused->name, knob.name);
    }
}

TEST(sizes_and_knobs_out_of_range_are_refused)
{
    static const int sizes[][2] = {{31, 57}, {100, 15}, {1025, 57}, {100, 513}, {0, 0}, {-5, 57}};
    struct gen_request request;
    struct level *level;

    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        request_rooms(&request, sizes[i][0], sizes[i][1]);
        ck_assert_int_eq(gen_level(&request, &level, NULL), ERR_RANGE);
    }
    request_rooms(&request, 100, 57);
    request.knobs[0] = -1;
    ck_assert_int_eq(gen_level(&request, &level, NULL), ERR_RANGE);
    request_rooms(&request, 100, 57);
    request.shared[GEN_DETOUR] = 3;
    ck_assert_int_eq(gen_level(&request, &level, NULL), ERR_RANGE);
}

static bool draw_nothing(struct gen_map *map, const int *knobs)
{
    (void)map;
    (void)knobs;
    return false;
}

TEST(a_style_that_comes_to_nothing_is_replaced)
{
    static const struct gen_builder hopeless = {.style = {.name = "hopeless"},
                                                .draw = draw_nothing};
    struct gen_request request;
    struct gen_map map;
    int attempts;

    gen_request_init(&request, &hopeless.style, 1, key, 80, 30);
    ck_assert_int_eq(gen_map_init(&map, 80, 30), ERR_OK);
    const struct gen_builder *drew = gen_draw_proven(&map, &request, &hopeless, &attempts);
    ck_assert_str_eq(drew->style.name, "plain");
    ck_assert_int_eq(attempts, GEN_ATTEMPTS_MAX + 1);
    ck_assert_uint_eq(prove_tiles(&map.survey, map.tiles, map.up, map.down, NULL, 0), 0);
    gen_map_release(&map);
}

TEST(the_report_holds_the_hash_of_the_level)
{
    struct gen_request request;
    struct gen_report report;
    struct level *level;
    struct hash hash;

    request_rooms(&request, 100, 57);
    ck_assert_int_eq(gen_level(&request, &level, &report), ERR_OK);
    hash_init(&hash);
    level_hash(level, &hash);
    ck_assert_uint_eq(report.hash, hash.value);
    ck_assert_int_ge(level->room_count, 2);
    ck_assert(level_key_equal(level->key, key));
    level_free(level);
}

TEST(wing_depth_and_generation_each_make_another_level)
{
    static const struct level_key keys[] = {
        {.wing = 0, .depth = 1, .generation = 0},
        {.wing = 1, .depth = 1, .generation = 0},
        {.wing = 0, .depth = 2, .generation = 0},
        {.wing = 0, .depth = 1, .generation = 1},
    };
    uint64_t hashes[4];

    for (int i = 0; i < 4; i++) {
        struct gen_request request;
        struct gen_report report;
        struct level *level;
        gen_request_init(&request, gen_style_find("rooms"), 9, keys[i], 80, 40);
        ck_assert_int_eq(gen_level(&request, &level, &report), ERR_OK);
        hashes[i] = report.hash;
        level_free(level);
        for (int j = 0; j < i; j++)
            ck_assert_uint_ne(hashes[i], hashes[j]);
    }
}

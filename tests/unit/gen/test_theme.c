/*
 * Every theme names what is there: styles of the registry that can fill the sizes asked for, knobs
 * those styles have, in range; and what is drawn for a level depends on its key alone.
 */
#include <string.h>

#include "content/theme.h"
#include "gen/gen.h"
#include "support/test.h"

enum { SEED_COUNT = 400, DEPTH_PROVEN = 30, SEEDS_MADE = 3, LEVEL_NAMES_MIN = 6 };

static int plan_count(const struct theme_row *theme)
{
    int count = 0;

    while (count < THEME_PLANS_MAX && theme->plans[count].style != NULL)
        count++;
    return count;
}

TEST(bands_follow_each_other_from_the_top)
{
    int bands = 1;

    ck_assert_int_eq(theme_of_depth(NULL, 1)->depth_first, 1);
    for (int depth = 2; depth <= DEPTH_MAX; depth++) {
        const struct theme_row *theme = theme_of_depth(NULL, depth);
        bool begins_here = theme->depth_first == depth;
        ck_assert_int_le(theme->depth_first, depth);
        ck_assert_msg(begins_here != (theme == theme_of_depth(NULL, depth - 1)), "depth %d", depth);
        bands += begins_here;
    }
    ck_assert_int_ge(bands, 5);
}

/* A plan names a style of the registry, fits its size and sets knobs it has, in range. */
static void expect_plan(const struct theme_row *theme, const struct theme_plan *plan)
{
    const struct gen_style *style = gen_style_find(plan->style);
    struct gen_request request;
    struct level_key key = {.depth = theme->depth_first};
    const struct gen_knob *knob;
    int width = plan->width != 0 ? plan->width : theme->width;
    int height = plan->height != 0 ? plan->height : theme->height;

    ck_assert_msg(style != NULL, "%s: no style %s", theme->name, plan->style);
    ck_assert_int_ge(plan->weight, 1);
    ck_assert_int_ge(width, style->width_min);
    ck_assert_int_ge(height, style->height_min);
    ck_assert_int_le(width, LEVEL_WIDTH_MAX);
    ck_assert_int_le(height, LEVEL_HEIGHT_MAX);
    gen_request_init(&request, style, 1, key, width, height);
    for (int i = 0; i < THEME_SETTINGS_MAX && plan->settings[i].knob != NULL; i++) {
        const struct theme_setting *setting = &plan->settings[i];
        ck_assert_msg(gen_request_set(&request, setting->knob, setting->value, &knob) == ERR_OK,
                      "%s: %s %s=%d", theme->name, plan->style, setting->knob, setting->value);
    }
}

TEST(every_plan_names_what_is_there)
{
    for (int depth = 1; depth <= DEPTH_MAX; depth++) {
        const struct theme_row *theme = theme_of_depth(NULL, depth);
        if (theme->depth_first != depth)
            continue;
        int count = plan_count(theme);
        ck_assert_int_ge(count, 1);
        ck_assert_str_eq(theme->style, theme->plans[0].style);
        ck_assert_int_lt(theme->tint, THEME_TINT_COUNT);
        for (int i = 0; i < count; i++)
            expect_plan(theme, &theme->plans[i]);
        for (int i = 0; i < THEME_LEVEL_NAMES; i++) {
            ck_assert(theme->level_names[i] != NULL || i >= LEVEL_NAMES_MIN);
            if (theme->level_names[i] == NULL)
                break;
            for (int other = 0; other < i; other++)
                ck_assert_str_ne(theme->level_names[i], theme->level_names[other]);
        }
    }
}

TEST(every_depth_makes_its_levels)
{
    for (int n = 0; n < DEPTH_PROVEN * SEEDS_MADE; n++) {
        int depth = 1 + n % DEPTH_PROVEN;
        uint64_t seed = (uint64_t)(n / DEPTH_PROVEN);
        struct gen_request request;
        struct gen_report report;
        struct level *level = NULL;
        struct level_key key = {.wing = 0, .depth = (uint16_t)depth, .generation = 0};

        gen_request_for_key(&request, seed, key);
        ck_assert_str_eq(request.style->name, theme_plan_of_level(NULL, seed, 0, depth, 0)->style);
        ck_assert_int_eq(gen_level(&request, &level, &report), ERR_OK);
        ck_assert_msg(report.style == request.style, "depth %d: fell back from %s to %s", depth,
                      request.style->name, report.style->name);
        ck_assert_int_eq(level->width, request.width);
        ck_assert_int_eq(level->height, request.height);
        level_free(level);
    }
}

TEST(a_request_has_the_size_and_knobs_of_its_plan)
{
    const struct gen_knob *knob;
    int set = 0;
    int sized = 0;

    for (uint64_t seed = 0; seed < SEED_COUNT; seed++) {
        struct gen_request request;
        struct gen_request standard;
        int depth = 1 + (int)(seed % DEPTH_PROVEN);
        struct level_key key = {.depth = (uint16_t)depth};
        const struct theme_plan *plan = theme_plan_of_level(NULL, seed, 0, depth, 0);
        gen_request_for_key(&request, seed, key);
        gen_request_init(&standard, request.style, seed, key, request.width, request.height);
        for (int i = 0; i < THEME_SETTINGS_MAX && plan->settings[i].knob != NULL; i++, set++) {
            const struct theme_setting *setting = &plan->settings[i];
            enum err error = gen_request_set(&standard, setting->knob, setting->value, &knob);
            ck_assert_int_eq(error, ERR_OK);
        }
        ck_assert_mem_eq(request.knobs, standard.knobs, sizeof request.knobs);
        if (plan->width != 0) {
            ck_assert_int_eq(request.width, plan->width);
            ck_assert_int_eq(request.height, plan->height);
            sized++;
        }
    }
    ck_assert_int_gt(set, 0);
    ck_assert_int_gt(sized, 0);
}

/* Each plan comes up about as often as its weight says: between half and twice of it. */
TEST(plans_are_drawn_by_weight)
{
    for (int depth = 1; depth <= DEPTH_PROVEN; depth++) {
        const struct theme_row *theme = theme_of_depth(NULL, depth);
        int drawn[THEME_PLANS_MAX] = {0};
        int sum = 0;
        if (theme->depth_first != depth)
            continue;
        for (uint64_t seed = 0; seed < SEED_COUNT; seed++)
            drawn[theme_plan_of_level(NULL, seed, 0, depth, 0) - theme->plans]++;
        for (int i = 0; i < plan_count(theme); i++)
            sum += theme->plans[i].weight;
        for (int i = 0; i < plan_count(theme); i++) {
            int expected = SEED_COUNT * theme->plans[i].weight / sum;
            ck_assert_msg(drawn[i] * 2 > expected && drawn[i] < expected * 2,
                          "%s, plan %d: %d times, not %d", theme->name, i, drawn[i], expected);
        }
    }
}

TEST(wings_and_generations_draw_for_themselves)
{
    int other_wing = 0;
    int other_generation = 0;

    for (uint64_t seed = 0; seed < SEED_COUNT; seed++) {
        const struct theme_plan *plan = theme_plan_of_level(NULL, seed, 0, 4, 1);
        ck_assert_ptr_eq(plan, theme_plan_of_level(NULL, seed, 0, 4, 1));
        other_wing += plan != theme_plan_of_level(NULL, seed, 1, 4, 1);
        other_generation += plan != theme_plan_of_level(NULL, seed, 0, 4, 2);
    }
    ck_assert_int_gt(other_wing, SEED_COUNT / 4);
    ck_assert_int_gt(other_generation, SEED_COUNT / 4);
}

/* The maze has one depth to itself, and one level in ten at most anywhere else. */
TEST(mazes_are_rare)
{
    int mazes = 0;
    int levels = 0;

    for (int depth = 1; depth <= DEPTH_MAX; depth++) {
        for (uint64_t seed = 0; seed < SEED_COUNT / 10; seed++, levels++)
            mazes += strcmp(theme_plan_of_level(NULL, seed, 0, depth, 0)->style, "maze") == 0;
    }
    ck_assert_int_gt(mazes, 0);
    ck_assert_int_lt(mazes * 10, levels);
}

TEST(levels_of_a_band_have_names_of_their_own)
{
    int different = 0;

    for (uint64_t seed = 0; seed < SEED_COUNT; seed++) {
        for (int depth = 2; depth <= DEPTH_PROVEN; depth++)
            ck_assert_str_ne(theme_level_name(NULL, seed, 0, depth),
                             theme_level_name(NULL, seed, 0, depth - 1));
        ck_assert_ptr_eq(theme_level_name(NULL, seed, 0, 1), theme_level_name(NULL, seed, 0, 1));
        different += theme_level_name(NULL, seed, 0, 1) != theme_level_name(NULL, seed + 1, 0, 1);
    }
    ck_assert_int_gt(different, SEED_COUNT / 2);
}

/*
 * Every theme names what is there: a style of the registry that can fill the size asked for, and a
 * level of each depth band is made without falling back.
 */
#include <string.h>

#include "content/theme.h"
#include "gen/gen.h"
#include "support/suite.h"

START_TEST(bands_follow_each_other_from_the_top)
{
    int bands = 1;

    ck_assert_int_eq(theme_of_depth(1)->depth_first, 1);
    for (int depth = 2; depth <= DEPTH_MAX; depth++) {
        const struct theme_row *theme = theme_of_depth(depth);
        bool begins_here = theme->depth_first == depth;
        ck_assert_int_le(theme->depth_first, depth);
        ck_assert_msg(begins_here != (theme == theme_of_depth(depth - 1)), "depth %d", depth);
        bands += begins_here;
    }
    ck_assert_int_ge(bands, 5);
}
END_TEST

START_TEST(every_band_makes_its_levels)
{
    for (int depth = 1; depth <= 30; depth++) {
        struct gen_request request;
        struct gen_report report;
        struct level *level = NULL;
        struct level_key key = {.wing = 0, .depth = (uint16_t)depth, .generation = 0};

        gen_request_for_key(&request, 77, key);
        ck_assert_str_eq(request.style->name, theme_of_depth(depth)->style);
        ck_assert_int_eq(gen_level(&request, &level, &report), ERR_OK);
        ck_assert_ptr_eq(report.style, request.style);
        ck_assert_int_eq(level->width, theme_of_depth(depth)->width);
        ck_assert_int_eq(level->height, theme_of_depth(depth)->height);
        level_free(level);
    }
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("theme");

    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, bands_follow_each_other_from_the_top);
    tcase_add_test(tcase, every_band_makes_its_levels);
    return suite_run("theme", tcase);
}

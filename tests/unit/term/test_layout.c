/*
 * Where each part of the screen lies, at every size there is.
 */
#include "term/layout.h"

#include <string.h>

#include "support/test.h"
#include "term/screen.h"

TEST(rows_of_80_by_24_are_as_promised)
{
    struct layout layout = layout_of(80, 24);

    ck_assert_msg(layout.map.y == 0 && layout.map.height == 19, "rows 1 to 19 are map");
    ck_assert_int_eq(layout.map.x, 0);
    ck_assert_int_eq(layout.map.width, 80);
    ck_assert_msg(layout.status_y == 19, "row 20 is the status");
    ck_assert_msg(layout.log.y == 20 && layout.log.height == 4, "rows 21 to 24 are the log");
    ck_assert_int_eq(layout.log.width, 80);
    ck_assert_msg(layout.input_y == 23, "row 24 becomes the input line");
    ck_assert_int_eq(layout.sidebar.width, 0);
}

TEST(rows_of_132_by_43_are_as_promised)
{
    struct layout layout = layout_of(132, 43);

    ck_assert_msg(layout.map.width == 101 && layout.map.height == 34, "101x34 are map");
    ck_assert_int_eq(layout.divider_x, 101);
    ck_assert_msg(layout.sidebar.x == 103 && layout.sidebar.width == 29, "29 columns of sidebar");
    ck_assert_int_eq(layout.sidebar.height, 34);
    ck_assert_int_eq(layout.status_y, 34);
    ck_assert_msg(layout.log.y == 35 && layout.log.height == 7, "seven rows of log");
    ck_assert_int_eq(layout.log.width, 132);
    ck_assert_int_eq(layout.input_y, 42);
}

/* Counts one more part in each of the cells; false if one is outside. */
static bool take(unsigned char *parts, int width, int height, struct rect rect)
{
    if (rect.x < 0 || rect.y < 0 || rect.x + rect.width > width || rect.y + rect.height > height)
        return false;
    for (int y = rect.y; y < rect.y + rect.height; y++) {
        for (int x = rect.x; x < rect.x + rect.width; x++)
            parts[y * width + x]++;
    }
    return true;
}

static void expect_whole(int width, int height)
{
    static unsigned char parts[SCREEN_WIDTH_MAX * SCREEN_HEIGHT_MAX];
    struct layout layout = layout_of(width, height);
    struct rect status = {0, (int16_t)layout.status_y, (int16_t)width, 1};
    bool is_inside = true;

    memset(parts, 0, sizeof parts);
    is_inside = take(parts, width, height, layout.map) && take(parts, width, height, layout.log) &&
                take(parts, width, height, status);
    if (layout.sidebar.width > 0) {
        struct rect gap = {(int16_t)layout.divider_x, 0,
                           (int16_t)(layout.sidebar.x - layout.divider_x), layout.map.height};
        struct rect input = {0, (int16_t)layout.input_y, (int16_t)width, 1};
        is_inside = is_inside && take(parts, width, height, layout.sidebar) &&
                    take(parts, width, height, gap) && take(parts, width, height, input);
    }
    ck_assert_msg(is_inside, "%dx%d: a part is outside", width, height);
    for (int i = 0; i < width * height; i++) {
        if (parts[i] != 1)
            ck_abort_msg("%dx%d: %d, %d has %d parts", width, height, i % width, i / width,
                         parts[i]);
    }
}

TEST(every_cell_of_every_size_belongs_to_one_part)
{
    for (int height = SCREEN_HEIGHT_MIN; height <= SCREEN_HEIGHT_MAX; height++) {
        for (int width = SCREEN_WIDTH_MIN; width <= SCREEN_WIDTH_MAX; width++)
            expect_whole(width, height);
    }
}

TEST(every_size_has_what_it_has_room_for)
{
    for (int height = SCREEN_HEIGHT_MIN; height <= SCREEN_HEIGHT_MAX; height++) {
        for (int width = SCREEN_WIDTH_MIN; width <= SCREEN_WIDTH_MAX; width++) {
            struct layout layout = layout_of(width, height);
            bool is_small = width < 80 || height < 24;
            bool is_large = width >= 110 && height >= 30;
            ck_assert_int_eq(layout.input_y, height - 1);
            ck_assert_int_ge(layout.map.height, 9);
            ck_assert_int_ge(layout.map.width, 40);
            ck_assert((layout.sidebar.width > 0) == is_large);
            if (is_large) {
                ck_assert_int_ge(layout.sidebar.height, LAYOUT_SIDEBAR_ROWS_MIN);
                ck_assert_int_eq(layout.sidebar.width, LAYOUT_SIDEBAR_WIDTH);
                ck_assert_int_ge(layout.map.width, 79);
                ck_assert_int_ge(layout.log.height, 4);
                ck_assert_int_le(layout.log.height, 7);
            } else {
                ck_assert_int_eq(layout.map.width, width);
                ck_assert_int_eq(layout.log.height, is_small ? 2 : 4);
                ck_assert_int_eq(layout.log.y + layout.log.height, height);
            }
        }
    }
}

TEST(below_40_by_12_is_too_small)
{
    ck_assert(!layout_is_too_small(40, 12));
    ck_assert(layout_is_too_small(39, 12));
    ck_assert(layout_is_too_small(40, 11));
    ck_assert(layout_is_too_small(250, 11));
    ck_assert(layout_is_too_small(39, 100));
    ck_assert(layout_is_too_small(1, 1));
}

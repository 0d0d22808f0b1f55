/*
 * Text over the map is read page by page, on any screen, and nothing of it is out of reach.
 */
#include "term/overlay.h"

#include "screen_fixture.h"
#include "support/test.h"
#include "support/text.h"

TEST(an_overlay_covers_its_lines_and_a_hint)
{
    struct layout layout = layout_of(40, 12);
    struct screen screen;

    open_screen(&screen, 40, 12);
    overlay_draw(&screen, &layout, "one\n\nthree", 0, NULL);
    expect_row_begins(&screen, 0, " one ");
    expect_row_begins(&screen, 1, "                                        ");
    expect_row_begins(&screen, 2, " three ");
    expect_row_begins(&screen, 3, " -- any key -- ");
    for (int y = 4; y < 12; y++)
        expect_untouched(&screen, y);
    ck_assert(pos_equal(screen.cursor, pos_of(14, 3)));
    screen_release(&screen);
}

TEST(an_overlay_that_is_too_long_is_read_page_by_page)
{
    char text[400] = "";
    struct layout layout = layout_of(40, 12);
    struct screen screen;

    for (int i = 0; i < 11; i++)
        text_append(text, sizeof text, "a line\n");
    open_screen(&screen, 40, 12);
    ck_assert_int_eq(overlay_draw(&screen, &layout, text, 0, NULL), 0);
    expect_row_begins(&screen, 10, " a line ");
    expect_row_begins(&screen, 11, " -- any key -- ");
    text_append(text, sizeof text, "a longer line than the screen of forty columns shows\nlast\n");
    ck_assert_int_eq(overlay_draw(&screen, &layout, text, 0, NULL), 3);
    expect_row_begins(&screen, 11, " -- 3 more: Space; Esc ends -- ");
    ck_assert_int_eq(overlay_draw(&screen, &layout, text, 11, NULL), 0);
    expect_row_begins(&screen, 0, " a longer line than the screen of forty ");
    expect_row_begins(&screen, 1, "   columns shows ");
    expect_row_begins(&screen, 2, " last ");
    expect_row_begins(&screen, 3, " -- the end: - back, any key -- ");
    ck_assert_int_eq(overlay_draw(&screen, &layout, text, 1, NULL), 2);
    expect_row_begins(&screen, 11, " -- 2 more: Space, - back; Esc ends -- ");
    screen_release(&screen);
}

static const char columns[] =
    "Walk\tTalk\n  h left\t  ' say\n  l right\t  W who\n\nElse\t\n  : words\t  ? help\n";

/* As wide as they are together, they stand side by side; one column less, and they do not. */
TEST(two_columns_are_one_below_the_other_where_they_do_not_fit_beside_each_other)
{
    static const char *const beside[] = {
        " Walk       Talk ", "   h left     ' say ", "   l right    W who ", "  ",
        " Else  ",           "   : words    ? help", " -- any key -- "};
    static const char *const below[] = {
        " Walk  ",   "   h left  ", "   l right  ", "  ",           " Talk ",     "   ' say ",
        "   W who ", "  ",          " Else  ",      "   : words  ", "   ? help ", " -- any key --"};
    struct screen screen;

    for (int width = 19; width <= 20; width++) {
        const char *const *rows = width == 19 ? below : beside;
        size_t count =
            width == 19 ? sizeof below / sizeof below[0] : sizeof beside / sizeof beside[0];
        struct layout layout = layout_of(width, 24);
        open_screen(&screen, width, 24);
        ck_assert_int_eq(overlay_draw(&screen, &layout, columns, 0, NULL), 0);
        for (size_t y = 0; y < count; y++)
            expect_row_begins(&screen, (int)y, rows[y]);
        screen_release(&screen);
    }
}

static int turn(uint32_t code, int first, int left)
{
    return overlay_turn((struct key){.code = code}, first, left, 10);
}

TEST(keys_turn_the_pages_of_an_overlay_or_close_it)
{
    ck_assert_int_eq(turn(' ', 0, 1), 10);
    ck_assert_int_eq(turn(KEY_PAGE_DOWN, 10, 5), 20);
    ck_assert_int_eq(turn(' ', 10, 0), -1);
    ck_assert_int_eq(turn('-', 20, 0), 10);
    ck_assert_int_eq(turn(KEY_UP, 4, 3), 0);
    ck_assert_int_eq(turn('-', 0, 3), -1);
    ck_assert_int_eq(turn(KEY_ESCAPE, 10, 3), -1);
    ck_assert_int_eq(turn('x', 10, 3), -1);
    ck_assert_int_eq(overlay_turn((struct key){.code = 'j', .ctrl = true}, 0, 3, 10), -1);
}

TEST(an_overlay_stays_within_every_screen)
{
    char text[6000];
    struct screen screen;

    for (size_t i = 0; i < sizeof text - 1; i++)
        text[i] = i % 1201 == 1200 ? '\n' : 'z';
    text[sizeof text - 1] = '\0';
    for (size_t i = 0; i < SIZE_COUNT; i++) {
        struct layout layout = layout_of(sizes[i].width, sizes[i].height);
        int letters = 0;
        int left = 1;
        open_screen(&screen, sizes[i].width, sizes[i].height);
        for (int first = 0; left > 0; first += overlay_page(&layout)) {
            left = overlay_draw(&screen, &layout, text, first, NULL);
            for (int y = 0; y < layout.input_y; y++) {
                for (int x = 0; x < screen.width; x++)
                    letters += cell_code_point(screen_at(&screen, x, y)) == 'z';
                screen_fill(&screen, 0, y, screen.width, ' ', ROLE_BLANK);
            }
        }
        ck_assert_msg(letters == 6000 - 1 - 4, "%d letters are shown at %d columns", letters,
                      screen.width);
        overlay_draw(&screen, &layout, "", 0, NULL);
        expect_row_begins(&screen, 0, " -- any key -- ");
        screen_release(&screen);
    }
}

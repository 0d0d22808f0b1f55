/*
 * The menu shows the chosen row and what is said of it in every window, and nothing is left of what
 * was there.
 */
#include "term/overlay.h"

#include <stdio.h>

#include "screen_fixture.h"

enum { ROWS = 14 };

static struct menu menu_of(char *rows, size_t size, int chosen)
{
    size_t length = 0;

    for (int i = 0; i < ROWS; i++)
        length += (size_t)snprintf(rows + length, size - length, "setting%02d on\n", i);
    return (struct menu){.rows = rows,
                         .chosen = chosen,
                         .explanation =
                             "How much is told of what others do near you. Values: on or off."};
}

/* The row of the screen that begins so, -1: none. */
static int find_row(const struct screen *screen, const char *text)
{
    char row[ROW_SIZE];

    for (int y = 0; y < screen->height; y++) {
        if (strncmp(row_of(screen, y, row), text, strlen(text)) == 0)
            return y;
    }
    return -1;
}

TEST(the_chosen_row_shows_in_every_window)
{
    char rows[512];
    char wanted[32];

    for (size_t i = 0; i < SIZE_COUNT * ROWS; i++) {
        struct screen screen;
        int chosen = (int)(i % ROWS);
        struct menu menu = menu_of(rows, sizeof rows, chosen);
        struct layout layout = layout_of(sizes[i / ROWS].width, sizes[i / ROWS].height);
        open_screen(&screen, sizes[i / ROWS].width, sizes[i / ROWS].height);
        menu_draw(&screen, &layout, &menu);
        snprintf(wanted, sizeof wanted, " > setting%02d on  ", chosen);
        int y = find_row(&screen, wanted);
        ck_assert_int_ge(y, 0);
        ck_assert_int_eq(screen.cursor.y, y);
        ck_assert(screen_at(&screen, screen.width - 1, y) == cell_of(' ', ROLE_STATUS));
        ck_assert_int_ge(find_row(&screen, " How much is told of what"), 0);
        ck_assert_int_ge(find_row(&screen, " Up "), 0);
        screen_release(&screen);
    }
}

TEST(rows_that_fit_stand_in_their_order_and_the_rest_is_untouched)
{
    char rows[512];
    struct screen screen;
    struct menu menu = menu_of(rows, sizeof rows, 13);
    struct layout layout = layout_of(80, 24);

    open_screen(&screen, 80, 24);
    menu_draw(&screen, &layout, &menu);
    expect_row_begins(&screen, 0, "   setting00 on  ");
    expect_row_begins(&screen, 13, " > setting13 on  ");
    expect_row_begins(&screen, 14,
                      " How much is told of what others do near you. Values: on or off.  ");
    expect_row_begins(&screen, 15, " Up and Down choose, Enter, Left and Right change, Esc ends  ");
    for (int y = 16; y < 24; y++)
        expect_untouched(&screen, y);
    screen_release(&screen);
}

TEST(a_small_window_shows_the_rows_around_the_chosen_one)
{
    char rows[512];
    struct screen screen;
    struct menu menu = menu_of(rows, sizeof rows, 7);
    struct layout layout = layout_of(40, 12);

    open_screen(&screen, 40, 12);
    menu_draw(&screen, &layout, &menu);
    ck_assert_int_ge(find_row(&screen, "   setting06 on"), 0);
    ck_assert_int_ge(find_row(&screen, "   setting08 on"), 0);
    expect_row_begins(&screen, 11, " Up Down choose, Enter changes, Esc ends");
    menu.chosen = 0;
    menu_draw(&screen, &layout, &menu);
    expect_row_begins(&screen, 0, " > setting00 on");
    screen_release(&screen);
}

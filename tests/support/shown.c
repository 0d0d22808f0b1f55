/*
 * A row at a time.
 */
#include "support/shown.h"

#include <check.h>

void expect_shown_cells(const struct ansi_shown *shown, const struct screen *wanted)
{
    cell row[SCREEN_WIDTH_MAX];

    ck_assert_int_eq(shown->width, wanted->width);
    ck_assert_int_eq(shown->height, wanted->height);
    for (int y = 0; y < shown->height; y++) {
        ansi_shown_read_row(shown, y, row);
        for (int x = 0; x < shown->width; x++)
            ck_assert_msg(row[x] == screen_at(wanted, x, y), "(%d, %d): %x, not %x", x, y,
                          (unsigned int)row[x], (unsigned int)screen_at(wanted, x, y));
    }
}

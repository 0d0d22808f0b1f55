/*
 * A screen full of marks, and questions about its rows.
 */
#ifndef UNDERCROFT_TESTS_UNIT_TERM_SCREEN_FIXTURE_H
#define UNDERCROFT_TESTS_UNIT_TERM_SCREEN_FIXTURE_H

#include <string.h>

#include "support/test.h"
#include "term/screen.h"

enum { ROW_SIZE = SCREEN_WIDTH_MAX + 1, MARK = 'x' };

static const struct {
    int width;
    int height;
} sizes[] = {{40, 12}, {41, 13}, {60, 24}, {79, 24}, {80, 24}, {110, 30}, {250, 100}};

enum { SIZE_COUNT = sizeof sizes / sizeof sizes[0] };

static inline void open_screen(struct screen *screen, int width, int height)
{
    ck_assert_int_eq(screen_init(screen, width, height), ERR_OK);
    for (int i = 0; i < width * height; i++)
        screen->cells[i] = cell_of(MARK, ROLE_BAD);
}

/* A row's glyphs; what is not ASCII as '?', second halves as '_'. */
static inline const char *row_of(const struct screen *screen, int y, char *out)
{
    for (int x = 0; x < screen->width; x++) {
        uint32_t glyph = cell_code_point(screen_at(screen, x, y));
        out[x] = glyph == 0 ? '_' : (glyph < 0x80 ? (char)glyph : '?');
    }
    out[screen->width] = '\0';
    return out;
}

static inline void expect_row_begins(const struct screen *screen, int y, const char *wanted)
{
    char row[ROW_SIZE];

    ck_assert_msg(strncmp(row_of(screen, y, row), wanted, strlen(wanted)) == 0,
                  "\"%s\" should begin \"%s\"", row, wanted);
}

static inline void expect_untouched(const struct screen *screen, int y)
{
    for (int x = 0; x < screen->width; x++)
        ck_assert_msg(screen_at(screen, x, y) == cell_of(MARK, ROLE_BAD), "%d, %d is touched", x,
                      y);
}

#endif

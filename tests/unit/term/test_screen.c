/*
 * The screen: cells keep what was written, drawing clips, wide glyphs stay whole.
 */
#include "term/screen.h"

#include "base/rng.h"
#include "base/utf8.h"
#include "support/test.h"

enum { WIDE = 0x6F22 };

static uint32_t glyph_at(const struct screen *screen, int x, int y)
{
    return cell_code_point(screen_at(screen, x, y));
}

/* A row as code points, wide glyphs as W and their second halves as w. */
static const char *row_of(const struct screen *screen, int y, char *out)
{
    for (int x = 0; x < screen->width; x++) {
        uint32_t code_point = glyph_at(screen, x, y);
        out[x] = code_point == 0 ? 'w' : (code_point == WIDE ? 'W' : (char)code_point);
    }
    out[screen->width] = '\0';
    return out;
}

TEST(a_cell_keeps_its_glyph_and_its_role)
{
    static const uint32_t code_points[] = {0, ' ', '@', 0x2502, 0x1F600, 0x10FFFF};

    for (size_t i = 0; i < sizeof code_points / sizeof code_points[0]; i++) {
        for (enum role role = ROLE_BLANK; role < ROLE_COUNT; role++) {
            cell value = cell_of(code_points[i], role);
            ck_assert_uint_eq(cell_code_point(value), code_points[i]);
            ck_assert_int_eq(cell_role(value), role);
        }
    }
}

TEST(a_new_screen_is_blank_and_its_size_is_clamped)
{
    struct screen screen;

    ck_assert_int_eq(screen_init(&screen, 0, 1000), ERR_OK);
    ck_assert_int_eq(screen.width, 1);
    ck_assert_int_eq(screen.height, SCREEN_HEIGHT_MAX);
    for (int y = 0; y < screen.height; y++)
        ck_assert_uint_eq(screen_at(&screen, 0, y), cell_of(' ', ROLE_BLANK));
    screen_release(&screen);
    ck_assert_ptr_null(screen.cells);
}

TEST(another_size_blanks_everything)
{
    struct screen screen;

    ck_assert_int_eq(screen_init(&screen, 10, 5), ERR_OK);
    screen_fill(&screen, 0, 2, 10, '#', ROLE_WALL);
    ck_assert_int_eq(screen_resize(&screen, 12, 4), ERR_OK);
    ck_assert_int_eq(screen.width, 12);
    for (int i = 0; i < 12 * 4; i++)
        ck_assert_uint_eq(screen_at(&screen, i % 12, i / 12), cell_of(' ', ROLE_BLANK));
    screen_release(&screen);
}

TEST(drawing_outside_is_dropped)
{
    char row[16];
    struct screen screen;

    ck_assert_int_eq(screen_init(&screen, 5, 2), ERR_OK);
    screen_put(&screen, -1, 0, 'x', ROLE_TEXT);
    screen_put(&screen, 5, 0, 'x', ROLE_TEXT);
    screen_put(&screen, 0, -1, 'x', ROLE_TEXT);
    screen_put(&screen, 0, 2, 'x', ROLE_TEXT);
    screen_fill(&screen, -3, 1, 5, '=', ROLE_TEXT);
    ck_assert_int_eq(screen_write(&screen, 3, 0, 80, "abcdef", ROLE_TEXT), 2);
    ck_assert_int_eq(screen_write(&screen, 9, 0, 80, "abcdef", ROLE_TEXT), 0);
    ck_assert_int_eq(screen_write(&screen, 0, 7, 80, "abc", ROLE_TEXT), 3);
    ck_assert_str_eq(row_of(&screen, 0, row), "   ab");
    ck_assert_str_eq(row_of(&screen, 1, row), "==   ");
    screen_release(&screen);
}

TEST(text_takes_the_cells_of_its_glyphs)
{
    char row[16];
    struct screen screen;

    ck_assert_int_eq(screen_init(&screen, 8, 1), ERR_OK);
    int used = screen_write(&screen, 1, 0, 5,
                            "a\xE6\xBC\xA2\xCC\x81"
                            "bc",
                            ROLE_SPEECH);
    ck_assert_int_eq(used, 5);
    ck_assert_str_eq(row_of(&screen, 0, row), " aWwbc  ");
    ck_assert_int_eq(cell_role(screen_at(&screen, 3, 0)), ROLE_SPEECH);
    ck_assert_int_eq(screen_write(&screen, 0, 0, 4, "abc\xE6\xBC\xA2", ROLE_TEXT), 3);
    screen_release(&screen);
}

TEST(half_a_wide_glyph_becomes_a_space)
{
    char row[16];
    struct screen screen;

    ck_assert_int_eq(screen_init(&screen, 6, 1), ERR_OK);
    screen_put(&screen, 1, 0, WIDE, ROLE_TEXT);
    screen_put(&screen, 3, 0, WIDE, ROLE_TEXT);
    ck_assert_str_eq(row_of(&screen, 0, row), " WwWw ");
    screen_put(&screen, 2, 0, WIDE, ROLE_TEXT);
    ck_assert_str_eq(row_of(&screen, 0, row), "  Ww  ");
    screen_put(&screen, 2, 0, 'x', ROLE_TEXT);
    ck_assert_str_eq(row_of(&screen, 0, row), "  x   ");
    screen_put(&screen, 5, 0, WIDE, ROLE_TEXT);
    ck_assert_str_eq(row_of(&screen, 0, row), "  x   ");
    screen_put(&screen, 2, 0, 0x301, ROLE_TEXT);
    ck_assert_str_eq(row_of(&screen, 0, row), "      ");
    screen_release(&screen);
}

TEST(wide_glyphs_stay_whole_whatever_is_drawn)
{
    static const uint32_t code_points[] = {'a', WIDE, 0, 0x301, 0xAC00, 0x1B};
    struct screen screen;
    struct rng rng;

    ck_assert_int_eq(screen_init(&screen, 9, 3), ERR_OK);
    rng_init(&rng, 21);
    for (int i = 0; i < 20000; i++) {
        int x = rng_range(&rng, -2, 10);
        int y = rng_range(&rng, -1, 3);
        screen_put(&screen, x, y, code_points[rng_below(&rng, 6)], ROLE_TEXT);
        for (int place = 0; place < 9 * 3; place++) {
            int width = utf8_width(glyph_at(&screen, place % 9, place / 9));
            bool has_half = place % 9 < 8 && glyph_at(&screen, place % 9 + 1, place / 9) == 0;
            if (has_half != (width == 2) || (place % 9 == 0 && width == 0))
                ck_abort_msg("column %d of row %d", place % 9, place / 9);
        }
    }
    screen_release(&screen);
}

TEST(what_ascii_cannot_show_becomes_a_mark)
{
    struct screen screen;

    ck_assert_int_eq(screen_init(&screen, 6, 1), ERR_OK);
    screen.is_ascii = true;
    ck_assert_int_eq(screen_write(&screen, 0, 0, 6, "a\xc3\xa9~\xe4\xb8\x80", ROLE_BAD), 5);
    ck_assert_uint_eq(glyph_at(&screen, 0, 0), 'a');
    ck_assert_uint_eq(glyph_at(&screen, 1, 0), '?');
    ck_assert_uint_eq(glyph_at(&screen, 2, 0), '~');
    ck_assert_uint_eq(glyph_at(&screen, 3, 0), '?');
    ck_assert_uint_eq(glyph_at(&screen, 4, 0), '?');
    ck_assert_uint_eq(glyph_at(&screen, 5, 0), ' ');
    ck_assert_int_eq(cell_role(screen_at(&screen, 1, 0)), ROLE_BAD);
    screen_release(&screen);
}

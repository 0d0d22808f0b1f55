/*
 * The ANSI writer: exact bytes where they matter, changes of attributes between every two looks,
 * budgets, and what may never leave. That all of it draws right is tests/property/test_ansi.c.
 */
#include "term/ansi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "support/shown.h"
#include "support/test.h"

enum { WIDTH = 80, HEIGHT = 24 };

static const struct row_set all = {{UINT64_MAX, UINT64_MAX}};

struct fixture {
    struct ansi ansi;
    struct screen wanted;
    struct bytes out;
    struct ansi_book book;
    struct palette palette;
    char text[4096];
};

static void fixture_release(struct fixture *fixture)
{
    ansi_release(&fixture->ansi);
    ansi_book_release(&fixture->book);
    screen_release(&fixture->wanted);
    bytes_release(&fixture->out);
}

static const struct ansi_looks *looks_of(struct fixture *fixture)
{
    return ansi_book_find(&fixture->book, fixture->palette);
}

/* Draws one whole frame. Returns its bytes as a string. */
static const char *draw(struct fixture *fixture)
{
    bool is_complete = false;

    bytes_clear(&fixture->out, SIZE_MAX);
    ck_assert_int_eq(ansi_diff(&fixture->ansi, &fixture->wanted, &all, looks_of(fixture), SIZE_MAX,
                               &fixture->out, &is_complete),
                     ERR_OK);
    ck_assert(is_complete);
    ck_assert_uint_lt(fixture->out.length, sizeof fixture->text);
    if (fixture->out.length > 0)
        memcpy(fixture->text, fixture->out.data, fixture->out.length);
    fixture->text[fixture->out.length] = '\0';
    return fixture->text;
}

/* An empty screen of 80x24 that the terminal shows already, cursor at (5, 5). */
static void fixture_init(struct fixture *fixture, enum palette_id palette)
{
    fixture->book = (struct ansi_book){0};
    fixture->palette = palette_of(palette);
    ck_assert_int_eq(ansi_init(&fixture->ansi, WIDTH, HEIGHT), ERR_OK);
    ck_assert_int_eq(screen_init(&fixture->wanted, WIDTH, HEIGHT), ERR_OK);
    bytes_init(&fixture->out, 1 << 20);
    fixture->wanted.cursor = pos_of(5, 5);
    fixture->wanted.cursor_shown = true;
    ck_assert_str_eq(draw(fixture), "\x1b[?25l\x1b[m\x1b[H\x1b[2J\x1b[6;6H\x1b[?25h");
}

TEST(an_equal_screen_costs_nothing)
{
    struct fixture fixture;

    fixture_init(&fixture, PALETTE_16);
    ck_assert_str_eq(draw(&fixture), "");
    screen_write(&fixture.wanted, 3, 3, 20, "a message", ROLE_BAD);
    ck_assert_str_ne(draw(&fixture), "");
    ck_assert_str_eq(draw(&fixture), "");
    fixture_release(&fixture);
}

TEST(a_role_nobody_can_see_costs_nothing)
{
    struct fixture fixture;

    fixture_init(&fixture, PALETTE_16);
    screen_fill(&fixture.wanted, 0, 3, WIDTH, ' ', ROLE_WALL);
    ck_assert_str_eq(draw(&fixture), "");
    screen_put(&fixture.wanted, 5, 5, '#', ROLE_WALL);
    ck_assert_str_eq(draw(&fixture), "\x1b[33m#\b");
    screen_put(&fixture.wanted, 5, 5, '#', ROLE_WALL_EARTH);
    ck_assert_str_eq(draw(&fixture), "");
    fixture_release(&fixture);
}

struct edit {
    int x;
    int y;
    const char *text;
    enum role role;
};

struct edit_case {
    struct edit before;
    struct edit after;
    struct pos cursor;
    const char *bytes;
};

static const struct edit_case edit_cases[] = {
    /* At the cursor: no move there, one backspace back. */
    {{0, 0, "", ROLE_TEXT}, {5, 5, "x", ROLE_TEXT}, {5, 5}, "x\b"},
    {{0, 0, "", ROLE_TEXT}, {5, 5, "x", ROLE_TEXT}, {6, 5}, "x"},
    /* Short ways within a row. */
    {{0, 0, "", ROLE_TEXT}, {4, 5, "x", ROLE_TEXT}, {5, 5}, "\bx"},
    {{0, 0, "", ROLE_TEXT}, {1, 5, "x", ROLE_TEXT}, {2, 5}, "\x1b[2Gx"},
    {{0, 0, "", ROLE_TEXT}, {30, 5, "x", ROLE_TEXT}, {31, 5}, "\x1b[31Gx"},
    {{0, 0, "", ROLE_TEXT}, {7, 5, "x", ROLE_TEXT}, {8, 5}, "  x"},
    {{0, 0, "", ROLE_TEXT}, {9, 5, "x", ROLE_TEXT}, {10, 5}, "\x1b[4Cx"},
    {{5, 5, "ab", ROLE_BAD}, {7, 5, "x", ROLE_BAD}, {8, 5}, "abx"},
    {{5, 5, "abc", ROLE_WALL}, {8, 5, "x", ROLE_TEXT}, {9, 5}, "abc\x1b[mx"},
    /* Between rows. */
    {{0, 0, "", ROLE_TEXT}, {5, 6, "x", ROLE_TEXT}, {6, 6}, "\x1b[Bx"},
    {{0, 0, "", ROLE_TEXT}, {5, 2, "x", ROLE_TEXT}, {6, 2}, "\x1b[3Ax"},
    {{0, 0, "", ROLE_TEXT}, {4, 4, "x", ROLE_TEXT}, {5, 5}, "\x1b[A\bx\x1b[B"},
    {{0, 0, "", ROLE_TEXT}, {0, 0, "x", ROLE_TEXT}, {1, 0}, "\x1b[Hx"},
    {{0, 0, "", ROLE_TEXT}, {0, 19, "x", ROLE_TEXT}, {1, 19}, "\x1b[20Hx"},
    {{0, 0, "", ROLE_TEXT}, {40, 19, "x", ROLE_TEXT}, {41, 19}, "\x1b[20;41Hx"},
    /* At the right edge the column is not known. */
    {{0, 0, "", ROLE_TEXT}, {79, 5, "x", ROLE_TEXT}, {79, 5}, "\x1b[80Gx\x1b[80G"},
    /* Blanks: printed when few, erased when many. */
    {{5, 5, "ab", ROLE_TEXT}, {5, 5, "  ", ROLE_TEXT}, {7, 5}, "  "},
    {{5, 5, "abcd", ROLE_TEXT}, {5, 5, "    ", ROLE_TEXT}, {5, 5}, "\x1b[K"},
    {{5, 5, "abcd", ROLE_STATUS}, {5, 5, "    ", ROLE_TEXT}, {5, 5}, "\x1b[m\x1b[K"},
    {{5, 5, "abcd", ROLE_TEXT}, {5, 5, "    ", ROLE_STATUS}, {9, 5}, "\x1b[7m    "},
    {{5, 5, "a door", ROLE_TEXT}, {5, 5, "no way", ROLE_TEXT}, {11, 5}, "no way"},
    {{5, 5, "abcdefghij", ROLE_TEXT}, {5, 5, "         x", ROLE_TEXT}, {15, 5}, "\x1b[K\x1b[9Cx"},
    {{5, 5, "abcd.....", ROLE_TEXT}, {5, 5, "    .....", ROLE_TEXT}, {9, 5}, "    "},
};

TEST_EACH(an_edit_takes_the_fewest_bytes, sizeof edit_cases / sizeof edit_cases[0])
{
    const struct edit_case *row = &edit_cases[_i];
    struct fixture fixture;

    fixture_init(&fixture, PALETTE_16);
    screen_write(&fixture.wanted, row->before.x, row->before.y, WIDTH, row->before.text,
                 row->before.role);
    (void)draw(&fixture);
    screen_write(&fixture.wanted, row->after.x, row->after.y, WIDTH, row->after.text,
                 row->after.role);
    fixture.wanted.cursor = row->cursor;
    ck_assert_str_eq(draw(&fixture), row->bytes);
    fixture_release(&fixture);
}

TEST(a_wide_glyph_is_printed_whole)
{
    struct fixture fixture;

    fixture_init(&fixture, PALETTE_16);
    fixture.wanted.cursor = pos_of(7, 5);
    screen_put(&fixture.wanted, 5, 5, 0x6F22, ROLE_TEXT);
    ck_assert_str_eq(draw(&fixture), "\xE6\xBC\xA2");
    screen_put(&fixture.wanted, 6, 5, 'x', ROLE_TEXT);
    ck_assert_str_eq(draw(&fixture), "\b\b x");
    screen_put(&fixture.wanted, 5, 5, 0x6F22, ROLE_TEXT);
    (void)draw(&fixture);
    screen_put(&fixture.wanted, 5, 5, ' ', ROLE_TEXT);
    ck_assert_msg(strcmp(draw(&fixture), "\b\b  ") == 0, "the second half is not trusted");
    fixture_release(&fixture);
}

/* The attributes a terminal has after some SGR, by the letter of ECMA-48. */
struct look {
    bool is_bold;
    bool is_dim;
    bool is_reverse;
    char colour[32];
    int background; /* 0: the terminal's own */
};

static void apply_colour(struct look *look, int number, const char **at)
{
    char *end = NULL;
    int length = snprintf(look->colour, sizeof look->colour, "%d", number);

    if (number != 38)
        return;
    long kind = strtol(*at + 1, &end, 10);
    const char *start = *at;
    for (int i = 0; i < (kind == 5 ? 1 : 3); i++)
        (void)strtol(end + 1, &end, 10);
    (void)snprintf(look->colour + length, sizeof look->colour - (size_t)length, "%.*s",
                   (int)(end - start), start);
    *at = end;
}

/* ";5;" and a number at `at`; returns what is behind it. */
static const char *take_background(struct look *look, const char *at)
{
    char *end = NULL;

    look->background = (int)strtol(at + strlen(";5;"), &end, 10);
    return end;
}

static void apply_sgr(struct look *look, const char *at)
{
    for (;;) {
        char *end = NULL;
        int number = (int)strtol(at, &end, 10);
        at = end;
        if (number == 0)
            *look = (struct look){0};
        else if (number == 1)
            look->is_bold = true;
        else if (number == 2)
            look->is_dim = true;
        else if (number == 22)
            look->is_bold = look->is_dim = false;
        else if (number == 7 || number == 27)
            look->is_reverse = number == 7;
        else if (number == 39)
            look->colour[0] = '\0';
        else if (number == 49)
            look->background = 0;
        else if (number == 48)
            at = take_background(look, at);
        else
            apply_colour(look, number, &at);
        if (*at != ';')
            break;
        at++;
    }
    ck_assert_int_eq(*at, 'm');
}

static int background_of(struct palette palette, enum role role)
{
    int number = 0;

    (void)sscanf(palette_background(palette, role), "48;5;%d", &number);
    return number;
}

TEST_EACH(every_look_can_follow_every_other, PALETTE_COUNT *PALETTE_THEME_COUNT * 2)
{
    struct palette palette = {
        .colours = (enum palette_id)(_i % PALETTE_COUNT),
        .theme = (enum palette_theme)(_i / PALETTE_COUNT % PALETTE_THEME_COUNT),
        .has_grounds = _i >= PALETTE_COUNT * PALETTE_THEME_COUNT,
        .memory = (enum palette_memory)(_i % PALETTE_MEMORY_COUNT),
    };
    struct fixture fixture;

    fixture_init(&fixture, palette.colours);
    fixture.palette = palette;
    for (enum role from = ROLE_BLANK; from < ROLE_COUNT; from++) {
        for (enum role to = ROLE_BLANK; to < ROLE_COUNT; to++) {
            struct look look = {0};
            struct look expected = {0};
            screen_put(&fixture.wanted, 5, 5, 'a', from);
            (void)draw(&fixture);
            ansi_forget(&fixture.ansi);
            screen_put(&fixture.wanted, 6, 5, 'b', to);
            const char *at = draw(&fixture);
            for (; *at != '\0'; at++) {
                const char *final = at + strspn(at, "\x1b[0123456789;");
                if (*at == '\x1b' && *final == 'm')
                    apply_sgr(&look, at + 2);
                if (*at == 'b')
                    break;
            }
            ck_assert_int_eq(*at, 'b');
            apply_sgr(&expected, strchr("\x1b[m", 'm'));
            if (palette_sgr(palette, to)[0] != '\0')
                apply_sgr(&expected, palette_sequence(palette, to) + 2);
            ck_assert_int_eq(look.is_bold, expected.is_bold);
            ck_assert_int_eq(look.is_dim, expected.is_dim);
            ck_assert_int_eq(look.is_reverse, expected.is_reverse);
            ck_assert_str_eq(look.colour, expected.colour);
            ck_assert_int_eq(look.background, background_of(palette, to));
        }
    }
    fixture_release(&fixture);
}

TEST(a_change_of_look_takes_the_shorter_form)
{
    static const struct {
        enum role from;
        enum role to;
        const char *bytes;
    } rows[] = {
        {ROLE_WALL, ROLE_FLOOR, "#\x1b[m."},        {ROLE_FLOOR, ROLE_WALL, "#\x1b[33m."},
        {ROLE_SELF, ROLE_WALL, "#\x1b[0;33m."},     {ROLE_DOOR_CLOSED, ROLE_WALL, "#\x1b[0;33m."},
        {ROLE_WALL, ROLE_DOOR_CLOSED, "#\x1b[1m."}, {ROLE_STATUS, ROLE_TEXT, "#\x1b[m."},
        {ROLE_OTHER, ROLE_SELF, "#\x1b[97m."},      {ROLE_WALL, ROLE_STATUS, "#\x1b[0;7m."},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct fixture fixture;
        fixture_init(&fixture, PALETTE_16);
        screen_put(&fixture.wanted, 5, 5, '@', rows[i].from);
        (void)draw(&fixture);
        screen_put(&fixture.wanted, 5, 5, '#', rows[i].from);
        screen_put(&fixture.wanted, 6, 5, '.', rows[i].to);
        fixture.wanted.cursor = pos_of(7, 5);
        ck_assert_str_eq(draw(&fixture), rows[i].bytes);
        fixture_release(&fixture);
    }
}

/* A screen full of different cells. */
static void fill_at_random(struct screen *screen, uint64_t seed)
{
    struct rng rng;

    rng_init(&rng, seed);
    for (int y = 0; y < screen->height; y++) {
        for (int x = 0; x < screen->width; x++) {
            uint32_t code_point = '!' + rng_below(&rng, 90);
            screen_put(screen, x, y, code_point, (enum role)rng_below(&rng, ROLE_COUNT));
        }
    }
}

TEST(no_budget_is_overrun_and_every_budget_gets_there)
{
    static const size_t budgets[] = {0, ANSI_BUDGET_MIN, 100, 1000, 4000};
    struct fixture fixture;

    fixture_init(&fixture, PALETTE_TRUE);
    for (size_t i = 0; i < sizeof budgets / sizeof budgets[0]; i++) {
        size_t limit = budgets[i] < ANSI_BUDGET_MIN ? ANSI_BUDGET_MIN : budgets[i];
        bool is_complete = false;
        fill_at_random(&fixture.wanted, i);
        for (int turn = 0; !is_complete; turn++) {
            ck_assert_int_lt(turn, WIDTH * HEIGHT + 2);
            bytes_clear(&fixture.out, SIZE_MAX);
            ck_assert_int_eq(ansi_diff(&fixture.ansi, &fixture.wanted, &all, looks_of(&fixture),
                                       budgets[i], &fixture.out, &is_complete),
                             ERR_OK);
            ck_assert_uint_le(fixture.out.length, limit);
            ck_assert_uint_gt(fixture.out.length, 0);
        }
        ck_assert(pos_equal(fixture.ansi.cursor, fixture.wanted.cursor));
        ck_assert(fixture.ansi.cursor_shown);
        ck_assert_str_eq(draw(&fixture), "");
    }
    fixture_release(&fixture);
}

TEST(an_unfinished_frame_does_not_halve_a_wide_glyph)
{
    struct fixture fixture;
    bool is_complete = true;

    fixture_init(&fixture, PALETTE_16);
    screen_put(&fixture.wanted, 5, 5, 0x6F22, ROLE_TEXT);
    (void)draw(&fixture);
    screen_put(&fixture.wanted, 6, 5, 'x', ROLE_TEXT);
    screen_fill(&fixture.wanted, 0, 2, WIDTH, '#', ROLE_WALL);
    bytes_clear(&fixture.out, SIZE_MAX);
    ck_assert_int_eq(ansi_diff(&fixture.ansi, &fixture.wanted, &all, looks_of(&fixture),
                               ANSI_BUDGET_MIN, &fixture.out, &is_complete),
                     ERR_OK);
    ck_assert(!is_complete);
    screen_put(&fixture.wanted, 5, 5, 0x6F22, ROLE_TEXT);
    (void)draw(&fixture);
    expect_shown_cells(&fixture.ansi.shown, &fixture.wanted);
    fixture_release(&fixture);
}

TEST(a_full_output_leaves_the_terminal_unknown)
{
    struct fixture fixture;
    bool is_complete = true;

    fixture_init(&fixture, PALETTE_16);
    struct bytes little;
    bytes_init(&little, 100);
    fill_at_random(&fixture.wanted, 1);
    ck_assert_int_eq(ansi_diff(&fixture.ansi, &fixture.wanted, &all, looks_of(&fixture), SIZE_MAX,
                               &little, &is_complete),
                     ERR_TOO_BIG);
    ck_assert(!is_complete);
    ck_assert(fixture.ansi.is_unknown);
    bytes_release(&little);
    fixture_release(&fixture);
}

TEST(a_frame_is_appended_to_what_waits_already)
{
    struct fixture fixture;
    bool is_complete = false;

    fixture_init(&fixture, PALETTE_16);
    fixture.wanted.cursor_shown = false;
    screen_put(&fixture.wanted, 5, 5, 'x', ROLE_TEXT);
    ck_assert_int_eq(ansi_diff(&fixture.ansi, &fixture.wanted, &all, looks_of(&fixture), SIZE_MAX,
                               &fixture.out, &is_complete),
                     ERR_OK);
    static const char tail[] = "\x1b[?25h\x1b[?25lx";
    size_t length = sizeof tail - 1;
    ck_assert_uint_gt(fixture.out.length, length);
    ck_assert_mem_eq(fixture.out.data + fixture.out.length - length, tail, length);
    fixture_release(&fixture);
}

TEST(the_cursor_hides_for_long_frames_only)
{
    struct fixture fixture;

    fixture_init(&fixture, PALETTE_16);
    screen_write(&fixture.wanted, 5, 5, WIDTH, "a step is small", ROLE_TEXT);
    ck_assert_ptr_null(strstr(draw(&fixture), "\x1b[?25"));
    for (int y = 0; y < HEIGHT; y++)
        screen_fill(&fixture.wanted, 0, y, 40, '#', ROLE_WALL);
    const char *frame = draw(&fixture);
    ck_assert(strncmp(frame, "\x1b[?25l", 6) == 0);
    ck_assert_str_eq(frame + strlen(frame) - 6, "\x1b[?25h");
    fixture.wanted.cursor_shown = false;
    ck_assert_str_eq(draw(&fixture), "\x1b[?25l");
    fixture.wanted.cursor = pos_of(1, 1);
    ck_assert_msg(strcmp(draw(&fixture), "") == 0, "a hidden cursor is not moved for its own sake");
    fixture.wanted.cursor_shown = true;
    ck_assert_str_eq(draw(&fixture), "\x1b[2;2H\x1b[?25h");
    fixture_release(&fixture);
}

TEST(no_cell_can_smuggle_a_control_out)
{
    static const uint32_t controls[] = {0, 0x07, 0x0A, 0x1B, 0x7F, 0x9B, 0x202E, 0xD800};
    struct fixture fixture;

    fixture_init(&fixture, PALETTE_16);
    for (size_t i = 0; i < sizeof controls / sizeof controls[0]; i++) {
        screen_put(&fixture.wanted, 5, 5, 'x', ROLE_TEXT);
        (void)draw(&fixture);
        fixture.wanted.cells[5 * WIDTH + 5] = cell_of(controls[i], ROLE_TEXT);
        ck_assert_str_eq(draw(&fixture), " \b");
        ck_assert_str_eq(draw(&fixture), "");
    }
    fixture_release(&fixture);
}

TEST(another_size_repaints)
{
    struct fixture fixture;

    fixture_init(&fixture, PALETTE_16);
    ck_assert_int_eq(ansi_resize(&fixture.ansi, 40, 12), ERR_OK);
    ck_assert_int_eq(screen_resize(&fixture.wanted, 40, 12), ERR_OK);
    screen_put(&fixture.wanted, 3, 3, 'x', ROLE_TEXT);
    ck_assert_str_eq(draw(&fixture), "\x1b[?25l\x1b[m\x1b[H\x1b[2J\x1b[4;4Hx");
    fixture_release(&fixture);
}

TEST(leaving_puts_the_terminal_back)
{
    static const char *const parts[] = {"\x1b[m", "\x1b[?2004l", "\x1b[?7h", "\x1b[?25h",
                                        "\x1b[?1049l"};
    const char *at = ansi_restore;

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        ck_assert_msg(strncmp(at, parts[i], strlen(parts[i])) == 0, "part %zu", i);
        at += strlen(parts[i]);
    }
    ck_assert_str_eq(at, "");
    ck_assert_str_eq(ansi_enter, "\x1b[?1049h\x1b[?7l\x1b[?2004h");
    ck_assert_str_eq(ansi_probe_utf8, "\r\xE2\x96\x92\x1b[6n");
}

TEST(lines_are_coloured_except_in_mono)
{
    ck_assert_str_eq(ansi_role_start(ROLE_BAD, palette_of(PALETTE_16)), "\x1b[91m");
    ck_assert_str_eq(ansi_role_start(ROLE_TEXT, palette_of(PALETTE_16)), "");
    ck_assert_str_eq(ansi_role_start(ROLE_BAD, palette_of(PALETTE_MONO)), "");
    ck_assert_str_eq(ansi_role_end, "\x1b[m");
}

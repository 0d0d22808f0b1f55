/*
 * Scrolling of the log: when it pays, its exact bytes, and what it leaves alone. That a terminal
 * then shows what is wanted is tests/property/test_ansi.c.
 */
#include "term/ansi_scroll.h"

#include <string.h>

#include "support/test.h"
#include "term/ansi.h"

enum { WIDTH = 80, HEIGHT = 24, LOG_TOP = 20, LINES = 12 };

static const char *const lines[LINES] = {
    "The deserter hits you: 4, you have 22.",
    "You miss the deserter.",
    "The rat misses you.",
    "You hit the deserter: 5.",
    "The deserter misses you.",
    "A telling blow: 8.",
    "The rat hits you: 1, you have 21.",
    "You miss the rat.",
    "You kill the deserter. Lesson 18.",
    "It leaves 3 gold, 1 south.",
    "The rat glances off your padded coat.",
    "You kill the rat. Lesson 10.",
};

struct fixture {
    struct ansi ansi;
    struct screen wanted;
    struct bytes out;
    struct ansi_book book;
    char text[4096];
};

static const char *draw_rows(struct fixture *fixture, const struct row_set *rows)
{
    bool is_complete = false;

    bytes_clear(&fixture->out, SIZE_MAX);
    ck_assert_int_eq(ansi_diff(&fixture->ansi, &fixture->wanted, rows,
                               ansi_book_find(&fixture->book, palette_of(PALETTE_16)), SIZE_MAX,
                               &fixture->out, &is_complete),
                     ERR_OK);
    ck_assert(is_complete);
    ck_assert_uint_lt(fixture->out.length, sizeof fixture->text);
    memcpy(fixture->text, fixture->out.data, fixture->out.length);
    fixture->text[fixture->out.length] = '\0';
    return fixture->text;
}

static const char *draw(struct fixture *fixture)
{
    struct row_set all = row_set_all();

    return draw_rows(fixture, &all);
}

/* Writes the lines from `first` on into the rows from `top` to the bottom. */
static void write_log(struct fixture *fixture, int top, int first)
{
    for (int y = top; y < HEIGHT; y++) {
        screen_fill(&fixture->wanted, 0, y, WIDTH, ' ', ROLE_BLANK);
        screen_write(&fixture->wanted, 0, y, WIDTH, lines[(first + y - top) % LINES], ROLE_TEXT);
    }
}

/* A screen with the first four lines in its log. */
static void fixture_init(struct fixture *fixture)
{
    *fixture = (struct fixture){0};
    ck_assert_int_eq(ansi_init(&fixture->ansi, WIDTH, HEIGHT), ERR_OK);
    ck_assert_int_eq(screen_init(&fixture->wanted, WIDTH, HEIGHT), ERR_OK);
    bytes_init(&fixture->out, 1 << 20);
    fixture->wanted.cursor = pos_of(0, 0);
    fixture->wanted.cursor_shown = true;
    write_log(fixture, LOG_TOP, 0);
    (void)draw(fixture);
}

static void fixture_release(struct fixture *fixture)
{
    ansi_release(&fixture->ansi);
    ansi_book_release(&fixture->book);
    screen_release(&fixture->wanted);
    bytes_release(&fixture->out);
}

TEST(a_new_line_costs_its_own_letters_and_a_move_of_the_others)
{
    struct fixture fixture;

    fixture_init(&fixture);
    write_log(&fixture, LOG_TOP, 1);
    ck_assert_str_eq(draw(&fixture), "\x1b[21;24r\x1b[24H\r\n\x1b[r"
                                     "\x1b[24HThe deserter misses you.\x1b[H");
    ck_assert_str_eq(draw(&fixture), "");
    fixture_release(&fixture);
}

TEST(two_new_lines_move_the_others_by_two)
{
    struct fixture fixture;

    fixture_init(&fixture);
    write_log(&fixture, LOG_TOP, 2);
    ck_assert_ptr_nonnull(strstr(draw(&fixture), "\x1b[21;24r\x1b[24H\r\n\r\n\x1b[r"));
    fixture_release(&fixture);
}

TEST(the_line_of_the_target_stays_above)
{
    struct fixture fixture;

    fixture_init(&fixture);
    screen_fill(&fixture.wanted, 0, LOG_TOP, WIDTH, ' ', ROLE_BLANK);
    screen_write(&fixture.wanted, 0, LOG_TOP, WIDTH, "deserter [#####---] 5e even", ROLE_TEXT);
    (void)draw(&fixture);
    write_log(&fixture, LOG_TOP + 1, 2);
    ck_assert_ptr_nonnull(strstr(draw(&fixture), "\x1b[22;24r\x1b[24H\r\n\x1b[r"));
    fixture_release(&fixture);
}

TEST(no_row_is_filled_with_the_background_of_the_status_row)
{
    struct fixture fixture;

    fixture_init(&fixture);
    fixture.wanted.cursor_shown = false;
    screen_write(&fixture.wanted, 0, LOG_TOP - 1, WIDTH, "Ada L7 HP 31/50", ROLE_STATUS);
    (void)draw(&fixture);
    write_log(&fixture, LOG_TOP, 1);
    const char *frame = draw(&fixture);
    const char *region = strstr(frame, "\x1b[21;24r");
    ck_assert_ptr_nonnull(region);
    ck_assert_msg(region > frame && region[-1] == 'm', "the look is changed first: %s", frame + 1);
    fixture_release(&fixture);
}

TEST(short_lines_are_printed)
{
    struct fixture fixture;

    fixture_init(&fixture);
    for (int turn = 0; turn < 2; turn++) {
        for (int y = LOG_TOP; y < HEIGHT; y++) {
            screen_fill(&fixture.wanted, 0, y, WIDTH, ' ', ROLE_BLANK);
            screen_put(&fixture.wanted, 0, y, (uint32_t)('a' + y + turn), ROLE_TEXT);
        }
        ck_assert_ptr_null(strstr(draw(&fixture), "r\x1b[24H\r\n"));
    }
    fixture_release(&fixture);
}

TEST(more_rows_than_a_log_has_never_scroll)
{
    struct fixture fixture;
    int top = HEIGHT - ANSI_SCROLL_ROWS_MAX - 1;

    fixture_init(&fixture);
    write_log(&fixture, top, 0);
    (void)draw(&fixture);
    write_log(&fixture, top, 1);
    ck_assert_ptr_nonnull(strstr(draw(&fixture), "\x1b[18;24r"));
    fixture_release(&fixture);
}

TEST(rows_that_were_not_composed_never_scroll)
{
    struct fixture fixture;
    struct row_set rows = {0};

    fixture_init(&fixture);
    row_set_add(&rows, HEIGHT - 1);
    row_set_add(&rows, HEIGHT - 2);
    write_log(&fixture, LOG_TOP, 1);
    const char *frame = draw_rows(&fixture, &rows);
    ck_assert_ptr_null(strstr(frame, "\x1b[21;24r"));
    ck_assert_ptr_null(strstr(frame, "\x1b[22;24r"));
    fixture_release(&fixture);
}

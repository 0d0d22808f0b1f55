/*
 * The instruments themselves, without a server: a comparison of screens that could not tell a wrong
 * one would make every other test here worthless.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"
#include "support/live/explorer.h"
#include "support/live/screen_log.h"
#include "support/live/terminal.h"
#include "support/test.h"
#include "term/ansi.h"

enum { WIDTH = 80, HEIGHT = 24, FRAME_MAX = 64 * 1024 };

static const struct row_set all = {{UINT64_MAX, UINT64_MAX}};

static struct terminal terminal;
static struct screen screen;
static struct ansi ansi;
static struct screen_log screens;
static char path[64];

static void set_up(void)
{
    snprintf(path, sizeof path, "/tmp/undercroft-screens-%ld", (long)getpid());
    unlink(path);
    terminal_init(&terminal, WIDTH, HEIGHT, true);
    ck_assert_int_eq(screen_init(&screen, WIDTH, HEIGHT), ERR_OK);
    ck_assert_int_eq(ansi_init(&ansi, WIDTH, HEIGHT), ERR_OK);
    screen_log_init(&screens, path);
    screen.cursor = pos_of(5, 3);
    screen.cursor_shown = true;
}

static void tear_down(void)
{
    unlink(path);
    screen_log_release(&screens);
    ansi_release(&ansi);
    screen_release(&screen);
    terminal_release(&terminal);
}

static void feed(const char *bytes)
{
    terminal_feed(&terminal, bytes, strlen(bytes));
}

/* Shows the screen on the terminal through the server's own writer. */
static void show(enum palette_id palette)
{
    struct ansi_book book = {0};
    struct bytes out;
    bool is_complete;

    bytes_init(&out, FRAME_MAX);
    ck_assert_int_eq(ansi_diff(&ansi, &screen, &all, ansi_book_find(&book, palette_of(palette)),
                               FRAME_MAX, &out, &is_complete),
                     ERR_OK);
    ck_assert(is_complete);
    terminal_feed(&terminal, out.data, out.length);
    bytes_release(&out);
    ansi_book_release(&book);
}

/* Appends the screen to the record in the form the server writes. */
static void record(int serial)
{
    FILE *file = fopen(path, "ab");

    ck_assert(file != NULL);
    fprintf(file, "screen %d %d %d %d %d\n", serial, WIDTH, HEIGHT, screen.cursor.x,
            screen.cursor.y);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            char glyph[4];
            uint32_t code_point = cell_code_point(screen_at(&screen, x, y));
            if (code_point != 0)
                fwrite(glyph, 1, utf8_encode(code_point, glyph), file);
        }
        fputc('\n', file);
    }
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++)
            fputc(SCREEN_ROLE_SIGN + (int)cell_role(screen_at(&screen, x, y)), file);
        fputc('\n', file);
    }
    fclose(file);
}

static void draw_something(void)
{
    screen_write(&screen, 0, 0, WIDTH, "plain text", ROLE_TEXT);
    screen_write(&screen, 0, 1, WIDTH, "\xe2\x94\x8c\xe2\x94\x80\xe2\x94\x90", ROLE_WALL);
    screen_write(&screen, 0, 2, WIDTH, "\xe6\x97\xa5\xe6\x9c\xac!", ROLE_SPEECH);
    screen_put(&screen, 5, 3, '@', ROLE_SELF);
    screen_put(&screen, WIDTH - 1, HEIGHT - 1, '+', ROLE_DOOR_CLOSED);
    screen_fill(&screen, 0, 19, WIDTH, ' ', ROLE_STATUS);
    screen_write(&screen, 0, 19, WIDTH, "Ada  Depth 1", ROLE_STATUS);
    screen_put(&screen, 7, 4, '.', ROLE_REMEMBERED);
}

static bool is_shown(enum palette_id palette, char *difference)
{
    screen_log_read(&screens);
    const struct screen_frame *frame = screen_log_newest(&screens, 1);
    ck_assert(frame != NULL);
    return screen_frame_is_shown(frame, &terminal, palette_of(palette), difference);
}

TEST_FIXTURE(set_up, tear_down);

TEST(what_was_drawn_counts_as_shown_in_every_palette)
{
    char difference[SCREEN_LOG_DIFFERENCE_SIZE] = "";

    draw_something();
    record(1);
    for (int palette = 0; palette < PALETTE_MONO; palette++) {
        ansi_forget(&ansi);
        show((enum palette_id)palette);
        ck_assert_msg(is_shown((enum palette_id)palette, difference), "palette %d: %s", palette,
                      difference);
    }
}

TEST(every_kind_of_difference_is_noticed)
{
    static const char *const spoilers[] = {
        "\x1b[1;1Hq",                    /* another glyph */
        "\x1b[24;80H-",                  /* in the last cell */
        "\x1b[4;6H\x1b[m@",              /* the right glyph in a wrong colour */
        "\x1b[5;8H\x1b[33m.",            /* seen instead of remembered */
        "\x1b[20;60H\x1b[m ",            /* a hole in the reversed row */
        "\x1b[10;10H\x1b[7m ",           /* a reversed blank where none belongs */
        "\x1b[10;10H\x1b[41m ",          /* a background */
        "\x1b[3;1H\x1b[96m\xe6\x9c\xac", /* another wide glyph */
    };
    char difference[SCREEN_LOG_DIFFERENCE_SIZE] = "";

    draw_something();
    record(1);
    for (size_t i = 0; i < sizeof spoilers / sizeof spoilers[0]; i++) {
        ansi_forget(&ansi);
        show(PALETTE_16);
        ck_assert_msg(is_shown(PALETTE_16, difference), "%s", difference);
        feed("\x1b[s");
        feed(spoilers[i]);
        feed("\x1b[m\x1b[4;6H");
        ck_assert_msg(!is_shown(PALETTE_16, difference), "spoiler %zu is not noticed", i);
    }
}

TEST(a_wrong_or_hidden_cursor_is_noticed)
{
    char difference[SCREEN_LOG_DIFFERENCE_SIZE] = "";

    draw_something();
    record(1);
    show(PALETTE_16);
    ck_assert(is_shown(PALETTE_16, difference));
    feed("\x1b[C");
    ck_assert(!is_shown(PALETTE_16, difference));
    feed("\x1b[D");
    ck_assert(is_shown(PALETTE_16, difference));
    feed("\x1b[?25l");
    ck_assert(!is_shown(PALETTE_16, difference));
    feed("\x1b[?25h");
    terminal_resize(&terminal, WIDTH, HEIGHT - 1);
    ck_assert(!is_shown(PALETTE_16, difference));
}

TEST(the_newest_whole_frame_of_each_connection_is_found)
{
    draw_something();
    record(1);
    record(2);
    screen_put(&screen, 0, 0, 'X', ROLE_TEXT);
    record(1);
    FILE *file = fopen(path, "ab");
    ck_assert(file != NULL);
    fputs("screen 1 80 24 0 0\nhalf a frame", file);
    fclose(file);
    screen_log_read(&screens);
    ck_assert_int_eq((int)screens.frame_count, 3);
    ck_assert_int_eq(screen_log_newest(&screens, 1)->text[0], 'X');
    ck_assert_int_eq(screen_log_newest(&screens, 2)->text[0], 'p');
    ck_assert_ptr_null(screen_log_newest(&screens, 3));
}

TEST(characters_that_come_in_pieces_are_put_together)
{
    static const char text[] = "x\xef\xbc\xa1y \xe6\x97\xa5\xe2\x94\x80 caf\xc3\xa9";
    char row[TERMINAL_ROW_SIZE];

    for (size_t first = 0; first + 1 < sizeof text; first++) {
        for (size_t second = first; second + 1 < sizeof text; second++) {
            feed("\x1b[H\x1b[2J");
            terminal_feed(&terminal, text, first);
            terminal_feed(&terminal, text + first, second - first);
            terminal_feed(&terminal, text + second, sizeof text - 1 - second);
            terminal_row(&terminal, 0, row);
            ck_assert_msg(strncmp(row, text, sizeof text - 1) == 0, "cut at %zu and %zu: %s", first,
                          second, row);
        }
    }
}

TEST(a_way_is_found_over_what_is_shown)
{
    struct rng rng;

    rng_init(&rng, 1);
    feed("\x1b[2J\x1b[1;1H#######\r\n#@..+.#\r\n###.###\r\n###>###\r\n#######\x1b[2;2H");
    ck_assert_int_eq(explorer_key(&terminal, '+', &rng), 'l');
    ck_assert_int_eq(explorer_key(&terminal, '>', &rng), 'l');
    ck_assert_int_eq(explorer_key(&terminal, '<', &rng), 0);
    feed("\x1b[2;4H");
    ck_assert_int_eq(explorer_key(&terminal, '>', &rng), 'j');
    feed("\x1b[2;5H#\x1b[2;4H");
    ck_assert_int_eq(explorer_key(&terminal, '+', &rng), 0);
}

TEST(a_terminal_tells_whether_it_was_left_clean)
{
    feed("\x1b[?1049h\x1b[?25l\x1b[1;31m");
    ck_assert(terminal.is_alternate && !terminal.is_cursor_shown);
    ck_assert(!terminal_pen_is_plain(&terminal));
    feed(ansi_restore);
    ck_assert(!terminal.is_alternate && terminal.is_cursor_shown);
    ck_assert(terminal_pen_is_plain(&terminal));
}

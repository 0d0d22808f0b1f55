/*
 * Text goes on in the next row, between words, and none of it is lost.
 */
#include "term/wrap.h"

#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "base/utf8.h"
#include "screen_fixture.h"
#include "support/test.h"

static const char sentence[] = "Brom says: \"the stairs down are behind the second door to the "
                               "east, and then always along the wall\"";

static void expect_row(const char **text, int width, const char *wanted)
{
    const char *start = *text;
    size_t length = wrap_take(text, width);

    ck_assert_msg(length == strlen(wanted) && strncmp(start, wanted, length) == 0,
                  "\"%.*s\" should be \"%s\"", (int)length, start, wanted);
}

TEST(rows_end_between_words)
{
    const char *text = "one two three\nfour";

    expect_row(&text, 8, "one two ");
    expect_row(&text, 8, "three");
    expect_row(&text, 8, "four");
    ck_assert_str_eq(text, "");
    text = "exactly this wide";
    expect_row(&text, 12, "exactly this ");
    expect_row(&text, 12, "wide");
    text = "a verylongword";
    expect_row(&text, 8, "a verylo");
    expect_row(&text, 8, "ngword");
    text = "\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2";
    expect_row(&text, 5, "\xe6\xbc\xa2\xe6\xbc\xa2");
    expect_row(&text, 1, "\xe6\xbc\xa2");
}

/* A row that ends with a blank may be wider by that. */
static int cells_of(const char *text, size_t length)
{
    int cells = 0;

    while (length > 0 && text[length - 1] == ' ')
        length--;
    for (size_t at = 0; at < length;) {
        if (text[at] == '\033')
            at += strcspn(text + at, "m") + 1;
        else
            cells += utf8_width(utf8_decode(text, length, &at));
    }
    return cells;
}

/* The word in the text that `at` is within. */
static int word_cells(const char *text, const char *at)
{
    while (at > text && at[-1] != ' ')
        at--;
    return cells_of(at, strcspn(at, " "));
}

TEST(lines_of_text_end_rows_between_words)
{
    static const struct {
        const char *text;
        int width;
        const char *rows; /* with a bar behind each */
    } lines[] = {
        {"", 20, "|"},
        {"one two three", 8, "one two|three|"},
        {"one two three", 13, "one two three|"},
        {"one two three", 12, "one two|three|"},
        {"a verylongword", 8, "a verylo|ngword|"},
        {"sixsix  verylongword", 6, "sixsix|verylo|ngword|"},
        {"a verylongword and b", 8, "a verylo|ngword|and b|"},
        {"a longword and", 8, "a|longword|and|"},
        {"one   two", 5, "one|two|"},
        {"  one two", 5, "  one|two|"},
        {"Name: ", 5, "Name: |"},
        {"one two ", 7, "one two |"},
        {"one two ", 6, "one|two |"},
        {"\033[36mone two\033[0m", 7, "\033[36mone two\033[0m|"},
        {"\033[36mone\033[0m \033[36mtwo\033[0m", 6, "\033[36mone\033[0m|\033[36mtwo\033[0m|"},
        {"\xe6\xbc\xa2\xe6\xbc\xa2 \xe6\xbc\xa2", 6, "\xe6\xbc\xa2\xe6\xbc\xa2|\xe6\xbc\xa2|"},
        {"\xe6\xbc\xa2\xe6\xbc\xa2\xe6\xbc\xa2", 5, "\xe6\xbc\xa2\xe6\xbc\xa2|\xe6\xbc\xa2|"},
        {"e\xcc\x81"
         "e\xcc\x81 e",
         2,
         "e\xcc\x81"
         "e\xcc\x81|e|"},
    };
    char rows[128];

    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const char *text = lines[i].text;
        const char *end = text + strlen(text);
        size_t length = 0;
        do {
            const char *row = text;
            size_t taken = wrap_take_words(&text, end, lines[i].width);
            length +=
                (size_t)snprintf(rows + length, sizeof rows - length, "%.*s|", (int)taken, row);
        } while (text < end);
        ck_assert_str_eq(rows, lines[i].rows);
    }
}

/* Texts of letters, blanks, colours and letters of two cells: no row is too wide, none but blanks
   is lost, and a word that fits into a row is in one. */
TEST(no_row_is_too_wide_and_nothing_is_lost)
{
    static const char *const pieces[] = {"a", "b", "c", " ", "\xe6\xbc\xa2", "\033[36md"};
    char text[256];
    struct rng rng;

    rng_init(&rng, 32);
    for (int i = 0; i < 20000; i++) {
        int width = 4 + (int)rng_below(&rng, 20);
        size_t length = (size_t)snprintf(text, sizeof text, "a");
        for (uint32_t left = rng_below(&rng, 40); left > 0; left--)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s",
                                       pieces[rng_below(&rng, sizeof pieces / sizeof pieces[0])]);
        const char *at = text;
        const char *end = text + length;
        while (at < end) {
            const char *row = at;
            size_t taken = wrap_take_words(&at, end, width);
            ck_assert_msg(at > row && at <= end, "it goes on: %s", text);
            ck_assert_msg(at == end || cells_of(row, taken) <= width, "%d: %s", width, text);
            size_t gap = strspn(row + taken, " ");
            ck_assert_msg(row + taken + (at == end ? 0 : gap) == at, "lost: %s", text);
            bool is_in_word = at < end && gap == 0 && row[taken - 1] != ' ';
            ck_assert_msg(!is_in_word || word_cells(text, at) > width, "%d: %s", width, text);
        }
    }
}

/* Nothing but the part before `end` is read. */
TEST(a_line_ends_where_it_is_said_to)
{
    static const char text[] = "one two\nthree\033[";
    const char *at = text;

    ck_assert_uint_eq(wrap_take_words(&at, text + 7, 20), 7);
    ck_assert_ptr_eq(at, text + 7);
    at = text + 13;
    ck_assert_uint_eq(wrap_take_words(&at, text + 15, 20), 2);
    ck_assert_ptr_eq(at, text + 15);
}

TEST(the_last_row_is_at_the_bottom)
{
    struct screen screen;
    struct rect area = {0, 8, 40, 4};

    open_screen(&screen, 40, 12);
    ck_assert_int_eq(wrap_write_up(&screen, area, sentence, NULL, ROLE_TEXT), 3);
    expect_untouched(&screen, 8);
    expect_row_begins(&screen, 9, "Brom says: \"the stairs down are behind ");
    expect_row_begins(&screen, 10, "the second door to the east, and then ");
    expect_row_begins(&screen, 11, "always along the wall\"");
    screen_release(&screen);
}

TEST(without_room_the_end_is_shown_or_the_beginning_and_how_to_read_on)
{
    struct screen screen;
    struct rect area = {0, 10, 40, 2};

    open_screen(&screen, 40, 12);
    ck_assert_int_eq(wrap_write_up(&screen, area, sentence, NULL, ROLE_TEXT), 2);
    expect_row_begins(&screen, 10, "the second door to the east, and then ");
    expect_row_begins(&screen, 11, "always along the wall\"");
    screen_fill(&screen, 0, 11, 40, '~', ROLE_TEXT);
    ck_assert_int_eq(wrap_write_up(&screen, area, sentence, "...", ROLE_TEXT), 2);
    expect_row_begins(&screen, 10, "Brom says: \"the stairs down are behind ");
    expect_row_begins(&screen, 11, "the second door to the east, and then...");
    screen_fill(&screen, 0, 11, 40, '~', ROLE_TEXT);
    ck_assert_int_eq(wrap_write_up(&screen, area, "short", "...", ROLE_TEXT), 1);
    expect_row_begins(&screen, 11, "short~~~");
    screen_release(&screen);
}

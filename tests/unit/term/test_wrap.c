/*
 * Text goes on in the next row, between words, and none of it is lost.
 */
#include "term/wrap.h"

#include <string.h>

#include "screen_fixture.h"
#include "support/suite.h"

static const char sentence[] = "Brom says: \"the stairs down are behind the second door to the "
                               "east, and then always along the wall\"";

static void expect_row(const char **text, int width, const char *wanted)
{
    const char *start = *text;
    size_t length = wrap_take(text, width);

    ck_assert_msg(length == strlen(wanted) && strncmp(start, wanted, length) == 0,
                  "\"%.*s\" should be \"%s\"", (int)length, start, wanted);
}

START_TEST(rows_end_between_words)
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
END_TEST

START_TEST(the_last_row_is_at_the_bottom)
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
END_TEST

START_TEST(without_room_the_end_is_shown_or_the_beginning_and_how_to_read_on)
{
    struct screen screen;
    struct rect area = {0, 10, 40, 2};

    open_screen(&screen, 40, 12);
    ck_assert_int_eq(wrap_write_up(&screen, area, sentence, NULL, ROLE_TEXT), 2);
    expect_row_begins(&screen, 10, "the second door to the east, and then ");
    expect_row_begins(&screen, 11, "always along the wall\"");
    screen_fill(&screen, 0, 11, 40, '~', ROLE_TEXT);
    ck_assert_int_eq(wrap_write_up(&screen, area, sentence, " ... (P: all)", ROLE_TEXT), 2);
    expect_row_begins(&screen, 10, "Brom says: \"the stairs down are behind ");
    expect_row_begins(&screen, 11, "the second door to the east ... (P: all)");
    screen_fill(&screen, 0, 11, 40, '~', ROLE_TEXT);
    ck_assert_int_eq(wrap_write_up(&screen, area, "short", " ... (P: all)", ROLE_TEXT), 1);
    expect_row_begins(&screen, 11, "short~~~");
    screen_release(&screen);
}
END_TEST

#define WIDE "\xe6\xbc\xa2" /* a letter of two cells */

static void expect_words(const char *line, int room, int width, const char *wanted,
                         int wanted_cells)
{
    int cells;
    size_t length = wrap_words(line, strlen(line), room, width, &cells);

    ck_assert_msg(length == strlen(wanted) && strncmp(line, wanted, length) == 0 &&
                      cells == wanted_cells,
                  "\"%.*s\" of %d cells should be \"%s\"", (int)length, line, cells, wanted);
}

START_TEST(lines_are_broken_between_words_and_rather_between_sentences)
{
    expect_words("one two three", 20, 20, "one two three", 13);
    expect_words("one two three", 13, 13, "one two three", 13);
    expect_words("one two three", 12, 12, "one two", 7);
    expect_words("one two three", 7, 12, "one two", 7);
    expect_words("One, two. Three is next.", 20, 20, "One, two. Three is", 18);
    expect_words("One two, three. Four is next.", 20, 20, "One two, three.", 15);
    expect_words("One two three, four is next.", 18, 18, "One two three,", 14);
    expect_words("  indented here", 10, 10, "  indented", 10);
}
END_TEST

START_TEST(a_word_goes_whole_into_the_next_row_unless_it_is_longer_than_that)
{
    expect_words("word", 3, 10, "", 0);
    expect_words("to word", 3, 10, "to", 2);
    expect_words("to averylongword", 10, 10, "to averylo", 10);
    expect_words("averylongword", 10, 10, "averylongw", 10);
    expect_words(WIDE WIDE WIDE, 5, 5, WIDE WIDE, 4);
    expect_words(WIDE, 1, 1, WIDE, 0);
}
END_TEST

START_TEST(colours_take_no_room_in_a_line)
{
    expect_words("\x1b[1;97mone\x1b[m two", 7, 7, "\x1b[1;97mone\x1b[m two", 7);
    expect_words("\x1b[1;97mone\x1b[m two", 6, 6, "\x1b[1;97mone\x1b[m", 3);
    expect_words("\x1b[38;5;231mone\x1b[m", 3, 3, "\x1b[38;5;231mone\x1b[m", 3);
    expect_words("\x1b[", 9, 9, "\x1b[", 1);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("wrap");

    tcase_add_test(tcase, rows_end_between_words);
    tcase_add_test(tcase, the_last_row_is_at_the_bottom);
    tcase_add_test(tcase, without_room_the_end_is_shown_or_the_beginning_and_how_to_read_on);
    tcase_add_test(tcase, lines_are_broken_between_words_and_rather_between_sentences);
    tcase_add_test(tcase, a_word_goes_whole_into_the_next_row_unless_it_is_longer_than_that);
    tcase_add_test(tcase, colours_take_no_room_in_a_line);
    return suite_run("term/wrap", tcase);
}

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

int main(void)
{
    TCase *tcase = tcase_create("wrap");

    tcase_add_test(tcase, rows_end_between_words);
    tcase_add_test(tcase, the_last_row_is_at_the_bottom);
    tcase_add_test(tcase, without_room_the_end_is_shown_or_the_beginning_and_how_to_read_on);
    return suite_run("term/wrap", tcase);
}

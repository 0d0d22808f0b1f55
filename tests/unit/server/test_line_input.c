/*
 * The line being typed: every way to end one ends it once, whole characters are taken back, and no
 * length breaks it.
 */
#include "server/session/present/line_input.h"

#include <string.h>

#include "support/test.h"

enum { BACKSPACE = 0x08, DELETE = 0x7F, END_OF_INPUT = 0x04 };

/* Feeds `length` bytes and returns the last result. */
static enum line_result feed_bytes(struct line_input *line, const char *bytes, size_t length)
{
    enum line_result result = LINE_MORE;

    for (size_t i = 0; i < length; i++)
        result = line_input_take(line, (uint8_t)bytes[i]);
    return result;
}

static enum line_result feed(struct line_input *line, const char *bytes)
{
    return feed_bytes(line, bytes, strlen(bytes));
}

/* How many lines end while `bytes` are taken; each is cleared as its owner does. */
static int count_lines(struct line_input *line, const char *bytes, size_t length)
{
    int lines = 0;

    for (size_t i = 0; i < length; i++) {
        if (line_input_take(line, (uint8_t)bytes[i]) != LINE_DONE)
            continue;
        lines++;
        line_input_clear(line);
    }
    return lines;
}

TEST(what_is_typed_is_in_the_text)
{
    struct line_input line = {0};

    ck_assert_int_eq(feed(&line, "open \xc3\xa9"
                                 "ast"),
                     LINE_TYPED);
    ck_assert_str_eq(line.text, "open \xc3\xa9"
                                "ast");
    ck_assert_int_eq(feed(&line, "\r"), LINE_DONE);
    ck_assert_str_eq(line.text, "open \xc3\xa9"
                                "ast");
    ck_assert_uint_eq(line.length, 10);
}

TEST(each_ending_ends_one_line)
{
    static const struct {
        const char *bytes;
        size_t length;
        int lines;
    } table[] = {
        {"a\r\n", 3, 1},      {"a\r\0", 3, 1},      {"a\n", 2, 1},    {"a\r", 2, 1},
        {"a\r\nb\r\n", 6, 2}, {"a\r\0b\r\0", 6, 2}, {"a\rb\r", 4, 2}, {"a\nb\n", 4, 2},
        {"\r\n\r\n", 4, 2},   {"\r\r", 2, 2},       {"\n\n", 2, 2},   {"\n\r\n", 3, 2},
        {"\r\n\n", 3, 2},     {"\r\0\n", 3, 2},     {"a\0b\r", 4, 1}, {"a", 1, 0},
    };

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct line_input line = {0};
        int lines = count_lines(&line, table[i].bytes, table[i].length);
        ck_assert_msg(lines == table[i].lines, "case %zu: %d lines", i, lines);
    }
}

TEST(a_return_taken_apart_from_its_newline_is_still_one_ending)
{
    struct line_input line = {0};

    ck_assert_int_eq(feed(&line, "a\r"), LINE_DONE);
    line_input_clear(&line);
    ck_assert_int_eq(feed(&line, "\n"), LINE_MORE);
    ck_assert_int_eq(feed(&line, "b"), LINE_TYPED);
    ck_assert_str_eq(line.text, "b");
}

TEST(backspace_and_delete_take_back_one_character)
{
    struct line_input line = {0};

    (void)feed(&line, "ab");
    ck_assert_int_eq(line_input_take(&line, BACKSPACE), LINE_ERASED);
    ck_assert_str_eq(line.text, "a");
    ck_assert_int_eq(line_input_take(&line, DELETE), LINE_ERASED);
    ck_assert_str_eq(line.text, "");
    ck_assert_int_eq(line_input_take(&line, DELETE), LINE_MORE);
    ck_assert_uint_eq(line.length, 0);
}

TEST(a_character_of_several_bytes_goes_whole)
{
    static const char *const characters[] = {"\xc3\xa9", "\xe6\xbc\xa2", "\xf0\x9f\x98\x80"};

    for (size_t i = 0; i < sizeof characters / sizeof characters[0]; i++) {
        struct line_input line = {0};
        (void)feed(&line, "a");
        (void)feed(&line, characters[i]);
        ck_assert_int_eq(line_input_take(&line, BACKSPACE), LINE_ERASED);
        ck_assert_str_eq(line.text, "a");
    }
}

TEST(bytes_that_belong_to_nothing_can_be_taken_back)
{
    struct line_input line = {0};

    (void)feed(&line, "\xa9\xa9\xa9");
    ck_assert_int_eq(line_input_take(&line, BACKSPACE), LINE_ERASED);
    ck_assert_uint_eq(line.length, 0);
    ck_assert_str_eq(line.text, "");
}

TEST(controls_are_not_typed)
{
    for (int byte = 0; byte < 0x20; byte++) {
        struct line_input line = {0};
        if (byte == BACKSPACE || byte == '\r' || byte == '\n')
            continue;
        (void)feed(&line, "a");
        ck_assert_msg(line_input_take(&line, (uint8_t)byte) == LINE_MORE, "byte %d", byte);
        ck_assert_str_eq(line.text, "a");
    }
}

/* An arrow of a terminal that is asked for a line, or its answer to a question asked before. */
TEST(sequences_are_not_typed)
{
    static const struct {
        const char *bytes;
        const char *text;
    } table[] = {
        {"\x1b[Aada", "ada"},
        {"ad\x1b[4;2Ra", "ada"},
        {"\x1b[?1;2cada", "ada"},
        {"\x1bODada\x1b[15~", "ada"},
        {"\x1b"
         "ada",
         "ada"},
        {"\x1b\x1b[Bada", "ada"},
        {"\x1b[4;\x1b[Cada", "ada"},
        {"[A", "[A"},
        {"OA", "OA"},
        {"\x1bOaada", "ada"},
        {"\x1bO!ada", "!ada"},
        {"\x1b[1\bada", "ada"},
        {"\x1b[[Aada", "ada"},
        {"\x1b[M !!ada", "ada"},
        {"\x1b[<0;1;1Mada", "ada"},
        {"\x1b[97;1:3uada", "ada"},
        {"\x1b[65;30;97;1;0;1_ada", "ada"},
        {"\x1b(Bada", "ada"},
        {"a\x1b]11;rgb:0/0/0\x1b\\da", "ada"},
        {"a\x1b]11;rgb:0/0/0\x07"
         "da",
         "ada"},
        {"a\x1bP>|XTerm(379)\x1b\\da", "ada"},
        {"a\x1b_Gi=1;OK\x1b\\da", "ada"},
        {"a\x1b^x\x1b\\da", "ada"},
        {"a\x1bXx\x1b\\da", "ada"},
        {"\x1bParty", "arty"},
    };

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct line_input line = {0};
        (void)feed(&line, table[i].bytes);
        ck_assert_str_eq(line.text, table[i].text);
        ck_assert_int_eq(feed(&line, "\x1b[\r"), LINE_DONE);
        ck_assert_int_eq(feed(&line, "\n"), LINE_MORE);
    }
}

/* However long a string is, and even if it has no end, the line has one. */
TEST(the_end_of_a_line_ends_a_sequence)
{
    struct line_input line = {0};

    ck_assert_int_eq(feed(&line, "look\x1b]52;c;"), LINE_MORE);
    for (int i = 0; i < 300 * 1024; i++)
        ck_assert_int_eq(line_input_take(&line, 'x'), LINE_MORE);
    ck_assert_int_eq(feed(&line, "\r"), LINE_DONE);
    ck_assert_str_eq(line.text, "look");
    line_input_clear(&line);
    ck_assert_int_eq(feed(&line, "who\x1b\n"), LINE_DONE);
    line_input_clear(&line);
    ck_assert_int_eq(feed(&line, "Open"), LINE_TYPED);
    ck_assert_str_eq(line.text, "Open");
}

TEST(end_of_input_counts_on_an_empty_line_only)
{
    struct line_input line = {0};

    ck_assert_int_eq(line_input_take(&line, END_OF_INPUT), LINE_END_OF_INPUT);
    (void)feed(&line, "a");
    ck_assert_int_eq(line_input_take(&line, END_OF_INPUT), LINE_MORE);
    (void)line_input_take(&line, BACKSPACE);
    ck_assert_int_eq(line_input_take(&line, END_OF_INPUT), LINE_END_OF_INPUT);
}

static void type_many(struct line_input *line, size_t count)
{
    for (size_t i = 0; i < count; i++)
        (void)line_input_take(line, 'x');
}

TEST(the_longest_line_is_taken_whole)
{
    struct line_input line = {0};

    type_many(&line, LINE_INPUT_MAX);
    ck_assert_int_eq(line_input_take(&line, '\n'), LINE_DONE);
    ck_assert_uint_eq(strlen(line.text), LINE_INPUT_MAX);
}

TEST(a_line_may_be_held_shorter)
{
    struct line_input line = {.length_max = 80};

    type_many(&line, 80);
    ck_assert_int_eq(line_input_take(&line, '\n'), LINE_DONE);
    ck_assert_uint_eq(strlen(line.text), 80);
    line_input_clear(&line);
    type_many(&line, 81);
    ck_assert_int_eq(line_input_take(&line, '\n'), LINE_TOO_LONG);
    ck_assert_int_eq(feed(&line, "look\n"), LINE_DONE);
}

TEST(the_limit_holds_by_whole_letters)
{
    static const char *const letters[] = {"a", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80"};

    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
        size_t length = strlen(letters[i]);
        for (size_t room = 0; room < length; room++) {
            struct line_input line = {.length_max = 8 + room};
            feed(&line, "12345678");
            ck_assert(!line_input_has_room(&line, length));
            ck_assert_int_eq(feed(&line, letters[i]), LINE_MORE);
            ck_assert_str_eq(line.text, "12345678");
            ck_assert_msg(feed(&line, "b") == LINE_MORE, "more is taken after what was dropped");
            ck_assert_int_eq(feed(&line, "\r"), LINE_TOO_LONG);
        }
        struct line_input line = {.length_max = 8 + length};
        feed(&line, "12345678");
        ck_assert(line_input_has_room(&line, length));
        ck_assert_int_eq(feed(&line, letters[i]), LINE_TYPED);
        ck_assert_int_eq(feed(&line, "\r"), LINE_DONE);
    }
}

TEST(a_longer_line_is_dropped_whole_and_the_next_is_a_new_one)
{
    struct line_input line = {0};

    type_many(&line, LINE_INPUT_MAX);
    ck_assert_int_eq(line_input_take(&line, 'x'), LINE_MORE);
    type_many(&line, 100000);
    ck_assert_uint_eq(line.length, LINE_INPUT_MAX);
    ck_assert_int_eq(line_input_take(&line, '\r'), LINE_TOO_LONG);
    ck_assert_str_eq(line.text, "");
    ck_assert_int_eq(line_input_take(&line, '\n'), LINE_MORE);
    ck_assert_int_eq(feed(&line, "look\n"), LINE_DONE);
    ck_assert_str_eq(line.text, "look");
}

TEST(too_long_a_line_that_is_taken_back_wholly_begins_anew)
{
    struct line_input line = {0};

    type_many(&line, LINE_INPUT_MAX + 1);
    (void)line_input_take(&line, BACKSPACE);
    ck_assert_int_eq(line_input_take(&line, '\n'), LINE_TOO_LONG);
    type_many(&line, LINE_INPUT_MAX + 1);
    for (int i = 0; i < LINE_INPUT_MAX; i++)
        ck_assert_int_eq(line_input_take(&line, BACKSPACE), LINE_ERASED);
    ck_assert_int_eq(feed(&line, "look\n"), LINE_DONE);
    ck_assert_str_eq(line.text, "look");
}

TEST(nothing_of_a_cleared_line_stays_in_memory)
{
    struct line_input line = {0};

    (void)feed(&line, "a secret password");
    for (int i = 0; i < 3; i++)
        (void)line_input_take(&line, BACKSPACE);
    line_input_clear(&line);
    ck_assert_uint_eq(line.length, 0);
    for (size_t i = 0; i < sizeof line.text; i++)
        ck_assert_msg(line.text[i] == '\0', "byte %zu is left", i);
}

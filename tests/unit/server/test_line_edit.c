/*
 * Editing: characters stay whole, the cursor stays in the line, and no line grows longer than it
 * may.
 */
#include "server/session/present/line_input.h"

#include <string.h>

#include "support/test.h"

static struct line_input line_of(const char *text)
{
    struct line_input line = {0};

    line_edit_replace(&line, text);
    return line;
}

static void press(struct line_input *line, uint32_t code)
{
    ck_assert_msg(line_edit_take(line, (struct key){.code = code}), "%x", (unsigned)code);
}

static void press_ctrl(struct line_input *line, char letter)
{
    ck_assert_msg(line_edit_take(line, (struct key){.code = (uint8_t)letter, .ctrl = true}), "^%c",
                  letter);
}

static void expect(const struct line_input *line, const char *text, size_t cursor)
{
    ck_assert_str_eq(line->text, text);
    ck_assert_uint_eq(line->length, strlen(text));
    ck_assert_uint_eq(line->cursor, cursor);
}

TEST(letters_go_in_before_the_cursor)
{
    struct line_input line = line_of("look est");

    press(&line, KEY_LEFT);
    press(&line, KEY_LEFT);
    ck_assert(line_edit_insert(&line, "a", 1));
    expect(&line, "look east", 7);
    press(&line, KEY_HOME);
    ck_assert(line_edit_insert(&line, ">", 1));
    expect(&line, ">look east", 1);
    press(&line, KEY_END);
    expect(&line, ">look east", 10);
}

TEST(characters_are_moved_over_and_deleted_whole)
{
    struct line_input line = line_of("a\xc3\xa9\xe2\x96\x92z");

    press(&line, KEY_LEFT);
    press(&line, KEY_LEFT);
    expect(&line, "a\xc3\xa9\xe2\x96\x92z", 3);
    press(&line, KEY_DELETE);
    expect(&line, "a\xc3\xa9z", 3);
    press(&line, KEY_BACKSPACE);
    expect(&line, "az", 1);
    press_ctrl(&line, 'f');
    press(&line, KEY_RIGHT);
    press(&line, KEY_DELETE);
    expect(&line, "az", 2);
    press_ctrl(&line, 'a');
    press_ctrl(&line, 'b');
    press(&line, KEY_BACKSPACE);
    expect(&line, "az", 0);
}

TEST(words_and_ends_are_cut)
{
    struct line_input line = line_of("tell brom  hello you");

    press_ctrl(&line, 'w');
    expect(&line, "tell brom  hello ", 17);
    press_ctrl(&line, 'w');
    press_ctrl(&line, 'w');
    expect(&line, "tell ", 5);
    line_edit_replace(&line, "tell brom hello");
    for (int i = 0; i < 6; i++)
        press(&line, KEY_LEFT);
    press_ctrl(&line, 'k');
    expect(&line, "tell brom", 9);
    press_ctrl(&line, 'w');
    press_ctrl(&line, 'w');
    press_ctrl(&line, 'w');
    expect(&line, "", 0);
    line_edit_replace(&line, "look");
    press(&line, KEY_LEFT);
    press_ctrl(&line, 'u');
    expect(&line, "k", 0);
}

TEST(a_full_line_stays_as_it_is)
{
    struct line_input line = {.length_max = 6};

    line_edit_replace(&line, "abcd\xc3\xa9z");
    expect(&line, "abcd\xc3\xa9", 6);
    ck_assert(!line_edit_insert(&line, "x", 1));
    expect(&line, "abcd\xc3\xa9", 6);
    ck_assert(!line_edit_swap(&line, 4, "xyz"));
    expect(&line, "abcd\xc3\xa9", 6);
    ck_assert(line_edit_swap(&line, 4, "xy"));
    expect(&line, "abcdxy", 6);
    press(&line, KEY_LEFT);
    ck_assert(line_edit_swap(&line, 0, "z"));
    expect(&line, "zy", 1);
}

TEST(other_keys_are_left_to_the_caller)
{
    static const struct key others[] = {
        {.code = 'x'}, {.code = KEY_UP}, {.code = 'a', .alt = true}, {.code = 'x', .ctrl = true}};
    struct line_input line = line_of("look");

    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        ck_assert(!line_edit_take(&line, others[i]));
    expect(&line, "look", 4);
}

TEST(history_goes_back_and_forth)
{
    struct line_history history = {.text = NULL};

    ck_assert_ptr_null(line_history_step(&history, 1));
    line_history_add(&history, "look");
    line_history_add(&history, "");
    line_history_add(&history, "north");
    line_history_add(&history, "north");
    ck_assert_ptr_null(line_history_step(&history, -1));
    ck_assert_str_eq(line_history_step(&history, 1), "north");
    ck_assert_str_eq(line_history_step(&history, 1), "look");
    ck_assert_ptr_null(line_history_step(&history, 1));
    ck_assert_str_eq(line_history_step(&history, -1), "north");
    ck_assert_str_eq(line_history_step(&history, -1), "");
    ck_assert_ptr_null(line_history_step(&history, -1));
    line_history_release(&history);
}

TEST(history_keeps_the_newest_that_fit)
{
    struct line_history history = {.text = NULL};
    char line[LINE_HISTORY_BYTES + 1];
    const char *at;
    int count = 0;

    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    line_history_add(&history, line);
    ck_assert_ptr_null(line_history_step(&history, 1));
    for (int i = 0; i < 1000; i++) {
        line[100] = (char)('a' + i % 26);
        line[101] = '\0';
        line_history_add(&history, line);
    }
    while ((at = line_history_step(&history, 1)) != NULL) {
        ck_assert_uint_eq(strlen(at), 101);
        ck_assert_int_eq(at[100], 'a' + (999 - count) % 26);
        count++;
    }
    ck_assert_int_eq(count, LINE_HISTORY_BYTES / 102);
    line_history_release(&history);
}

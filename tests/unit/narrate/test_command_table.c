/*
 * The table of commands is right about their arguments: nothing that was typed is passed over.
 */
#include <stdio.h>
#include <string.h>

#include "narrate/command.h"
#include "support/test.h"

TEST(what_stands_alone_takes_nothing)
{
    char line[64];
    char error[COMMAND_ERROR_SIZE];
    struct command command;
    int count = 0;

    for (enum command_id id = COMMAND_NONE + 1; id < COMMAND_COUNT; id++) {
        const struct command_row *row = command_row(id);
        int length = (int)strcspn(row->words, " ");
        snprintf(line, sizeof line, "%.*s glork", length, row->words);
        if (length == 0 || !(row->stands_alone || row->takes_count || row->takes_direction))
            continue;
        count++;
        ck_assert_msg(!command_parse(line, &command, error), "%s", line);
        ck_assert_msg(strstr(error, "Unexpected \"glork\". Usage: ") != NULL, "%s", error);
    }
    ck_assert_int_ge(count, 18);
    ck_assert(command_parse("quit ", &command, error) && command.id == COMMAND_QUIT);
    ck_assert(command_parse("rest", &command, error) && command.count == 1);
    ck_assert(command_parse("rest 20", &command, error) && command.count == 20);
}

TEST(a_number_is_nothing_but_a_number)
{
    static const char *const junk[] = {"", "0", "-1", "1000", "3x", "x", "3 4", "99999999999999"};
    int number;

    ck_assert(command_number(" 7 ", &number) && number == 7);
    ck_assert(command_number("999", &number) && number == 999);
    for (size_t i = 0; i < sizeof junk / sizeof junk[0]; i++)
        ck_assert_msg(!command_number(junk[i], &number), "\"%s\"", junk[i]);
}

TEST(a_cell_is_two_numbers_with_a_comma)
{
    static const char *const junk[] = {"",     "3",      "3,",     ",3",
                                       "-1,3", "3,-1",   "3 ,4",   "3,4x",
                                       "x,4",  "9999,1", "1,9999", "99999999999999999999,1"};
    struct pos at;

    ck_assert(command_cell("12,7", &at) && pos_equal(at, pos_of(12, 7)));
    ck_assert(command_cell("0,0", &at) && pos_equal(at, pos_of(0, 0)));
    for (size_t i = 0; i < sizeof junk / sizeof junk[0]; i++)
        ck_assert_msg(!command_cell(junk[i], &at), "\"%s\"", junk[i]);
}

TEST(the_words_that_begin_a_line_can_be_listed)
{
    struct command_words words = {0};
    char word[COMMAND_WORD_SIZE];
    char error[COMMAND_ERROR_SIZE];
    size_t count = 0;

    for (; command_next_word(&words, word); count++) {
        ck_assert(count > 0 || strcmp(word, "walk") == 0);
        ck_assert_msg(command_find(word, error) != COMMAND_NONE, "%s", word);
    }
    ck_assert_uint_gt(count, COMMAND_COUNT);
    ck_assert(!command_next_word(&words, word));
}

/*
 * undercroft.conf: what it may hold, and the line and words of every refusal.
 */
#include "options_fixture.h"
#include "support/test.h"

/* The default file with this content is refused at this line, in these words. */
static void expect_bad_file(const char *content, enum err error, int line, const char *text)
{
    char where[WHERE_SIZE];

    write_file(content);
    snprintf(where, sizeof where, "%s:%d: ", file_path, line);
    expect_refused(NONE, NONE, error, 1, where);
    ck_assert_msg(strstr(failure.messages[0], text) != NULL, "'%s' does not say '%s'",
                  failure.messages[0], text);
}

TEST_FIXTURE(options_set_up, options_tear_down);

TEST(environment_and_file_give_lists_with_commas)
{
    write_file("listen = 127.0.0.1:1 , [::]:4000\n");
    expect_loaded(NONE, NONE);
    ck_assert_int_eq(options.listen[ENTRANCE_TELNET].count, 2);
    ck_assert_str_eq(options.listen[ENTRANCE_TELNET].items[1], "[::]:4000");
    expect_loaded(NONE, LIST("UNDERCROFT_LISTEN=127.0.0.1:2,127.0.0.1:3,127.0.0.1:4"));
    ck_assert_int_eq(options.listen[ENTRANCE_TELNET].count, 3);
    ck_assert_str_eq(options.listen[ENTRANCE_TELNET].items[2], "127.0.0.1:4");
}

TEST(a_file_may_have_comments_blanks_and_indents)
{
    write_file("\xEF\xBB\xBF# a comment\n; another\n\n  \t\n"
               "tick-ms=30\r\n   save-ms : 300   ; inline\n\trecord = a b\nwing-size = 7");
    expect_loaded(NONE, NONE);
    ck_assert_int_eq(options.tick_ms, 30);
    ck_assert_int_eq(options.save_ms, 300);
    ck_assert_str_eq(options.record, "a b");
    ck_assert_int_eq(options.wing_size, 7);
    ck_assert_str_eq(options.file, file_path);
}

TEST(the_first_bad_line_of_a_file_is_named)
{
    expect_bad_file("# fine\n\ntick_ms = 30\n", ERR_UNKNOWN, 3,
                    "unknown key 'tick_ms'; did you mean tick-ms?");
    expect_bad_file("help = 1\n", ERR_UNKNOWN, 1, "unknown key 'help'");
    expect_bad_file("config = x\n", ERR_UNKNOWN, 1, "unknown key 'config'");
    expect_bad_file("tick-ms = 30\nwing-size = 0\n", ERR_RANGE, 2,
                    "wing-size: '0' is not a number from 1 to 1000");
    expect_bad_file("tick-ms = 30\nnonsense\nbogus = 1\n", ERR_FORMAT, 2, "key = value");
    expect_bad_file("bogus = 1\nnonsense\n", ERR_UNKNOWN, 1, "'bogus'");
    expect_bad_file("tick-ms = 1\nbogus = 1\n", ERR_RANGE, 1, "tick-ms");
    expect_bad_file("tick-ms = 30\n\n tick-ms = 40\n", ERR_EXISTS, 3, "set in line 1 already");
    expect_bad_file("[server]\ntick-ms = 30\n", ERR_UNKNOWN, 2, "[server]");
    expect_bad_file("tick-ms =\n", ERR_FORMAT, 1, "''");
}

TEST(every_bad_line_of_a_file_is_told)
{
    static const int lines[] = {1, 3, 4, 6, 7, 9};
    char where[WHERE_SIZE];
    char content[1024];

    /* The fourth is too long, and the fifth good again. */
    snprintf(content, sizeof content,
             "tick-ms = 1\n\nnonsense\nrecord = %0400d\nwing-size = 7\ntick-ms = 30\n[broken\n"
             "[server]\nsave-ms = 300\n",
             0);
    write_file(content);
    expect_refused(NONE, NONE, ERR_RANGE, 1, "tick-ms");
    ck_assert_int_eq(failure.count, 6);
    for (int i = 0; i < 6; i++) {
        snprintf(where, sizeof where, "%s:%d: ", file_path, lines[i]);
        ck_assert_msg(strncmp(failure.messages[i], where, strlen(where)) == 0, "%s: %s", where,
                      failure.messages[i]);
    }
    ck_assert_ptr_nonnull(strstr(failure.messages[5], "[server]"));
}

TEST(a_section_begins_behind_a_mark_of_byte_order_too)
{
    expect_bad_file("\xEF\xBB\xBF[server]\ntick-ms = 30\n", ERR_UNKNOWN, 2, "[server]");
    expect_bad_file("\n\xEF\xBB\xBFtick-ms = 30\n", ERR_UNKNOWN, 2, "unknown key");
}

TEST(a_file_without_an_end_is_read_to_a_limit)
{
    FILE *file = fopen(file_path, "w");

    ck_assert_ptr_nonnull(file);
    for (int i = 0; i < 1024 * 1024 / 16; i++)
        fputs("# fifteen bytes\n", file);
    ck_assert_int_eq(fclose(file), 0);
    expect_loaded(LIST("--save-ms=300"), NONE);
    ck_assert_int_eq(truncate(file_path, 1024 * 1024 + 1), 0);
    expect_refused(NONE, NONE, ERR_TOO_BIG, 1, "behind its first 1048576 bytes");
    expect_refused(LIST("--config=/dev/zero"), NONE, ERR_TOO_BIG, 1, "/dev/zero:1: ");
    ck_assert_int_eq(failure.count, 2);
    expect_loaded(LIST("--config=/dev/null"), NONE);
}

TEST(lines_that_cannot_be_taken_whole_are_refused)
{
    static const char zero[] = "tick-ms = 30\nwing-size = 1\0 0\n";
    char line[1024];

    memset(line, 'x', sizeof line);
    memcpy(line, "\nrecord = ", 10);
    line[sizeof line - 1] = '\0';
    expect_bad_file(line, ERR_TOO_BIG, 2, "bytes");

    write_bytes(zero, sizeof zero - 1);
    expect_refused(NONE, NONE, ERR_TOO_BIG, 1, "undercroft.conf:2: ");
}

TEST(a_line_of_the_greatest_length_is_whole)
{
    char line[200] = "record = ";
    size_t before = strlen(line);

    memset(line + before, 'y', 198 - before);
    line[198] = '\0';
    write_file(line);
    expect_loaded(NONE, NONE);
    ck_assert_str_eq(options.record, line + before);
    line[198] = 'y';
    line[199] = '\0';
    write_file(line);
    expect_refused(NONE, NONE, ERR_TOO_BIG, 1, "undercroft.conf:1: ");
}

TEST(a_named_file_must_be_there_and_the_default_one_need_not)
{
    expect_loaded(NONE, NONE);
    ck_assert_str_eq(options.file, "");
    expect_refused(LIST("--config", file_path), NONE, ERR_NOT_FOUND, 1, file_path);

    char variable[WHERE_SIZE];
    snprintf(variable, sizeof variable, "UNDERCROFT_CONFIG=%s", file_path);
    expect_refused(NONE, LIST(variable), ERR_NOT_FOUND, 1, file_path);
    write_file("tick-ms = 30\n");
    expect_loaded(NONE, LIST(variable));
    ck_assert_int_eq(options.tick_ms, 30);
    expect_refused(LIST("--config", folder), NONE, ERR_DISK, 1, folder);
}

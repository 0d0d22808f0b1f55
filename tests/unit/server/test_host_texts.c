/*
 * A host's texts: which files can be shown, how they look then, and that a running server takes
 * another file and keeps the old text if it is no good.
 */
#include "server/base/host_texts.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/admin/admin.h"
#include "server/admin/host_files.h"
#include "server/base/option_table.h"
#include "support/test.h"

#define LINE_79   "1234567890123456789012345678901234567890123456789012345678901234567890123456789"
#define TEN(line) line line line line line line line line line line

static char folder[32];
static char path[OPTION_TEXT_SIZE];
static char text[HOST_TEXT_SIZE];
static char cause[HOST_CAUSE_SIZE];

static void set_up(void)
{
    snprintf(folder, sizeof folder, "/tmp/undercroft-house-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/text", folder);
}

static void tear_down(void)
{
    unlink(path);
    rmdir(folder);
}

static void write_file(const char *bytes, size_t length)
{
    FILE *file = fopen(path, "w");

    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    ck_assert_int_eq(fclose(file), 0);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_text_is_shown_as_lines)
{
    static const struct {
        const char *file;
        const char *text;
    } rows[] = {
        {"", ""},
        {"\n \n", ""},
        {"Be kind.", "Be kind.\n"},
        {"Be kind.\r\n  Twice.  \r\n\n\n", "Be kind.\n  Twice.\n"},
        {"one\n\ntwo\n", "one\n\ntwo\n"},
        {"gr\xc3\xbc\xc3\x9f dich\n", "gr\xc3\xbc\xc3\x9f dich\n"},
        {LINE_79, LINE_79 "\n"},
        {TEN("a\n") TEN("b\n"), TEN("a\n") TEN("b\n")},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        write_file(rows[i].file, strlen(rows[i].file));
        ck_assert_int_eq(host_text_read(path, text, cause), ERR_OK);
        ck_assert_str_eq(text, rows[i].text);
    }
    ck_assert_int_eq(host_text_read("", text, cause), ERR_OK);
    ck_assert_str_eq(text, "");
}

TEST(a_file_that_cannot_be_shown_is_refused_with_its_line)
{
    static const struct {
        const char *file;
        const char *cause;
    } rows[] = {
        {LINE_79 "0", "line 1: the line has more than 79 columns"},
        {TEN("a\n") TEN("b\n") "c", "line 21: there are more than 20 lines"},
        {"fine\n\x1b[31mred", "line 2: a control character, or no UTF-8"},
        {"a\tb", "line 1: a control"},
        {"\xc3(", "line 1: a control"},
        {"\xe2\x80\xae"
         "dne",
         "line 1: a control"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        write_file(rows[i].file, strlen(rows[i].file));
        ck_assert_int_eq(host_text_read(path, text, cause), ERR_FORMAT);
        ck_assert_msg(strstr(cause, rows[i].cause) != NULL, "%s", cause);
        ck_assert_msg(strstr(cause, path) == cause, "%s", cause);
        ck_assert_str_eq(text, "");
    }
    write_file("a\0b", 3);
    ck_assert_int_eq(host_text_read(path, text, cause), ERR_FORMAT);
}

TEST(what_is_no_small_file_is_refused)
{
    static char large[HOST_TEXT_SIZE];

    ck_assert_int_eq(host_text_read(path, text, cause), ERR_NOT_FOUND);
    ck_assert_int_eq(host_text_read(folder, text, cause), ERR_FORMAT);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    ck_assert_int_eq(host_text_read(path, text, cause), ERR_FORMAT);
    unlink(path);
    /* Letters of no width make a line long in bytes alone. */
    for (size_t i = 0; i < sizeof large; i++)
        large[i] = i % 2 == 0 ? '\xcc' : '\x81';
    write_file(large, sizeof large - 2);
    ck_assert_int_eq(host_text_read(path, text, cause), ERR_OK);
    ck_assert_uint_eq(strlen(text), sizeof large - 1);
    write_file(large, sizeof large - 1);
    ck_assert_int_eq(host_text_read(path, text, cause), ERR_TOO_BIG);
}

TEST(a_running_server_takes_another_text_and_keeps_it_if_the_next_is_no_good)
{
    static struct base base;
    static struct admin admin;
    const char *shown = base.host_texts.text[HOST_RULES];

    memset(&base, 0, sizeof base);
    base.log = (struct log){.level_min = LOG_ERROR, .descriptor = -1};
    ck_assert_int_eq(uv_loop_init(&base.loop), 0);
    admin = (struct admin){.base = &base};
    snprintf(base.options.rules, sizeof base.options.rules, "%s", path);
    write_file("Be kind.", 8);
    host_files_want(&admin);
    write_file("Be quick.", 9);
    host_files_want(&admin);
    uv_run(&base.loop, UV_RUN_DEFAULT);
    ck_assert_str_eq(shown, "Be quick.\n");
    write_file("\x1b", 1);
    host_files_want(&admin);
    uv_run(&base.loop, UV_RUN_DEFAULT);
    ck_assert_str_eq(shown, "Be quick.\n");
    ck_assert_int_eq(uv_loop_close(&base.loop), 0);
}

TEST(an_operator_names_a_file_that_can_be_shown)
{
    size_t index = 0;

    while (strcmp(option_table[index].name, "welcome") != 0)
        index++;
    ck_assert(host_files_names(index));
    ck_assert_int_eq(host_files_look(index, path, cause), ERR_NOT_FOUND);
    write_file("Come in.", 8);
    ck_assert_int_eq(host_files_look(index, path, cause), ERR_OK);
    ck_assert_int_eq(host_files_look(0, "/nowhere", cause), ERR_OK);
}

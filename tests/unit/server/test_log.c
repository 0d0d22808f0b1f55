/*
 * One event is one line of printable ASCII for any bytes in its values, in both formats.
 */
#include "server/base/log.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "support/test.h"

enum { OUTPUT_SIZE = 2 * LOG_LINE_MAX, STAMP_LENGTH = 20 };

struct capture {
    int ends[2];
    struct log log;
    char output[OUTPUT_SIZE];
    size_t length;
};

static struct capture capture;

static void set_up(void)
{
    ck_assert_int_eq(pipe(capture.ends), 0);
    fcntl(capture.ends[0], F_SETFL, O_NONBLOCK);
    fcntl(capture.ends[1], F_SETFL, O_NONBLOCK);
    capture.log = (struct log){
        .format = LOG_FORMAT_TEXT, .level_min = LOG_DEBUG, .descriptor = capture.ends[1]};
}

static void tear_down(void)
{
    close(capture.ends[0]);
    close(capture.ends[1]);
}

/* The text logged since the last call. */
static const char *take(void)
{
    ssize_t got = read(capture.ends[0], capture.output, OUTPUT_SIZE - 1);

    capture.length = got < 0 ? 0 : (size_t)got;
    capture.output[capture.length] = '\0';
    return capture.output;
}

/* The line after its time and the space behind it. */
static const char *take_rest(void)
{
    const char *line = take();

    ck_assert_msg(capture.length > STAMP_LENGTH, "a line of %zu bytes", capture.length);
    return line + STAMP_LENGTH + 1;
}

static void expect_value(enum log_format format, const char *value, const char *expected)
{
    char wanted[OUTPUT_SIZE];

    capture.log.format = format;
    LOG(&capture.log, LOG_INFO, "e", log_text("v", value));
    const char *line = take();
    snprintf(wanted, sizeof wanted, format == LOG_FORMAT_JSON ? "\"v\":%s}\n" : " v=%s\n",
             expected);
    size_t length = strlen(wanted);
    ck_assert_uint_gt(capture.length, length);
    ck_assert_str_eq(line + capture.length - length, wanted);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_text_line_is_time_level_event_and_fields)
{
    LOG(&capture.log, LOG_INFO, "login.ok", log_text("name", "Ada"),
        log_text("address", "127.0.0.1"), log_number("serial", -7));

    const char *line = take();
    int year, month, day, hour, minute, second;
    char zone;
    ck_assert_int_eq(sscanf(line, "%4d-%2d-%2dT%2d:%2d:%2d%c ", &year, &month, &day, &hour, &minute,
                            &second, &zone),
                     7);
    ck_assert_int_eq(zone, 'Z');
    ck_assert_int_ge(year, 2020);
    ck_assert_str_eq(line + STAMP_LENGTH, " info login.ok name=Ada address=127.0.0.1 serial=-7\n");
}

TEST(a_json_line_is_one_object)
{
    capture.log.format = LOG_FORMAT_JSON;
    LOG(&capture.log, LOG_WARNING, "conn.refused", log_text("why", "too many"),
        log_number("serial", INT64_MIN));

    const char *line = take();
    ck_assert_msg(strncmp(line, "{\"time\":\"2", 10) == 0, "%s", line);
    ck_assert_str_eq(line + strlen("{\"time\":\"") + STAMP_LENGTH,
                     "\",\"level\":\"warning\",\"event\":\"conn.refused\",\"why\":\"too many\","
                     "\"serial\":-9223372036854775808}\n");
}

TEST(an_event_needs_no_fields)
{
    log_event(&capture.log, LOG_ERROR, "stop", NULL);
    ck_assert_str_eq(take_rest(), "error stop\n");
    log_event(&capture.log, LOG_DEBUG, "stop", (const struct log_field[]){{0}});
    ck_assert_str_eq(take_rest(), "debug stop\n");
}

TEST(text_values_are_quoted_when_they_are_not_one_word)
{
    expect_value(LOG_FORMAT_TEXT, "a b", "\"a b\"");
    expect_value(LOG_FORMAT_TEXT, "a=b", "\"a=b\"");
    expect_value(LOG_FORMAT_TEXT, "", "\"\"");
    expect_value(LOG_FORMAT_TEXT, NULL, "\"\"");
    expect_value(LOG_FORMAT_TEXT, "[::1]:4000", "[::1]:4000");
}

TEST(what_is_not_printable_ascii_is_escaped)
{
    static const char *const pairs[][2] = {
        {"a\nb", "\"a\\u000ab\""},
        {"\x1b[2J", "\"\\u001b[2J\""},
        {"\x7f", "\"\\u007f\""},
        {"\xc2\x9b", "\"\\u009b\""},
        {"\x9b", "\"\\ufffd\""},
        {"say \"hi\"", "\"say \\\"hi\\\"\""},
        {"back\\slash", "\"back\\\\slash\""},
        {"\xc3\xa9", "\"\\u00e9\""},
        {"\xf0\x9f\x90\x89", "\"\\ud83d\\udc09\""},
    };

    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        expect_value(LOG_FORMAT_TEXT, pairs[i][0], pairs[i][1]);
        expect_value(LOG_FORMAT_JSON, pairs[i][0], pairs[i][1]);
    }
}

TEST(every_byte_there_is_stays_within_one_printable_line)
{
    for (int format = LOG_FORMAT_TEXT; format <= LOG_FORMAT_JSON; format++) {
        for (int byte = 1; byte < 256; byte++) {
            char value[] = {'x', (char)byte, (char)byte, 'y', '\0'};
            capture.log.format = (enum log_format)format;
            LOG(&capture.log, LOG_INFO, "e", log_text("v", value));
            const char *line = take();
            for (size_t i = 0; i + 1 < capture.length; i++)
                ck_assert_msg(line[i] >= ' ' && line[i] <= '~', "byte %d comes out raw", byte);
            ck_assert_int_eq(line[capture.length - 1], '\n');
        }
    }
}

TEST(a_long_value_is_cut_between_escapes)
{
    char value[3 * LOG_VALUE_MAX];

    memset(value, '\n', sizeof value);
    value[sizeof value - 1] = '\0';
    capture.log.format = LOG_FORMAT_JSON;
    LOG(&capture.log, LOG_INFO, "e", log_text("v", value), log_number("after", 1));
    const char *line = take();
    const char *start = strstr(line, "\"v\":\"");
    const char *end = strstr(line, "...\",\"after\":1}\n");
    ck_assert_ptr_nonnull(start);
    ck_assert_msg(end != NULL, "%s", line);
    start += strlen("\"v\":\"");
    ck_assert_int_le(end - start + 3, LOG_VALUE_MAX);
    ck_assert_int_gt(end - start, LOG_VALUE_MAX - 16);
    ck_assert_int_eq((end - start) % 6, 0);
}

TEST(a_value_that_just_fits_is_whole)
{
    char value[LOG_VALUE_MAX];

    memset(value, 'x', sizeof value);
    value[LOG_VALUE_MAX - 3] = '\0';
    expect_value(LOG_FORMAT_TEXT, value, value);
}

TEST(a_long_line_leaves_whole_fields_out_and_says_so)
{
    char value[LOG_VALUE_MAX];
    struct log_field fields[12] = {{0}};

    memset(value, 'x', sizeof value);
    value[LOG_VALUE_MAX - 12] = '\0';
    for (size_t i = 0; i < 11; i++)
        fields[i] = log_text("v", value);
    ck_assert_int_le(LOG_LINE_MAX, PIPE_BUF);
    log_event(&capture.log, LOG_INFO, "e", fields);
    const char *line = take();
    ck_assert_uint_le(capture.length, LOG_LINE_MAX);
    ck_assert_uint_gt(capture.length, LOG_LINE_MAX - LOG_VALUE_MAX - 8);
    ck_assert_str_eq(line + capture.length - 8, "x cut=1\n");

    capture.log.format = LOG_FORMAT_JSON;
    log_event(&capture.log, LOG_INFO, "e", fields);
    line = take();
    ck_assert_uint_le(capture.length, LOG_LINE_MAX);
    ck_assert_str_eq(line + capture.length - 15, "x\",\"cut\":true}\n");
}

TEST(lines_below_the_level_are_not_written)
{
    capture.log.level_min = LOG_WARNING;
    LOG(&capture.log, LOG_INFO, "quiet", log_number("n", 1));
    take();
    ck_assert_uint_eq(capture.length, 0);
    LOG(&capture.log, LOG_WARNING, "loud", log_number("n", 1));
    ck_assert_str_eq(take_rest(), "warning loud n=1\n");
}

TEST(a_log_nobody_reads_stops_nobody_and_breaks_no_line)
{
    size_t lines = 0;
    int before = ERANGE;

    errno = before;
    for (int i = 0; i < 5000; i++)
        LOG(&capture.log, LOG_INFO, "flood", log_text("v", "0123456789 0123456789"));
    ck_assert_int_eq(errno, before);
    for (const char *rest = take(); capture.length > 0; rest = take())
        for (; (rest = strchr(rest, '\n')) != NULL; rest++)
            lines++;
    ck_assert_uint_gt(lines, 100);
    ck_assert_uint_lt(lines, 5000);
    LOG(&capture.log, LOG_INFO, "after", log_number("n", 1));
    ck_assert_str_eq(take_rest(), "info after n=1\n");
}

/*
 * The bounds of a trace: lines kept, lines of one second, and the count of those left out.
 */
#include "server/session/trace.h"

#include <stdio.h>
#include <string.h>

#include "support/test.h"

static struct trace trace;

static void set_up(void)
{
    memset(&trace, 0, sizeof trace);
}

/* Adds so many lines at that time; each text is its number. */
static void add(uint64_t now_ms, int first, int count)
{
    char text[16];

    for (int i = first; i < first + count; i++) {
        snprintf(text, sizeof text, "%d", i);
        trace_add(&trace, now_ms, (uint64_t)i, TRACE_KEY, text);
    }
}

static void expect_next(int number)
{
    struct trace_line line;
    char text[16];

    snprintf(text, sizeof text, "%d", number);
    ck_assert(trace_take(&trace, &line));
    ck_assert_str_eq(line.text, text);
    ck_assert_uint_eq(line.tick, (uint64_t)number);
    ck_assert_int_eq(line.kind, TRACE_KEY);
}

TEST_FIXTURE(set_up, NULL);

TEST(lines_are_taken_in_their_order_and_once)
{
    struct trace_line line;

    ck_assert(!trace_take(&trace, &line));
    add(5000, 0, 3);
    for (int i = 0; i < 3; i++)
        expect_next(i);
    ck_assert(!trace_take(&trace, &line));
    ck_assert_uint_eq(trace.left_out, 0);
}

TEST(a_second_has_room_for_so_many_lines_and_the_next_one_again)
{
    add(5000, 0, TRACE_LINES_PER_SECOND);
    ck_assert_uint_eq(trace.left_out, 0);
    add(5999, 100, 7);
    ck_assert_uint_eq(trace.left_out, 7);
    ck_assert_uint_eq(trace.count, TRACE_LINES_PER_SECOND);
    add(6000, 200, TRACE_LINES_PER_SECOND);
    ck_assert_uint_eq(trace.left_out, 7);
    ck_assert_uint_eq(trace.count, 2 * TRACE_LINES_PER_SECOND);
}

TEST(the_last_lines_stay_and_older_ones_are_counted)
{
    struct trace_line line;
    const int seconds = TRACE_LINES_MAX / TRACE_LINES_PER_SECOND + 1;
    int number = 0;

    for (int second = 0; second < seconds; second++, number += TRACE_LINES_PER_SECOND)
        add(5000 + 1000 * (uint64_t)second, number, TRACE_LINES_PER_SECOND);
    ck_assert_uint_eq(trace.count, TRACE_LINES_MAX);
    ck_assert_uint_eq(trace.left_out, (uint64_t)(number - TRACE_LINES_MAX));
    for (int i = number - TRACE_LINES_MAX; i < number; i++)
        expect_next(i);
    ck_assert(!trace_take(&trace, &line));
}

TEST(a_text_that_is_too_long_is_cut)
{
    struct trace_line line;
    char text[2 * TRACE_TEXT_SIZE];

    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    trace_add(&trace, 5000, 1, TRACE_LINE, text);
    ck_assert(trace_take(&trace, &line));
    ck_assert_uint_eq(strlen(line.text), TRACE_TEXT_SIZE - 1);
}

/* Without a session nothing is noted any more, even with time left. */
TEST(a_trace_is_over_with_its_time_or_its_session)
{
    trace.session = (struct session *)(uintptr_t)1;
    trace.until_ms = 6000;
    ck_assert(!trace_is_over(&trace, 5999));
    ck_assert(trace_is_over(&trace, 6000));
    trace.session = NULL;
    ck_assert(trace_is_over(&trace, 5999));
}

TEST(every_kind_has_a_name)
{
    for (int i = 0; i < TRACE_KIND_COUNT; i++)
        ck_assert_ptr_nonnull(trace_kind_names[i]);
}

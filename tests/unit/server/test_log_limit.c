/*
 * A flood of one kind of event costs a bounded number of lines, loses no count, and hides no other
 * kind.
 */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/base/log.h"
#include "support/test.h"

enum { FLOOD = 100000, OUTPUT_SIZE = 1 << 20 };

static struct log_limit *limit;

static void set_up(void)
{
    ck_assert_int_eq(log_limit_new(&limit), ERR_OK);
}

static void tear_down(void)
{
    log_limit_free(limit);
}

/* How many of `count` lines at that time are let through. */
static uint64_t let_through(const char *kind, uint64_t count, uint64_t now_ms)
{
    uint64_t taken = 0;

    for (uint64_t i = 0; i < count; i++)
        taken += log_limit_take(limit, kind, now_ms);
    return taken;
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_burst_passes_and_then_so_many_a_second)
{
    char name[LOG_KIND_SIZE];
    uint64_t suppressed;

    ck_assert_uint_eq(let_through("conn.open", FLOOD, 5000), LOG_BURST);
    ck_assert_uint_eq(let_through("conn.open", FLOOD, 6000), LOG_LINES_PER_SECOND);
    ck_assert_uint_eq(let_through("conn.open", FLOOD, 6000), 0);
    /* A clock that goes back gives nothing and takes nothing. */
    ck_assert_uint_eq(let_through("conn.open", 1, 10), 0);
    ck_assert_uint_eq(let_through("conn.close", 5, 6000), 5);
    ck_assert_uint_eq(let_through("conn.open", FLOOD, 3600 * 1000), LOG_BURST);
    ck_assert(log_limit_drain(limit, name, &suppressed));
    ck_assert_str_eq(name, "conn.open");
    ck_assert_uint_eq(suppressed, 4 * FLOOD + 1 - 2 * LOG_BURST - LOG_LINES_PER_SECOND);
    ck_assert(!log_limit_drain(limit, name, &suppressed));
}

TEST(the_table_is_bounded)
{
    char name[LOG_KIND_SIZE];
    uint64_t suppressed;
    uint64_t taken = 0;

    for (int i = 0; i < FLOOD; i++) {
        snprintf(name, sizeof name, "kind.%d", i);
        taken += log_limit_take(limit, name, 1000);
    }
    ck_assert_uint_le(limit->kind_count, LOG_KINDS_MAX);
    ck_assert_uint_eq(taken, LOG_KINDS_MAX - 1 + LOG_BURST);
    ck_assert(log_limit_drain(limit, name, &suppressed));
    ck_assert_str_eq(name, "others");
    ck_assert_uint_eq(suppressed + taken, FLOOD);
}

TEST(long_names_are_one_kind)
{
    char name[4 * LOG_KIND_SIZE];

    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    ck_assert_uint_eq(let_through(name, FLOOD, 1000), LOG_BURST);
    ck_assert_uint_eq(limit->kind_count, 1);
}

TEST(lines_and_suppressed_lines_add_up_to_the_events)
{
    char path[] = "/tmp/undercroft-log-XXXXXX";
    char *output = calloc(1, OUTPUT_SIZE);
    struct log log = {.format = LOG_FORMAT_JSON,
                      .level_min = LOG_INFO,
                      .descriptor = mkstemp(path),
                      .limit = limit};
    size_t lines = 0;

    ck_assert(output != NULL && log.descriptor >= 0);
    for (int i = 0; i < FLOOD; i++)
        LOG(&log, LOG_INFO, "login.wrong-password", log_text("name", "a\nb\r\x1b[2J\x9b\xff"));
    log_event(&log, LOG_DEBUG, "not.wanted", NULL);
    LOG(&log, LOG_INFO, "play.begin", log_text("name", "Ada"));
    log_tell_suppressed(&log);
    log_tell_suppressed(&log);
    ck_assert_int_gt(pread(log.descriptor, output, OUTPUT_SIZE - 1, 0), 0);
    for (const char *at = output; *at != '\0'; at++) {
        lines += *at == '\n';
        ck_assert_msg(*at == '\n' || (*at >= ' ' && *at <= '~'), "a control in the log");
    }
    struct log_counts counts = log_counts(&log);
    ck_assert_uint_eq(lines, counts.written);
    /* The one about the suppressed is no event. */
    ck_assert_uint_eq(counts.written - 1 + counts.suppressed, FLOOD + 1);
    ck_assert_uint_lt(lines, 10 * LOG_BURST);
    const char *last =
        strstr(output, "\"event\":\"log.suppressed\",\"kind\":\"login.wrong-password\"");
    ck_assert_msg(last != NULL && strstr(last + 20, "log.suppressed") == NULL, "%.300s", output);
    ck_assert_ptr_nonnull(strstr(output, "\"event\":\"play.begin\""));
    close(log.descriptor);
    unlink(path);
    free(output);
}

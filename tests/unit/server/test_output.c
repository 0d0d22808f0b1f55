/*
 * Output that nobody waits for: lines come out whole and in order, a reader that stalls costs lines
 * that are counted, and the end of a process brings out what somebody reads.
 */
#define _GNU_SOURCE /* F_SETPIPE_SZ is Linux's own */
#include "server/base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uv.h>

#include "base/check.h"
#include "server/base/log.h"
#include "support/test.h"

enum {
    THREADS = 4,
    LINES = TEST_COUNT(2000, 500), /* of each thread */
    LINE_SIZE = 100,
    MANY = OUTPUT_RING_SIZE / LINE_SIZE, /* more than the ring and a pipe take */
    TEXT_SIZE = 4 * OUTPUT_RING_SIZE,
};

static int ends[2];
static struct output *output;
static char text[TEXT_SIZE];

static void set_up(void)
{
    signal(SIGPIPE, SIG_IGN);
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(output_open(ends[1], OUTPUT_LOG, &output), ERR_OK);
}

static void tear_down(void)
{
    output_close(output);
    output = NULL;
    close(ends[0]);
    close(ends[1]);
}

/* A line of LINE_SIZE bytes that begins with two numbers. */
static void write_text(char out[LINE_SIZE + 1], int who, int number)
{
    int length = snprintf(out, LINE_SIZE + 1, "%d %d ", who, number);

    memset(out + length, 'x', (size_t)(LINE_SIZE - 1 - length));
    out[LINE_SIZE - 1] = '\n';
    out[LINE_SIZE] = '\0';
}

static bool put(int who, int number)
{
    char line[LINE_SIZE + 1];

    write_text(line, who, number);
    return output_put(output, line, LINE_SIZE);
}

/* Reads into `text`, on any thread, until `wanted` lines have ended. Returns how many have. */
static size_t take_lines(size_t wanted)
{
    size_t length = 0;
    size_t lines = 0;

    while (lines < wanted) {
        ssize_t got = read(ends[0], text + length, TEXT_SIZE - 1 - length);
        CHECK(got > 0);
        for (ssize_t i = 0; i < got; i++)
            lines += text[length + (size_t)i] == '\n';
        length += (size_t)got;
    }
    text[length] = '\0';
    return lines;
}

static void expect_line(const char **at, int who, int number)
{
    char line[LINE_SIZE + 1];

    write_text(line, who, number);
    ck_assert_msg(strncmp(*at, line, LINE_SIZE) == 0, "%.110s instead of %s", *at, line);
    *at += LINE_SIZE;
}

TEST_FIXTURE(set_up, tear_down);

TEST(lines_come_out_whole_and_in_order)
{
    const char *at = text;

    for (int i = 0; i < 2 * MANY; i++) {
        ck_assert(put(0, i));
        if (i % 100 != 99)
            continue;
        (void)take_lines(100);
        at = text;
        for (int j = i - 99; j <= i; j++)
            expect_line(&at, 0, j);
    }
    ck_assert_uint_eq(output_lost(output), 0);
}

static void put_many(void *argument)
{
    int who = *(int *)argument;

    for (int i = 0; i < LINES; i++)
        (void)put(who, i);
}

static void take_many(void *argument)
{
    (void)take_lines(*(size_t *)argument);
}

TEST(many_threads_put_lines_that_never_mix)
{
    uv_thread_t threads[THREADS];
    uv_thread_t reader;
    int who[THREADS];
    int next[THREADS] = {0};
    size_t lines = (size_t)THREADS * LINES;

    ck_assert_uint_lt(lines * LINE_SIZE, TEXT_SIZE);
    ck_assert_int_eq(uv_thread_create(&reader, take_many, &lines), 0);
    for (int i = 0; i < THREADS; i++) {
        who[i] = i;
        ck_assert_int_eq(uv_thread_create(&threads[i], put_many, &who[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        uv_thread_join(&threads[i]);
    /* Lost lines do not come: empty lines in their place let the reader end. */
    for (uint64_t lost = output_lost(output); lost > 0; lost--)
        ck_assert_int_eq(write(ends[1], "\n", 1), 1);
    uv_thread_join(&reader);
    for (const char *at = text; *at != '\0';) {
        if (*at == '\n') {
            at++;
            continue;
        }
        long from = strtol(at, NULL, 10);
        ck_assert(from >= 0 && from < THREADS);
        long number = strtol(at + 2, NULL, 10);
        ck_assert_int_ge(number, next[from]);
        expect_line(&at, (int)from, (int)number);
        next[from] = (int)number + 1;
    }
}

TEST(what_finds_no_room_is_lost_and_counted)
{
    const char *at = text;
    int taken = 0;

    fcntl(ends[1], F_SETPIPE_SZ, 4096);
    for (int i = 0; i < 2 * MANY; i++)
        taken += put(0, i);
    ck_assert_int_lt(taken, 2 * MANY);
    ck_assert_int_gt(taken, MANY / 2);
    ck_assert_uint_eq(output_lost(output), (uint64_t)(2 * MANY - taken));
    ck_assert_uint_eq(output_take_lost(output), 0); /* there is no room to tell it */
    (void)take_lines((size_t)taken);
    ck_assert_uint_eq(output_take_lost(output), (uint64_t)(2 * MANY - taken));
    ck_assert_uint_eq(output_take_lost(output), 0);
    /* The first that were put are those that came. */
    expect_line(&at, 0, 0);
    expect_line(&at, 0, 1);
    ck_assert(put(0, 1));
    (void)take_lines(1);
}

TEST(what_cannot_be_written_is_lost_with_its_reason)
{
    struct output *full = NULL;
    int file = open("/dev/full", O_WRONLY);

    ck_assert(file >= 0 && output_open(file, OUTPUT_LOG, &full) == ERR_OK);
    ck_assert_int_eq(output_write_error(full), 0);
    ck_assert(output_put(full, "a line\n", 7));
    while (output_lost(full) == 0)
        sched_yield();
    ck_assert_uint_eq(output_lost(full), 1);
    ck_assert_int_eq(output_write_error(full), ENOSPC);
    output_close(full);
    close(file);
}

TEST(the_log_tells_what_was_lost_before_the_next_line)
{
    struct log log = {.format = LOG_FORMAT_JSON, .descriptor = -1, .output = output};
    char told[64];
    size_t lines = 0;

    fcntl(ends[1], F_SETPIPE_SZ, 4096);
    for (int i = 0; i < 2 * MANY; i++)
        LOG(&log, LOG_INFO, "e", log_text("v", "a value of some length, so that it fills up"));
    uint64_t lost = log_counts(&log).lost;
    ck_assert_uint_gt(lost, 0);
    while (lines < 2 * (size_t)MANY - lost)
        lines += take_lines(1);
    LOG(&log, LOG_INFO, "next", log_number("n", 1));
    (void)take_lines(2);
    snprintf(told, sizeof told, "stalled\",\"lines\":%llu}\n", (unsigned long long)lost);
    const char *first = strstr(text, told);
    ck_assert_msg(first != NULL, "%s does not say %s", text, told);
    ck_assert_ptr_nonnull(strstr(first, "\"event\":\"next\""));
}

TEST(an_output_that_nobody_reads_can_be_closed)
{
    fcntl(ends[1], F_SETPIPE_SZ, 4096);
    while (put(0, 0))
        ;
    output_close(output);
    output = NULL;
    /* The thread of the output goes on waiting for the reader. */
    ends[0] = ends[1] = -1;
}

TEST(closing_brings_out_what_is_read)
{
    uv_thread_t reader;
    size_t lines = 0;

    fcntl(ends[1], F_SETPIPE_SZ, 4096);
    while (lines < 1000 && put(0, (int)lines))
        lines++;
    ck_assert_int_eq(uv_thread_create(&reader, take_many, &lines), 0);
    output_close(output);
    output = NULL;
    uv_thread_join(&reader);
}

TEST(a_reader_that_is_gone_stops_nothing)
{
    close(ends[0]);
    for (int i = 0; i < 10; i++)
        ck_assert(put(0, i));
    output_close(output);
    output = NULL;
    ends[0] = dup(ends[1]);
}

static void on_abort(int number)
{
    output_await_all();
    raise(number);
}

/* The last words of a child: more lines than its pipe takes, and a CHECK that fails. */
static _Noreturn void fail_a_check(int descriptor)
{
    struct sigaction fatal = {.sa_handler = on_abort, .sa_flags = (int)SA_RESETHAND};
    struct output *own;

    sigaction(SIGABRT, &fatal, NULL);
    if (output_open(descriptor, OUTPUT_LOG, &own) != ERR_OK)
        _exit(1);
    output = own;
    FILE *stream = output_stream(own);
    stderr = stream;
    for (int i = 0; i < 1000; i++)
        (void)put(0, i);
    CHECK(descriptor < 0);
    _exit(1);
}

/* Forks without an output thread, which would not live on in the child. */
static pid_t start_failing(void)
{
    output_close(output);
    output = NULL;
    fcntl(ends[1], F_SETPIPE_SZ, 4096);
    pid_t child = fork();
    if (child == 0)
        fail_a_check(ends[1]);
    return child;
}

TEST(a_failed_check_brings_out_all_lines_and_its_last_words)
{
    const char *at = text;
    int status = 0;

    pid_t child = start_failing();
    (void)take_lines(1001);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    for (int i = 0; i < 1000; i++)
        expect_line(&at, 0, i);
    ck_assert_msg(strncmp(at, "undercroft: CHECK failed: descriptor < 0", 40) == 0, "%s", at);
}

TEST(a_failed_check_ends_a_process_whose_log_nobody_reads)
{
    int status = 0;

    pid_t child = start_failing();
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

TEST(a_stream_puts_line_by_line)
{
    FILE *stream = output_stream(output);

    ck_assert_ptr_nonnull(stream);
    fprintf(stream, "one %d", 1);
    fprintf(stream, " line\nand %s\n", "another");
    (void)take_lines(2);
    ck_assert_str_eq(text, "one 1 line\nand another\n");
    fclose(stream);
}

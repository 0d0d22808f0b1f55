/*
 * Output of the server that nobody reads: neither a log nor start-up lines without a reader hold up
 * anybody, and the number of lost lines is told.
 */
#define _GNU_SOURCE /* F_SETPIPE_SZ is Linux's own */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "support/live/console.h"
#include "support/live/light_client.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum {
    CROWD = 120,
    PIPE_SIZE = 4096,
    FAULTS = 16, /* lines in a bad file of settings */
    FAULT_SIZE = 150,
    ANSWER_MS = 10000,
    FILL_MS = 60000,
    TEXT_SIZE = 512 * 1024
};

static struct process server;
static struct console console;
static struct light_client crowd[CROWD];
static int ends[2];
static char text[TEXT_SIZE];

static void set_up(void)
{
    ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
    ck_assert_int_eq(fcntl(ends[1], F_SETPIPE_SZ, PIPE_SIZE), PIPE_SIZE);
    process_init(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
}

static void tear_down(void)
{
    for (size_t i = 0; i < CROWD; i++)
        light_close(&crowd[i]);
    console_release(&console);
    process_release(&server);
    close(ends[0]);
    close(ends[1]);
}

/* Everybody is greeted and hangs up again; each of them is two lines of the log. */
static void come_and_go(void)
{
    for (size_t i = 0; i < CROWD; i++)
        light_open(&crowd[i], server.port, NULL, 0);
    for (size_t i = 0; i < CROWD; i++) {
        int64_t deadline_us = stopwatch_deadline_us(ANSWER_MS);
        while (strstr(crowd[i].heard, "Name:") == NULL && !stopwatch_is_over(deadline_us))
            light_pump(crowd, CROWD, 10);
        ck_assert_msg(strstr(crowd[i].heard, "Name:") != NULL, "connection %zu is not greeted", i);
    }
    for (size_t i = 0; i < CROWD; i++)
        light_close(&crowd[i]);
}

/* Every reading of it is as many long lines of the log as it has faults. */
static void write_bad_settings(void)
{
    char path[PROCESS_PATH_SIZE + 32];

    snprintf(path, sizeof path, "%s/undercroft.conf", console.data);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    for (int i = 0; i < FAULTS; i++)
        fprintf(file, "%0*d = 1\n", FAULT_SIZE, i);
    fclose(file);
}

/* Makes lines of the log until some are lost. */
static void fill_log(void)
{
    int64_t deadline_us = stopwatch_deadline_us(FILL_MS);

    write_bad_settings();
    while (console_metric(&console, "undercroft_log_lines_lost_total") == 0) {
        ck_assert_msg(!stopwatch_is_over(deadline_us), "no line was lost");
        come_and_go();
        kill(server.pid, SIGHUP);
    }
}

/* Reads the pipe until it has said all of `wanted`. */
static void read_until(const char *wanted)
{
    int64_t deadline_us = stopwatch_deadline_us(ANSWER_MS);
    size_t length = strlen(text);

    ck_assert_int_eq(fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
    while (strstr(text, wanted) == NULL && !stopwatch_is_over(deadline_us)) {
        ssize_t got = read(ends[0], text + length, TEXT_SIZE - 1 - length);
        length += got > 0 ? (size_t)got : 0;
        text[length] = '\0';
        if (got <= 0)
            stopwatch_pause_ms(5);
    }
    ck_assert_msg(strstr(text, wanted) != NULL, "nothing says %s", wanted);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_log_that_nobody_reads_holds_nobody_up)
{
    char told[64];

    server.err_end = ends[1];
    process_start(&server, NULL);
    come_and_go();
    console_expect(&console, WORDS("ping"), 0, "");
    fill_log();
    come_and_go();
    console_expect(&console, WORDS("doctor"), 0, "because its reader stalled");
    text[0] = '\0';
    read_until("\"cause\":\"the reader of the log has stalled\",\"lines\":");
    double lost = console_metric(&console, "undercroft_log_lines_lost_total");
    snprintf(told, sizeof told, "stalled\",\"lines\":%.0f}", lost);
    ck_assert_msg(strstr(text, told) != NULL,
                  "%.0f lines were lost, and the log tells another "
                  "number",
                  lost);
    server.err_end = 0;
    ck_assert_int_eq(process_stop(&server), 0);
    read_until("\"event\":\"stop.signal\"");
}

TEST(a_server_whose_log_nobody_reads_ends_when_told)
{
    server.err_end = ends[1];
    process_start(&server, NULL);
    come_and_go();
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(start_lines_that_nobody_reads_hold_nobody_up)
{
    char full[PIPE_SIZE];

    memset(full, '.', sizeof full);
    ck_assert_int_eq(write(ends[1], full, sizeof full), sizeof full);
    server.out_end = ends[1];
    process_begin(&server, NULL);
    int64_t deadline_us = stopwatch_deadline_us(ANSWER_MS);
    while (console_run(&console, WORDS("ping")) != 0 && !stopwatch_is_over(deadline_us))
        stopwatch_pause_ms(20);
    console_expect(&console, WORDS("ping"), 0, "");
    text[0] = '\0';
    read_until("ready: listening on 127.0.0.1:");
    ck_assert_int_eq(process_stop(&server), 0);
}

/*
 * Ticks that a server tells, with the control socket of a server that the test plays itself.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "support/live/server_ticks.h"
#include "support/live/stopwatch.h"
#include "support/test.h"
#include "support/file.h"

enum {
    PID = 1,
    PORT = 4000,
    TLS_PORT = 4443,
    QUIET_MS = 100,
    MEANWHILE_US = 5 * SERVER_TICKS_MS * 1000
};

static char folder[64];
static struct sockaddr_un address = {.sun_family = AF_UNIX};
static int listener;
static int line;

static void set_up(void)
{
    file_make_folder(folder, sizeof folder, "ticks");
    snprintf(address.sun_path, sizeof address.sun_path, "%s/undercroft.sock", folder);
    listener = socket(AF_UNIX, SOCK_STREAM, 0);
    ck_assert_int_ge(listener, 0);
    ck_assert_int_eq(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(listen(listener, 1), 0);
    line = -1;
    server_ticks_follow(PID, PORT, TLS_PORT, folder, SERVER_TICKS_MS);
}

static void tear_down(void)
{
    server_ticks_forget(PID);
    if (line >= 0)
        close(line);
    close(listener);
    unlink(address.sun_path);
    rmdir(folder);
}

static void expect_question(void)
{
    static const char question[] = "json ping\n";
    char heard[sizeof question] = "";

    (void)server_ticks_lived_us();
    if (line < 0)
        line = accept(listener, NULL, NULL);
    ck_assert_int_ge(line, 0);
    ck_assert_int_eq(recv(line, heard, sizeof heard, MSG_DONTWAIT), sizeof question - 1);
    ck_assert_str_eq(heard, question);
}

/* The answer to the question that is under way. */
static void tell(int tick)
{
    char body[64];
    char answer[96];

    snprintf(body, sizeof body, "{\"message\":\"pong\",\"tick\":%d}\n", tick);
    int length = snprintf(answer, sizeof answer, "ok %zu\n%s", strlen(body), body);
    ck_assert_int_eq(send(line, answer, (size_t)length, MSG_NOSIGNAL), length);
}

TEST_FIXTURE(set_up, tear_down);

TEST(no_time_passes_for_a_server_that_does_not_answer)
{
    struct tick_count count;
    int64_t lived_us = server_ticks_lived_us();

    tick_count_begin(&count, PORT);
    expect_question();
    /* The clock of the machine goes on meanwhile. */
    for (int64_t end_us = stopwatch_now_us() + MEANWHILE_US; stopwatch_now_us() < end_us;)
        ck_assert_uint_eq(tick_count_passed(&count), 0);
    ck_assert_int_eq(server_ticks_lived_us(), lived_us);
    ck_assert(!stopwatch_is_over(lived_us + 1));
}

TEST(ticks_that_are_told_pass_on_either_port)
{
    struct tick_count count;

    tick_count_begin(&count, TLS_PORT);
    expect_question();
    tell(100);
    expect_question();
    ck_assert_uint_eq(tick_count_passed(&count), 0);
    int64_t lived_us = server_ticks_lived_us();
    tell(107);
    ck_assert_uint_eq(tick_count_passed(&count), 7);
    ck_assert_int_eq(server_ticks_lived_us() - lived_us, 7 * SERVER_TICKS_MS * 1000);
}

TEST(an_answer_to_an_older_question_begins_no_count)
{
    struct tick_count count;

    expect_question();
    tick_count_begin(&count, PORT);
    tell(100); /* asked before the count began */
    ck_assert_uint_eq(tick_count_passed(&count), 0);
    expect_question();
    tell(150);
    ck_assert_uint_eq(tick_count_passed(&count), 0);
    expect_question();
    tell(151);
    ck_assert_uint_eq(tick_count_passed(&count), 1);
}

TEST(an_answer_in_pieces_is_one_answer)
{
    struct tick_count count;

    tick_count_begin(&count, PORT);
    expect_question();
    tell(100);
    expect_question();
    ck_assert_int_eq(send(line, "ok 30\n{\"message\":\"pong\",\"tick\":1", 32, 0), 32);
    ck_assert_uint_eq(tick_count_passed(&count), 0);
    ck_assert_int_eq(send(line, "05}\n", 4, 0), 4);
    ck_assert_uint_eq(tick_count_passed(&count), 5);
}

TEST(a_server_that_hangs_up_lives_while_the_test_runs)
{
    struct tick_count count;

    tick_count_begin(&count, PORT);
    expect_question();
    close(line);
    line = -1;
    while (tick_count_passed(&count) == 0)
        continue;
}

TEST(quiet_is_longer_on_screens_that_show_others)
{
    ck_assert_uint_eq(server_ticks_of_quiet(PORT, QUIET_MS, true), 7);
    server_ticks_join(PORT);
    ck_assert_uint_eq(server_ticks_of_quiet(PORT, QUIET_MS, true), 7);
    server_ticks_join(TLS_PORT);
    ck_assert_uint_eq(server_ticks_of_quiet(PORT, QUIET_MS, true), SERVER_TICKS_OF_OTHERS);
    ck_assert_uint_eq(server_ticks_of_quiet(PORT, QUIET_MS, false), 7);
    server_ticks_leave(PORT);
    ck_assert_uint_eq(server_ticks_of_quiet(PORT, QUIET_MS, true), 7);
}

/*
 * Stops that are announced: who is told when, what takes them back, and that they come.
 */
#include <signal.h>
#include <string.h>

#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/process.h"
#include "support/live/program.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum { ANSWER_MS = 5000, COUNTDOWN_MS = 12000 };

static struct process server;
static struct console console;
static struct client ada;
static struct client brom;
static struct program newcomer;

static void set_up(void)
{
    process_init(&server);
    process_start(&server,
                  WORDS("--seed", "11", "--backup-minutes", "0", "--link-death-seconds", "0"));
    console_init(&console, UNDERCROFTCTL_PATH, &server);
}

static void tear_down(void)
{
    client_close(&ada);
    client_close(&brom);
    program_close(&newcomer);
    console_release(&console);
    process_release(&server);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_countdown_is_told_and_can_be_taken_back)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    console_expect(&console, WORDS("status"), 0, "version");
    ck_assert_ptr_null(strstr(console.out, "announced"));
    console_expect(&console, WORDS("shutdown", "in", "7m", "reason", "new", "\x1b[31mwings"), 0,
                   "The server stops in 7 minutes: new [31mwings");
    ck_assert(
        client_wait_shown(&ada, "*** The server stops in 7 minutes: new [31mwings", ANSWER_MS));
    console_expect(&console, WORDS("status"), 0, "announced");
    ck_assert_ptr_nonnull(strstr(console.out, "The server stops in 7 minutes: new [31mwings"));
    program_open(&newcomer, server.port);
    program_expect(&newcomer, "The server stops in 7 minutes: new [31mwings");
    program_expect(&newcomer, "Name: ");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    ck_assert(client_wait_heard(&brom, "The server stops in 7 minutes", ANSWER_MS));
    console_expect(&console, WORDS("shutdown", "in", "2h"), 0, "The server stops in 2 hours.");
    console_expect(&console, WORDS("shutdown", "cancel"), 0, "goes on");
    ck_assert(client_wait_heard(&brom, "*** The server goes on", ANSWER_MS));
    console_expect(&console, WORDS("shutdown", "cancel"), 1, "No stop was announced.");
    console_expect(&console, WORDS("status"), 0, "version");
    ck_assert_ptr_null(strstr(console.out, "announced"));
    console_expect(&console, WORDS("audit"), 0, "shutdown in 7m reason new [31mwings");
    /* A signal does not wait for anything that was announced. */
    console_expect(&console, WORDS("shutdown", "in", "7m"), 0, "7 minutes");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(what_may_have_been_meant_otherwise_stops_nothing)
{
    console_expect(&console, WORDS("shutdown", "7m"), 2, "shutdown in 5m");
    console_expect(&console, WORDS("shutdown", "when", "empty"), 2, "shutdown when-empty");
    console_expect(&console, WORDS("shutdown", "10", "minutes"), 2, "shutdown in 5m");
    console_expect(&console, WORDS("shutdown", "5min"), 2, "shutdown in 5m");
    console_expect(&console, WORDS("shutdown", "cancle"), 2, "shutdown cancel");
    console_expect(&console, WORDS("shutdown", "Wen-empty"), 2, "shutdown when-empty");
    console_expect(&console, WORDS("shutdown", "in5m"), 2, "shutdown in 5m");
    console_expect(&console, WORDS("shutdown", "help"), 2, "Usage: shutdown [now|in 5m]");
    console_expect(&console, WORDS("shutdown", "--help"), 2, "Usage: shutdown [now|in 5m]");
    console_expect(&console, WORDS("shutdown", "in", "7m", "help", "wanted"), 0, "help wanted");
    console_expect(&console, WORDS("shutdown", "in", "7m", "3", "wings"), 0, "minutes: 3 wings");
    console_expect(&console, WORDS("shutdown", "in", "7m", "cancel"), 2, "shutdown cancel");
    console_expect(&console, WORDS("shutdown", "cancel"), 0, "goes on");
    console_expect(&console, WORDS("shutdown", "in", "soon"), 2, "\"soon\" is no time");
    console_expect(&console, WORDS("shutdown", "in"), 2, "is no time");
    console_expect(&console, WORDS("shutdown", "in", "0s"), 2, "is no time");
    console_expect(&console, WORDS("shutdown", "in", "25h"), 2, "is no time");
    console_expect(&console, WORDS("shutdown", "in", "99999999999999999999s"), 2, "is no time");
    console_expect(&console, WORDS("shutdown", "in", "5 m"), 2, "is no time");
    console_expect(&console, WORDS("ping"), 0, "pong");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(the_last_seconds_are_told_and_then_it_stops)
{
    int64_t began_us;

    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    began_us = stopwatch_now_us();
    console_expect(&console, WORDS("shutdown", "in", "6s", "when-empty"), 0,
                   "The server stops in 6 seconds, or when nobody is online.");
    ck_assert(client_wait_heard(&brom, "*** The server stops in 6 seconds", ANSWER_MS));
    ck_assert(client_wait_heard(&brom, "*** The server stops in 5 seconds", COUNTDOWN_MS));
    ck_assert(client_wait_heard(&brom, "The server is stopping. Saved: your place is kept",
                                COUNTDOWN_MS));
    ck_assert_msg(stopwatch_now_us() - began_us > 5000 * 1000, "it stopped early");
    ck_assert_int_eq(process_wait(&server), 0);
    process_expect_said(&server, "err", "\"cause\":\"its time has come\"");
}

TEST(when_the_last_one_leaves_it_stops)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    console_expect(&console, WORDS("shutdown", "when-empty", "tidying"), 0,
                   "The server stops when nobody is online: tidying");
    /* Nobody is shut out by it. */
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    client_type(&ada, "Q");
    ck_assert(client_wait_closed(&ada, ANSWER_MS));
    stopwatch_pause_ms(1500);
    console_expect(&console, WORDS("ping"), 0, "pong");
    client_say_line(&brom, "quit");
    ck_assert(client_wait_closed(&brom, ANSWER_MS));
    ck_assert_int_eq(process_wait(&server), 0);
    process_expect_said(&server, "err", "\"cause\":\"nobody is online\",\"reason\":\"tidying\"");
}

TEST(a_reason_alone_is_told_before_it_stops_at_once)
{
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    console_expect(&console, WORDS("shutdown", "the", "roof", "leaks"), 0, "Stopping.");
    ck_assert(client_wait_heard(&brom, ": the roof leaks", ANSWER_MS));
    ck_assert_int_eq(process_wait(&server), 0);
}

/* A signal right behind the first request: nobody is left on a dead screen. */
static void expect_restored(void)
{
    ck_assert_int_eq(process_wait(&server), 0);
    ck_assert(client_wait_closed(&ada, ANSWER_MS));
    ck_assert(client_wait_closed(&brom, ANSWER_MS));
    ck_assert_msg(!ada.terminal.is_alternate, "the terminal is not restored");
    ck_assert_msg(strstr(ada.heard, "The server is stopping") != NULL, "%s", client_tail(&ada));
    ck_assert_msg(strstr(brom.heard, "The server is stopping") != NULL, "%s", client_tail(&brom));
    process_expect_said(&server, "err", "stop.done");
}

static void enter_both(void)
{
    client_enter(&ada, CLIENT_XTERM_COMPRESSED, server.port, "ada");
    client_enter(&brom, CLIENT_XTERM, server.port, "brom");
    ck_assert(ada.terminal.is_alternate && brom.terminal.is_alternate);
}

TEST_EACH(a_second_stop_right_behind_the_first_still_restores_terminals, 3)
{
    static const int pauses_ms[] = {0, 5, 20};

    enter_both();
    ck_assert_int_eq(kill(server.pid, SIGTERM), 0);
    if (pauses_ms[_i] > 0)
        stopwatch_pause_ms(pauses_ms[_i]);
    ck_assert_int_eq(kill(server.pid, SIGINT), 0);
    expect_restored();
}

TEST(a_signal_right_behind_the_word_still_restores_terminals)
{
    enter_both();
    console_expect(&console, WORDS("shutdown", "now"), 0, "Stopping.");
    (void)kill(server.pid, SIGTERM);
    expect_restored();
}

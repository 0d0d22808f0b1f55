/*
 * A signal right behind a stop: no terminal is left as the game had it. The case shutdown has what
 * is announced.
 */
#include <signal.h>
#include <string.h>

#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum { ANSWER_MS = 5000 };

static struct process server;
static struct console console;
static struct client ada;
static struct client brom;

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
    console_release(&console);
    process_release(&server);
}

TEST_FIXTURE(set_up, tear_down);

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

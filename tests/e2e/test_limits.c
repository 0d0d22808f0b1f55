/*
 * The limits that an operator can set, each a step below and a step above it.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/console.h"
#include "support/live/players.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum { ANSWER_MS = 5000, GUESSERS = 6, LONG_WAIT_GUESSES = 10, HOST = 1 };

static struct process server;
static struct console console;
static struct client ada;
static struct client brom;
static struct client guessers[GUESSERS];

static void set_up(void)
{
    process_init(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
}

static void tear_down(void)
{
    client_close(&ada);
    client_close(&brom);
    for (int i = 0; i < GUESSERS; i++)
        client_close(&guessers[i]);
    console_release(&console);
    process_release(&server);
}

static void set(const char *key, const char *value)
{
    console_expect(&console, WORDS("set", key, value), 0, "now");
}

TEST_FIXTURE(set_up, tear_down);

/* In one piece: a first wait is a second, and no time of ours lies between two guesses. */
TEST(so_many_guesses_are_free_and_the_next_has_to_wait)
{
    process_start(&server, WORDS("--failures-per-name", "2", "--failures-per-address", "4",
                                 "--wrong-passwords", "20", "--backup-minutes", "0"));
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    players_call(&ada, server.port, HOST, "ada");
    expect_answer(&ada, "wrong one\r\nwrong two\r\nwrong three",
                  "Too many wrong passwords from you: please wait");
    ck_assert_int_eq(players_count_heard(&ada, "Wrong password."), 2);
    /* Two of the four free guesses of the address are left for another name. */
    players_call(&brom, server.port, HOST, "brom");
    expect_answer(&brom, "wrong one\r\nwrong two\r\nwrong three", "please wait");
    ck_assert_int_eq(players_count_heard(&brom, "Wrong password."), 2);
    ck_assert_int_eq(process_stop(&server), 0);
}

/* True if the right password is; false if it has to wait. */
static bool is_welcome(struct client *client)
{
    int64_t limit_us = stopwatch_deadline_us(ANSWER_MS);

    client_forget(client);
    client_say_line(client, client_password);
    while (strstr(client->heard, "Welcome back") == NULL) {
        if (strstr(client->heard, "please wait") != NULL)
            return false;
        ck_assert_msg(!stopwatch_is_over(limit_us), "neither but:\n%s", client_tail(client));
        client_pump(client, 10);
    }
    return true;
}

/* Each wrong guess doubles the wait: after so many it is the longest there is, a minute here, until
   it is set to a second. */
TEST(a_wait_holds_up_the_right_password_and_has_an_end)
{
    process_start(&server, WORDS("--failure-wait-seconds", "60", "--wrong-passwords", "20",
                                 "--backup-minutes", "0"));
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    players_call(&ada, server.port, HOST, "ada");
    for (int i = 0; i < LONG_WAIT_GUESSES; i++)
        expect_answer(&ada, "wrong again", "Wrong password.");
    set("failures-per-name", "2");
    ck_assert_msg(!is_welcome(&ada), "a guess of a name need not wait");
    set("failures-per-name", "0");
    set("failures-per-address", "2");
    ck_assert_msg(!is_welcome(&ada), "a guess of an address need not wait");
    set("failure-wait-seconds", "1");
    int64_t limit_us = stopwatch_deadline_us(ANSWER_MS);
    while (!is_welcome(&ada))
        ck_assert_msg(!stopwatch_is_over(limit_us), "the wait has no end");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(guesses_at_the_same_time_are_no_more_than_one_after_the_other)
{
    int looked_at = 0;

    process_start(&server, WORDS("--failures-per-name", "2", "--failures-per-address", "0",
                                 "--password-cost", "2:65536", "--backup-minutes", "0"));
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    for (int i = 0; i < GUESSERS; i++)
        players_call(&guessers[i], server.port, HOST, "ada");
    for (int i = 0; i < GUESSERS; i++) {
        client_forget(&guessers[i]);
        client_say_line(&guessers[i], "wrong again");
    }
    for (int i = 0; i < GUESSERS; i++) {
        ck_assert(client_wait_heard(&guessers[i], "Password:", ANSWER_MS));
        looked_at += strstr(guessers[i].heard, "Wrong password.") != NULL;
    }
    ck_assert_int_eq(looked_at, 2);
    ck_assert_int_eq(process_stop(&server), 0);
}

/* The logins wait for one another; nobody is told of wrong guesses, since there were none. */
TEST(many_right_passwords_at_the_same_time_are_all_good)
{
    static const char *const names[GUESSERS] = {"ada", "brom", "cyd", "dora", "edda", "finn"};

    process_start(&server, WORDS("--failures-per-name", "1", "--failures-per-address", "2",
                                 "--new-per-address", "0", "--password-cost", "2:65536",
                                 "--backup-minutes", "0"));
    for (int i = 0; i < GUESSERS; i++)
        client_enter(&guessers[i], CLIENT_LINE, server.port, names[i]);
    for (int i = 0; i < GUESSERS; i++)
        players_call(&guessers[i], server.port, HOST, names[i]);
    for (int i = 0; i < GUESSERS; i++) {
        client_forget(&guessers[i]);
        client_say_line(&guessers[i], client_password);
    }
    for (int i = 0; i < GUESSERS; i++)
        ck_assert_msg(client_wait_heard(&guessers[i], "Welcome back", GUESSERS * ANSWER_MS),
                      "%s hears:\n%s", names[i], client_tail(&guessers[i]));
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(so_many_wrong_passwords_end_a_call)
{
    process_start(&server, WORDS("--wrong-passwords", "4", "--backup-minutes", "0"));
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    players_call(&brom, server.port, HOST, "ada");
    for (int i = 0; i < 3; i++)
        expect_answer(&brom, "wrong again", "Password:");
    expect_answer(&brom, "wrong again", "Too many attempts; goodbye.");
    ck_assert(client_wait_closed(&brom, ANSWER_MS));
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(so_much_is_said_in_ten_seconds)
{
    process_start(&server, WORDS("--chat-lines", "3", "--backup-minutes", "0"));
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    /* In one piece, so that they are said in the same ten seconds. */
    expect_answer(&ada, "say hello\r\nsay hello\r\nsay hello\r\nsay hello", "You talk too fast.");
    int64_t limit_us = stopwatch_deadline_us(ANSWER_MS);
    while (players_count_heard(&ada, "You say") < 3) {
        ck_assert_msg(!stopwatch_is_over(limit_us), "%s", client_tail(&ada));
        client_pump(&ada, 10);
    }
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(so_many_lines_may_come_at_once)
{
    process_start(&server,
                  WORDS("--lines-burst", "8", "--lines-per-second", "1", "--backup-minutes", "0"));
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_forget(&ada);
    client_send(&ada, "hp\r\nhp\r\n", 8);
    ck_assert(client_wait_heard(&ada, "of 20 health", ANSWER_MS));
    client_wait_quiet(&ada, 200, ANSWER_MS);
    ck_assert_msg(strstr(ada.heard, "Too fast") == NULL, "two lines are too many");
    client_send(&ada, "hp\r\nhp\r\nhp\r\nhp\r\nhp\r\nhp\r\nhp\r\nhp\r\nhp\r\n", 36);
    ck_assert_msg(client_wait_heard(&ada, "Too fast: lines are being dropped.", ANSWER_MS), "%s",
                  client_tail(&ada));
    ck_assert_int_eq(process_stop(&server), 0);
}

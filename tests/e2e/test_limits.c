/*
 * The limits that an operator can set, each a step below and a step above it.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/players.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/suite.h"

enum { ANSWER_MS = 5000, GUESSERS = 6, HOST = 1 };

static struct process server;
static struct client ada;
static struct client brom;
static struct client guessers[GUESSERS];

static void set_up(void)
{
    process_init(&server);
}

static void tear_down(void)
{
    client_close(&ada);
    client_close(&brom);
    for (int i = 0; i < GUESSERS; i++)
        client_close(&guessers[i]);
    process_release(&server);
}

START_TEST(guesses_wait_and_then_the_right_password_is_good)
{
    process_start(&server, WORDS("--failures-per-name", "2", "--failures-per-address", "4",
                                 "--failure-wait-seconds", "2", "--wrong-passwords", "20",
                                 "--backup-minutes", "0"));
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    players_call(&ada, server.port, HOST, "ada");
    expect_answer(&ada, "wrong one", "Wrong password.");
    expect_answer(&ada, "wrong two", "Wrong password.");
    expect_answer(&ada, client_password, "Too many wrong passwords from you: please wait");
    players_call(&brom, server.port, HOST, "brom");
    expect_answer(&brom, "wrong three", "Wrong password.");
    expect_answer(&brom, "wrong four", "Wrong password.");
    expect_answer(&brom, client_password, "please wait");
    stopwatch_pause_ms(2100);
    expect_answer(&ada, client_password, "Welcome back, Ada.");
    expect_answer(&brom, client_password, "Welcome back, Brom.");
    ck_assert_int_eq(process_stop(&server), 0);
}
END_TEST

START_TEST(guesses_at_the_same_time_are_no_more_than_one_after_the_other)
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
END_TEST

/* They stand in line for one another; nobody is told of guesses that were none. */
START_TEST(many_right_passwords_at_the_same_time_are_all_good)
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
END_TEST

START_TEST(so_many_wrong_passwords_end_a_call)
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
END_TEST

START_TEST(so_much_is_said_in_ten_seconds)
{
    process_start(&server, WORDS("--chat-lines", "3", "--backup-minutes", "0"));
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    for (int i = 0; i < 3; i++)
        expect_answer(&ada, "say hello", "You say");
    expect_answer(&ada, "say hello", "You talk too fast.");
    ck_assert_int_eq(process_stop(&server), 0);
}
END_TEST

START_TEST(so_many_lines_may_come_at_once)
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
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("limits");

    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, guesses_wait_and_then_the_right_password_is_good);
    tcase_add_test(tcase, guesses_at_the_same_time_are_no_more_than_one_after_the_other);
    tcase_add_test(tcase, many_right_passwords_at_the_same_time_are_all_good);
    tcase_add_test(tcase, so_many_wrong_passwords_end_a_call);
    tcase_add_test(tcase, so_much_is_said_in_ten_seconds);
    tcase_add_test(tcase, so_many_lines_may_come_at_once);
    return suite_run("e2e/limits", tcase);
}

/*
 * What players settle for themselves: their password, the word that all is saved, and reports to
 * the operators. And names that are words are answered.
 */
#include <string.h>

#include "support/live/console.h"
#include "support/live/players.h"
#include "support/test.h"

enum { ANSWER_MS = 5000, OPTION_ECHO = 1 };

static const char new_password[] = "quite another one";

static struct process server;
static struct client ada;
static struct client brom;
static struct client *const players[] = {&ada, &brom, NULL};

static void start(void)
{
    process_start(&server, (const char *const[]){"--seed", "3", "--tick-ms", "10", NULL});
}

static void set_up(void)
{
    process_init(&server);
    start();
}

static void tear_down(void)
{
    players_release(players, &server);
}

/* A line in lines; the echo says whether it is hidden. */
static void answer_hidden(const char *line, const char *answer)
{
    ck_assert_msg(ada.server_does[OPTION_ECHO], "\"%s\" would show", line);
    expect_answer(&ada, line, answer);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_password_is_changed_in_lines_and_at_once)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "password", "Your password now: ");
    answer_hidden("not my password", "Wrong password. It stays as it is.");
    client_wait_quiet(&ada, 100, ANSWER_MS);
    ck_assert(!ada.server_does[OPTION_ECHO]);
    expect_answer(&ada, "password", "Your password now: ");
    answer_hidden(client_password, "The new one (8 or more characters");
    answer_hidden("short", "That is too short");
    answer_hidden(new_password, "once more: ");
    answer_hidden("something else", "The passwords don't match. Try again.");
    answer_hidden(new_password, "once more: ");
    answer_hidden(new_password, "Your password is changed.");
    process_kill(&server);
    ck_assert_ptr_null(strstr(ada.heard, new_password));

    start();
    players_call(&ada, server.port, 1, "ada");
    expect_answer(&ada, client_password, "Wrong password.");
    expect_answer(&ada, new_password, "Welcome back, Ada.");
    players_stop(players, &server);
}

TEST(a_password_is_changed_on_the_screen_and_never_shows)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_forget(&ada);
    client_type(&ada, ":password\r");
    expect_shown(&ada, "Your password now: ");
    client_type(&ada, client_password);
    client_type(&ada, "\r");
    expect_shown(&ada, "The new one (8 or more): ");
    client_type(&ada, new_password);
    client_type(&ada, "\t\x1b[A\x1b[B\r");
    expect_shown(&ada, "The new one once more: ");
    client_type(&ada, new_password);
    client_type(&ada, "\r");
    expect_shown(&ada, "Your password is changed.");
    client_type(&ada, ":\x1b[A");
    expect_shown(&ada, ":password");
    ck_assert_ptr_null(strstr(ada.heard, new_password));
    ck_assert_ptr_null(strstr(ada.heard, client_password));
    client_close(&ada);

    players_call(&ada, server.port, 1, "ada");
    expect_answer(&ada, new_password, "Welcome back, Ada.");
    players_stop(players, &server);
}

TEST(changing_it_can_be_given_up)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_type(&ada, ":password\r");
    expect_shown(&ada, "Your password now: ");
    client_type(&ada, "abc\x1b");
    expect_shown(&ada, "Your password stays as it is.");
    client_type(&ada, "C");
    expect_shown(&ada, " 0 steps walked.");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    expect_answer(&brom, "password", "Your password now: ");
    expect_answer(&brom, "", "Your password stays as it is.");
    expect_answer(&brom, "password", "Your password now: ");
    client_type(&brom, "abc\x03");
    expect_heard(&brom, "quit leaves; your place is kept.");
    expect_answer(&brom, "hp", "of 20 health.");
    players_stop(players, &server);
}

TEST(wrong_guesses_end_as_at_the_login)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    for (int i = 0; i < 2; i++) {
        expect_answer(&ada, "password", "Your password now: ");
        expect_answer(&ada, "no such password", "It stays as it is.");
    }
    expect_answer(&ada, "password", "Your password now: ");
    client_say_line(&ada, "no such password");
    ck_assert(client_wait_closed(&ada, ANSWER_MS));
    ck_assert_ptr_nonnull(strstr(ada.heard, "Too many attempts; goodbye."));
    players_stop(players, &server);
}

TEST(what_is_typed_while_a_password_is_compared_waits)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_forget(&ada);
    client_say_line(&ada, "password");
    client_say_line(&ada, client_password);
    client_say_line(&ada, new_password);
    client_say_line(&ada, new_password);
    client_say_line(&ada, "say done");
    expect_heard(&ada, "Your password is changed.");
    expect_heard(&ada, "You say: \"done\"");
    players_stop(players, &server);
}

TEST(save_says_when_it_is_so_and_is_limited)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_type(&ada, ":save\r");
    expect_shown(&ada, "Saved.");
    client_type(&ada, ":save\r");
    expect_shown(&ada, "You saved a moment ago.");
    players_stop(players, &server);
}

TEST(a_report_reaches_the_operators_and_goes_with_its_player)
{
    static struct console console;

    console_init(&console, UNDERCROFTCTL_PATH, &server);
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    expect_answer(&ada, "bug", "Report what?");
    expect_answer(&ada, "bug the \x1b[31mdoor sticks", "Thank you.");
    expect_answer(&ada, "bug and again", "a moment ago");
    console_expect(&console, WORDS("bugs"), 0, "door sticks (depth 1, ");
    ck_assert_msg(strstr(console.out, "Ada") != NULL, "%s", console.out);
    ck_assert_msg(strchr(console.out, '\x1b') == NULL, "what was typed is cleaned");
    console_expect(&console, WORDS("audit"), 0, "");
    ck_assert_msg(strstr(console.out, "door sticks") == NULL, "no act: %s", console.out);
    console_expect(&console, WORDS("bugs", "0"), 2, "");
    client_say_line(&ada, "quit");
    ck_assert(client_wait_closed(&ada, ANSWER_MS));
    console_await(&console, WORDS("forget", "ada"), "");
    console_expect(&console, WORDS("bugs"), 0, "");
    ck_assert_msg(strstr(console.out, "door sticks") == NULL, "%s", console.out);
    console_release(&console);
    players_stop(players, &server);
}

TEST(words_at_the_name_prompt_are_answered)
{
    client_open(&ada, CLIENT_LINE, server.port);
    expect_heard(&ada, "Name: ");
    expect_answer(&ada, "new", "Type a name for your new character");
    expect_answer(&ada, "CREATE", "Type a name for your new character");
    expect_answer(&ada, "guest", "There are no guests");
    expect_answer(&ada, "claim", "a name is yours once you chose its password");
    expect_answer(&ada, "look", "Look is a command, and no name: it works once you are logged in.");
    expect_answer(&ada, "north", "North is a command");
    expect_answer(&ada, "looka", "No player is called Looka.");
    expect_answer(&ada, "no", "Name: ");
    client_say_line(&ada, "exit");
    ck_assert(client_wait_closed(&ada, ANSWER_MS));
    players_stop(players, &server);
}

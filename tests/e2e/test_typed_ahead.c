/*
 * Clients that do not wait for the server's questions, or take an answer back, or break off: what
 * was typed ahead counts in its turn, the last word on an option counts until play begins, and a
 * terminal is given back whatever ends the visit.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/players.h"
#include "support/live/process.h"
#include "support/test.h"

enum { ANSWER_MS = 3000, IAC = 255, DONT = 254, DO = 253, SB = 250, SE = 240, MCCP2 = 86 };

static struct process server;
static struct client ada;

static void set_up(void)
{
    process_init(&server);
    process_start(&server, (const char *const[]){"--seed", "11", NULL});
}

static void tear_down(void)
{
    client_close(&ada);
    process_release(&server);
}

/* Whoever is still there hangs up first. */
static void stop_server(void)
{
    client_close(&ada);
    ck_assert_int_eq(process_stop(&server), 0);
}

static void make_ada(void)
{
    client_open(&ada, CLIENT_LINE, server.port);
    client_login(&ada, "ada");
    client_say_line(&ada, "quit");
    ck_assert(client_wait_closed(&ada, ANSWER_MS));
    client_close(&ada);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_whole_visit_may_come_in_one_piece)
{
    client_open(&ada, CLIENT_MUTE, server.port);
    client_type(&ada, "ada\r\nyes\r\ncorrect horse\r\ncorrect horse\r\nscore\r\nsay bye\r\n"
                      "quit\r\n");
    expect_heard(&ada, "No player is called Ada. Make a new one? (yes/no) Choose a password");
    expect_heard(&ada, "Once more: \r\nWelcome, Ada.");
    expect_heard(&ada, "Ada: 20 of 20 health");
    expect_heard(&ada, "You say: \"bye\"\r\n");
    expect_heard(&ada, "Your position and map are kept");
    ck_assert(client_wait_closed(&ada, ANSWER_MS));
    ck_assert_msg(strstr(ada.heard, "horse") == NULL, "a password is shown");
    stop_server();
}

/* The last line's end comes in two bytes, and the second is no Enter. */
TEST(keys_typed_ahead_reach_the_screen)
{
    static const char keys[] = "ada\r\ncorrect horse\r\nC";
    char row[TERMINAL_ROW_SIZE];

    make_ada();
    client_open(&ada, CLIENT_XTERM, server.port);
    expect_heard(&ada, "Name:");
    client_send(&ada, keys, sizeof keys - 1);
    ck_assert_msg(client_wait_shown(&ada, "Ada: 20 of 20 health", ANSWER_MS), "%s",
                  client_tail(&ada));
    ck_assert(client_wait_quiet(&ada, 100, ANSWER_MS));
    terminal_row(&ada.terminal, 23, row);
    ck_assert_msg(row[0] != ':', "a line was opened: %s", row);
    stop_server();
}

TEST(guesses_typed_ahead_are_counted_like_any)
{
    make_ada();
    client_open(&ada, CLIENT_MUTE, server.port);
    client_type(&ada, "ada\r\nwrong horse\r\nwrong house\r\nwrong hose\r\ncorrect horse\r\n");
    expect_heard(&ada, "Too many attempts; goodbye.");
    ck_assert(client_wait_closed(&ada, ANSWER_MS));
    ck_assert_ptr_null(strstr(ada.heard, "Welcome"));
    stop_server();
}

TEST(what_is_too_much_is_dropped_with_a_word)
{
    static const char lines[] = "ada\r\ncorrect horse\r\nscore\r\n";
    static char typed[3000];

    make_ada();
    memset(typed, 'x', sizeof typed - 1);
    memcpy(typed, lines, sizeof lines - 1);
    client_open(&ada, CLIENT_MUTE, server.port);
    client_type(&ada, typed);
    expect_heard(&ada, "Ada: 20 of 20 health");
    expect_heard(&ada, "Too much was typed ahead: the end of it is dropped.");
    client_forget(&ada);
    client_say_line(&ada, "hp");
    ck_assert(client_wait_quiet(&ada, 200, ANSWER_MS));
    client_forget(&ada);
    client_say_line(&ada, "hp");
    expect_heard(&ada, "20 of 20 health.");
    stop_server();
}

/* A new line is typed for each prompt: up to 14 of them wait all the time, 6,000 bytes in all. */
TEST(a_player_always_a_little_ahead_loses_nothing)
{
    enum { LINES = 100, AHEAD = 14 };
    char line[61];

    snprintf(line, sizeof line, "%-60s", "look");
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_wait_quiet(&ada, 200, ANSWER_MS);
    for (int i = 0; i < AHEAD; i++)
        client_say_line(&ada, line);
    for (int i = AHEAD; i < LINES; i++)
        expect_prompt(&ada, line);
    client_say_line(&ada, "hp");
    expect_heard(&ada, "20 of 20 health.");
    ck_assert_msg(strstr(ada.heard, "Too much") == NULL, "%s", client_tail(&ada));
    stop_server();
}

TEST(after_a_line_too_long_the_question_is_asked_again)
{
    static char flood[600];

    memset(flood, 'x', sizeof flood - 1);
    client_open(&ada, CLIENT_MUTE, server.port);
    expect_heard(&ada, "Name:");
    client_forget(&ada);
    client_say_line(&ada, flood);
    expect_heard(&ada, "That line was too long and is dropped.\r\nName: ");
    stop_server();
}

TEST_EACH(a_yes_taken_back_before_play_counts_no_more, 2)
{
    static const uint8_t words[] = {IAC, DO, 1, IAC, DO, 3};
    const uint8_t taken_back[] = {IAC, DONT, _i == 0 ? 1 : 3};

    client_open(&ada, CLIENT_MUTE, server.port);
    client_send(&ada, words, sizeof words);
    expect_heard(&ada, "Name:");
    client_send(&ada, taken_back, sizeof taken_back);
    client_login(&ada, "ada");
    expect_heard(&ada, "d1 20/20>");
    ck_assert_msg(strchr(ada.heard, '\033') == NULL, "no screen: %s", client_tail(&ada));
    stop_server();
}

TEST(a_broken_protocol_gives_the_terminal_back)
{
    static const uint8_t compressed[] = {IAC, SB, MCCP2, IAC, SE};

    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_forget(&ada);
    client_send(&ada, compressed, sizeof compressed);
    expect_heard(&ada, "\033[?25h\033[?1049lYour client breaks the telnet protocol.");
    ck_assert(client_wait_closed(&ada, ANSWER_MS));
    client_close(&ada);
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    stop_server();
}

/*
 * From the first byte to play: names, passwords, words at the prompt, and which presentation a
 * client gets.
 */
#include <string.h>

#include "content/goal.h"
#include "support/live/players.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum { OPTION_ECHO = 1, ANSWER_MS = 3000 };

static struct process server;
static struct client ada;
static struct client other;

static void set_up(void)
{
    process_init(&server);
    process_start(&server, (const char *const[]){"--seed", "11", NULL});
}

static void tear_down(void)
{
    client_close(&ada);
    client_close(&other);
    process_release(&server);
}

/* All clients hang up first: a stop with players is tested elsewhere. */
static void stop_server(void)
{
    client_close(&ada);
    client_close(&other);
    ck_assert_int_eq(process_stop(&server), 0);
}

/* Waits until the server says that it echoes, which hides typed text, or that it does not. */
static bool wait_echo(struct client *client, bool is_on)
{
    int64_t limit_us = stopwatch_deadline_us(ANSWER_MS);

    while (client->server_does[OPTION_ECHO] != is_on && !stopwatch_is_over(limit_us))
        client_pump(client, 10);
    return client->server_does[OPTION_ECHO] == is_on;
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_new_name_makes_a_delver_and_play_begins)
{
    client_open(&ada, CLIENT_XTERM, server.port);
    expect_heard(&ada, "Undercroft: 0 players online. New here? Type a name.\r\n"
                       "(help, who, watch, reader and quit also work here)\r\n" GOAL_SENTENCE
                       "\r\nName: ");
    expect_heard(&ada, "Name:");
    expect_answer(&ada, "ada", "No player is called Ada. Make a new one? (yes/no)");
    expect_answer(&ada, "yes", "Choose a password");
    expect_answer(&ada, client_password, "Once more:");
    client_say_line(&ada, client_password);
    ck_assert(client_wait_shown(&ada, "Depth 1", ANSWER_MS));
    ck_assert(client_shows_play(&ada, "ada"));
    stop_server();
}

/* Too long for a prompt in clients that keep a row for it; what is answered shows no line end. */
TEST(the_question_for_a_password_is_a_line_of_its_own)
{
    client_open(&ada, CLIENT_LINE, server.port);
    expect_heard(&ada, "Name:");
    expect_answer(&ada, "ada", "No player is called Ada. Make a new one? (yes/no)");
    expect_answer(&ada, "yes", "Choose a password (8 or more characters, used nowhere else):\r\n");
    expect_answer(&ada, "short", "else):\r\n");
    ck_assert_msg(strncmp(ada.heard, "That is too short", 17) == 0, "%s", client_tail(&ada));
    expect_answer(&ada, client_password, "Once more: ");
    ck_assert_str_eq(ada.heard, "Once more: ");
    stop_server();
}

TEST(a_known_name_asks_for_its_password_whatever_the_case)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_close(&ada);
    client_open(&ada, CLIENT_XTERM, server.port);
    expect_heard(&ada, "Name:");
    expect_answer(&ada, "ADA", "Password:");
    client_say_line(&ada, client_password);
    ck_assert(client_wait_shown(&ada, "Depth 1", ANSWER_MS));
    stop_server();
}

TEST(three_wrong_passwords_end_the_call_and_the_owner_plays_on)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_open(&other, CLIENT_XTERM, server.port);
    expect_heard(&other, "Name:");
    expect_answer(&other, "ada", "Password:");
    expect_answer(&other, "wrong password", "Password:");
    expect_answer(&other, "wrong again!", "Password:");
    client_say_line(&other, "and a third");
    ck_assert_msg(client_wait_closed(&other, ANSWER_MS), "three wrong passwords, still there:\n%s",
                  client_tail(&other));
    ck_assert(!ada.is_closed && client_shows_play(&ada, "ada"));
    client_close(&other);
    client_open(&other, CLIENT_XTERM, server.port);
    expect_heard(&other, "Name:");
    stop_server();
}

TEST(names_that_cannot_be_are_refused_with_a_reason)
{
    static const char *const names[] = {"ab",
                                        "abcdefghijklmnopq",
                                        "ada9",
                                        "ada lovelace",
                                        "\xc3\x84"
                                        "da",
                                        "a-b-c",
                                        "*",
                                        "a\xff\xff"
                                        "da"};

    client_open(&ada, CLIENT_XTERM, server.port);
    expect_heard(&ada, "Name:");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        expect_answer(&ada, names[i], "Name:");
        ck_assert_msg(strstr(ada.heard, "letters") != NULL, "'%s' is refused without a reason:\n%s",
                      names[i], client_tail(&ada));
    }
    expect_answer(&ada, "brom", "Make a new one?");
    stop_server();
}

TEST(a_name_being_made_elsewhere_is_made_once)
{
    struct client *both[] = {&ada, &other};

    for (int i = 0; i < 2; i++) {
        client_open(both[i], CLIENT_XTERM, server.port);
        expect_heard(both[i], "Name:");
        expect_answer(both[i], "ada", "(yes/no)");
        expect_answer(both[i], "yes", "Choose a password");
        expect_answer(both[i], client_password, "Once more:");
    }
    client_say_line(&ada, client_password);
    ck_assert(client_wait_shown(&ada, "Depth 1", ANSWER_MS));
    client_forget(&other);
    client_say_line(&other, client_password);
    expect_heard(&other, "taken");
    expect_heard(&other, "Name:");
    stop_server();
}

TEST(passwords_are_checked_for_length_and_for_slips)
{
    client_open(&ada, CLIENT_XTERM, server.port);
    expect_heard(&ada, "Name:");
    expect_answer(&ada, "ada", "(yes/no)");
    expect_answer(&ada, "perhaps", "(yes/no)");
    expect_answer(&ada, "yes", "Choose a password");
    expect_answer(&ada, "short", "Choose a password");
    expect_answer(&ada, "long enough", "Once more:");
    expect_answer(&ada, "not the same", "Choose a password");
    expect_answer(&ada, client_password, "Once more:");
    client_say_line(&ada, client_password);
    ck_assert(client_wait_shown(&ada, "Depth 1", ANSWER_MS));
    stop_server();
}

TEST(passwords_are_never_echoed_nor_logged)
{
    client_open(&other, CLIENT_LINE, server.port);
    expect_heard(&other, "Name:");
    expect_answer(&other, "brom", "(yes/no)");
    expect_answer(&other, "yes", "Choose a password");
    ck_assert_msg(wait_echo(&other, true), "typing shows at a password prompt");
    client_open(&ada, CLIENT_XTERM, server.port);
    expect_heard(&ada, "Name:");
    expect_answer(&ada, "ada", "(yes/no)");
    expect_answer(&ada, "yes", "Choose a password");
    client_wait_quiet(&ada, 50, ANSWER_MS);
    client_forget(&ada);
    client_type(&ada, client_password);
    client_wait_quiet(&ada, 100, ANSWER_MS);
    ck_assert_msg(ada.heard[0] == '\0', "something came back for a password: '%s'",
                  client_tail(&ada));
    client_say_line(&ada, "");
    expect_heard(&ada, "Once more:");
    ck_assert(!process_said(&server, "err", "correct") && !process_said(&server, "out", "correct"));
    stop_server();
}

TEST(words_work_at_the_name_prompt)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_open(&other, CLIENT_LINE, server.port);
    expect_heard(&other, "Undercroft: 1 player online.");
    expect_heard(&other, "Name:");
    expect_answer(&other, "help", "Name:");
    expect_answer(&other, "who", "Ada");
    expect_answer(&other, "watch", "Watch which player?");
    expect_answer(&other, "q", "Name:");
    expect_answer(&other, "reader", "Name:");
    client_say_line(&other, "quit");
    ck_assert(client_wait_closed(&other, ANSWER_MS));
    stop_server();
}

TEST(after_too_many_lines_the_question_is_asked_again)
{
    enum { LINES = 80 };
    char lines[LINES * 3];

    for (int i = 0; i < LINES; i++)
        memcpy(lines + i * 3, "1\r\n", 3);
    /* Many more than are earned while the server has the lines before it. */
    stop_server();
    process_start(&server, WORDS("--lines-per-second", "1", "--lines-burst", "10"));
    client_open(&ada, CLIENT_LINE, server.port);
    expect_heard(&ada, "Name:");
    client_send(&ada, lines, sizeof lines); /* in one piece, so that they come at once */
    expect_heard(&ada, "Too fast");
    int64_t limit_us = stopwatch_deadline_us(ANSWER_MS);
    while (strstr(strstr(ada.heard, "Too fast"), "Name:") == NULL) {
        ck_assert_msg(!stopwatch_is_over(limit_us), "nothing is asked any more: %s",
                      client_tail(&ada));
        client_pump(&ada, 10);
    }
    stop_server();
}

TEST(a_line_client_gets_lines_and_marked_prompts)
{
    client_enter(&other, CLIENT_LINE, server.port, "brom");
    client_wait_quiet(&other, 100, ANSWER_MS);
    ck_assert_msg(wait_echo(&other, false), "typing does not show in line mode");
    ck_assert_msg(!other.terminal.is_alternate && strstr(other.heard, "\x1b[?") == NULL,
                  "a line client got a screen");
    ck_assert_msg(other.prompts >= 5, "only %d prompts were marked", (int)other.prompts);
    expect_answer(&other, "look", "Depth 1");
    expect_answer(&other, "opne", "No command \"opne\". Did you mean: open?");
    expect_answer(&other, "who", "Brom");
    stop_server();
}

TEST(a_client_that_never_answers_gets_lines_too)
{
    client_open(&other, CLIENT_MUTE, server.port);
    expect_heard(&other, "Name:");
    client_login(&other, "brom");
    ck_assert_msg(!other.terminal.is_alternate && strstr(other.heard, "\x1b[?") == NULL,
                  "a client that never answered got a screen");
    expect_answer(&other, "look", "Depth 1");
    stop_server();
}

TEST(walls_are_lines_only_where_the_terminal_shows_them)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    ck_assert_msg(client_wait_shown(&ada, "\xe2\x94\x80", ANSWER_MS),
                  "no line of U+2500 on a UTF-8 terminal");
    client_enter(&other, CLIENT_XTERM_16, server.port, "brom");
    ck_assert_msg(client_wait_shown(&other, "#", ANSWER_MS), "no # on a plain terminal");
    stop_server();
}

TEST(a_window_of_nothing_counts_as_80x24)
{
    client_open(&ada, CLIENT_XTERM, server.port);
    expect_heard(&ada, "Name:");
    client_claim_window(&ada, 0, 0);
    client_login(&ada, "ada");
    client_wait_quiet(&ada, 100, ANSWER_MS);
    char row[TERMINAL_ROW_SIZE];
    terminal_row(&ada.terminal, 19, row);
    ck_assert_msg(strncmp(row, "Ada ", 4) == 0, "row 20 is not the status row: %s", row);
    client_claim_window(&ada, 65535, 65535);
    client_claim_window(&ada, 1, 1);
    client_resize(&ada, 80, 24);
    client_wait_quiet(&ada, 150, ANSWER_MS);
    terminal_row(&ada.terminal, 19, row);
    ck_assert_msg(strncmp(row, "Ada ", 4) == 0, "row 20 is not the status row: %s", row);
    stop_server();
}

TEST(a_window_too_small_asks_for_room_until_it_has_it)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_resize(&ada, 38, 10);
    ck_assert_msg(client_wait_shown(&ada, "40x12", ANSWER_MS) &&
                      terminal_find(&ada.terminal, "38x10") >= 0,
                  "38x10 is not told that 40x12 are needed");
    client_resize(&ada, 39, 11);
    ck_assert(client_wait_shown(&ada, "39x11", ANSWER_MS));
    client_resize(&ada, 40, 12);
    ck_assert(client_wait_shown(&ada, "Depth 1", ANSWER_MS));
    ck_assert(client_shows_play(&ada, "ada"));
    stop_server();
}

/*
 * A player who is always a little ahead of the prompts loses nothing, and the last word on an
 * option counts until play begins. The case typed_ahead has the rest.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/players.h"
#include "support/live/process.h"
#include "support/test.h"

enum { ANSWER_MS = 3000, IAC = 255, DONT = 254, DO = 253 };

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

/* The client hangs up first. */
static void stop_server(void)
{
    client_close(&ada);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST_FIXTURE(set_up, tear_down);

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

/*
 * Every way out: what the player is told, what their terminal looks like afterwards, and what of
 * them stays below.
 */
#include <signal.h>
#include <string.h>

#include "support/live/client.h"
#include "support/live/process.h"
#include "support/test.h"

enum { ANSWER_MS = 3000 };

static struct process server;
static struct client ada;
static struct client brom;

static void set_up(void)
{
    process_init(&server);
    process_start(&server,
                  (const char *const[]){"--seed", "11", "--link-death-seconds", "2", NULL});
}

static void tear_down(void)
{
    client_close(&ada);
    client_close(&brom);
    process_release(&server);
}

/* Whether `text` came shortly before the way back to the normal screen: a terminal that remembers
   attributes with the cursor would hide that they were never put back. */
static bool came_before_the_end(const struct client *client, const char *text)
{
    enum { SHORTLY = 32 };
    const char *end = strstr(client->heard, "\x1b[?1049l");
    char before[SHORTLY + 1] = "";

    if (end == NULL)
        return false;
    size_t length =
        (size_t)(end - client->heard) < SHORTLY ? (size_t)(end - client->heard) : SHORTLY;
    memcpy(before, end - length, length);
    return strstr(before, text) != NULL;
}

/* The line is closed, the terminal is as it was before play, and the last words can be read. */
static void expect_restored(struct client *client, const char *last_words)
{
    ck_assert_msg(client_wait_closed(client, ANSWER_MS), "the line stays open");
    ck_assert_msg(!client->terminal.is_alternate, "the terminal stays in the alternate screen");
    ck_assert_msg(client->terminal.is_cursor_shown && came_before_the_end(client, "\x1b[?25h"),
                  "the cursor stays hidden");
    ck_assert_msg(
        terminal_pen_is_plain(&client->terminal) &&
            (came_before_the_end(client, "\x1b[m") || came_before_the_end(client, "\x1b[0m")),
        "colours stay in force");
    ck_assert_msg(came_before_the_end(client, "\x1b[?7h"), "wrapping stays off");
    ck_assert_msg(terminal_find(&client->terminal, last_words) >= 0,
                  "'%s' cannot be read on the normal screen", last_words);
}

static void expect_kept_after(const char *keys)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_forget(&ada);
    client_type(&ada, keys);
    expect_restored(&ada, "kept");
    client_close(&ada);
}

TEST_FIXTURE(set_up, tear_down);

TEST(quitting_restores_the_terminal_and_says_what_is_kept)
{
    expect_kept_after("Q");
    expect_kept_after("\x04");
    expect_kept_after(":quit\r");
    expect_kept_after("jjjjQ");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(quitting_in_line_mode_says_what_is_kept)
{
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    client_forget(&brom);
    client_say_line(&brom, "quit");
    ck_assert(client_wait_closed(&brom, ANSWER_MS));
    ck_assert_msg(strstr(brom.heard, "kept") != NULL, "no word of what is kept:\n%s",
                  client_tail(&brom));
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_stopping_server_tells_players_and_restores_their_terminals)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_enter(&brom, CLIENT_XTERM_16, server.port, "brom");
    client_forget(&ada);
    client_forget(&brom);
    kill(server.pid, SIGTERM);
    expect_restored(&ada, "server");
    expect_restored(&brom, "server");
    ck_assert_int_eq(process_wait(&server), 0);
}

TEST(a_stopping_server_does_not_wait_for_players_who_do_not_read)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_open(&brom, CLIENT_MUTE, server.port);
    for (int i = 0; i < 200; i++)
        client_type(&ada, "\x0c?");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_new_login_takes_over_where_the_old_one_stood)
{
    char before[TERMINAL_ROW_SIZE * 24];
    char after[TERMINAL_ROW_SIZE * 24];

    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_type(&ada, "hhjjll");
    client_wait_quiet(&ada, 400, ANSWER_MS);
    client_resize(&ada, 80, 24); /* centred, as who comes back sees it */
    client_wait_quiet(&ada, 200, ANSWER_MS);
    terminal_text(&ada.terminal, 0, 19, before, sizeof before);
    client_enter(&brom, CLIENT_XTERM, server.port, "ada");
    expect_restored(&ada, "taken over");
    client_wait_quiet(&brom, 200, ANSWER_MS);
    terminal_text(&brom.terminal, 0, 19, after, sizeof after);
    ck_assert_msg(strcmp(before, after) == 0, "another view after taking over:\n%.3000s\n%.3000s",
                  before, after);
    client_type(&brom, "\x17");
    ck_assert(client_wait_shown(&brom, "1 player online", ANSWER_MS));
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_broken_line_leaves_the_body_for_a_while)
{
    client_enter(&brom, CLIENT_XTERM, server.port, "brom");
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_close(&ada);
    ck_assert_msg(client_wait_shown(&brom, "has lost connection", ANSWER_MS),
                  "nobody sees that a line broke");
    client_type(&brom, "\x17");
    ck_assert_msg(client_wait_shown(&brom, "(away)", ANSWER_MS), "the body is not there any more");
    client_type(&brom, "\x1b");
    ck_assert_msg(client_wait_shown(&brom, "Ada leaves the dungeon.", ANSWER_MS + 2000),
                  "the body stays for ever");
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    ck_assert_int_eq(process_stop(&server), 0);
}

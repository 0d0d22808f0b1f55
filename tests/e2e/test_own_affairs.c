/*
 * A password that was changed is on disk when it is said so. The case own_affairs has what else
 * players settle for themselves.
 */
#include <string.h>

#include "support/live/players.h"
#include "support/test.h"

enum { ANSWER_MS = 5000, OPTION_ECHO = 1 };

static const char new_password[] = "quite another one";

static struct process server;
static struct client ada;
static struct client *const players[] = {&ada, NULL};

static void start(void)
{
    process_start(&server, (const char *const[]){"--seed", "3", "--tick-ms", "10", NULL});
}

static void set_up(void)
{
    process_init(&server);
    process_use_slow_disk(&server);
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

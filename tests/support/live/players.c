/*
 * A few who play on one server.
 */
#include "support/live/players.h"

#include <check.h>
#include <string.h>

#include "support/live/stopwatch.h"

enum { SCREEN_SIZE = 16 * 1024, SETTLED_MS = 150 };

void expect_heard_within(struct client *client, const char *text, int ms)
{
    ck_assert_msg(client_wait_heard(client, text, ms), "'%s' is not said, but:\n%s", text,
                  client_tail(client));
}

void expect_heard(struct client *client, const char *text)
{
    expect_heard_within(client, text, CLIENT_WAIT_MS);
}

void expect_shown_within(struct client *client, const char *text, int ms)
{
    static char screen[SCREEN_SIZE];

    if (client_wait_shown(client, text, ms))
        return;
    terminal_text(&client->terminal, 0, client->terminal.height, screen, sizeof screen);
    ck_abort_msg("'%s' is not shown, but:\n%.4000s", text, screen);
}

void expect_shown(struct client *client, const char *text)
{
    expect_shown_within(client, text, CLIENT_WAIT_MS);
}

bool players_is_shown(struct client *client, const char *text)
{
    client_wait_quiet(client, SETTLED_MS, CLIENT_WAIT_MS);
    return terminal_find(&client->terminal, text) >= 0;
}

void expect_answer(struct client *client, const char *line, const char *answer)
{
    client_forget(client);
    client_say_line(client, line);
    ck_assert_msg(client_wait_heard(client, answer, CLIENT_WAIT_MS), "%s: no '%s' in:\n%s", line,
                  answer, client_tail(client));
}

void players_call(struct client *client, int port, int host, const char *name)
{
    client_close(client);
    client_open_from(client, CLIENT_LINE, port, host, 0);
    expect_heard(client, "Name:");
    expect_answer(client, name, "Password:");
}

void expect_prompt(struct client *client, const char *line)
{
    int64_t limit_us = stopwatch_deadline_us(CLIENT_WAIT_MS);

    uint64_t before = client->prompts;
    client_say_line(client, line);
    while (client->prompts == before) {
        ck_assert_msg(!stopwatch_is_over(limit_us), "no prompt:\n%s", client_tail(client));
        client_pump(client, 10);
    }
    /* The prompt may be that of an earlier line: then another one is still under way. */
    client_wait_quiet(client, 0, CLIENT_WAIT_MS);
}

int players_count_heard(const struct client *client, const char *text)
{
    int count = 0;

    for (const char *at = client->heard; (at = strstr(at, text)) != NULL; at++)
        count++;
    return count;
}

void players_hang_up(struct client *const *players)
{
    for (; *players != NULL; players++)
        client_close(*players);
}

void players_stop(struct client *const *players, struct process *server)
{
    players_hang_up(players);
    ck_assert_int_eq(process_stop(server), 0);
}

void players_release(struct client *const *players, struct process *server)
{
    players_hang_up(players);
    process_release(server);
}

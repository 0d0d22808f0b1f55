/*
 * What an operator reads: the log ties a connection to a name and says how each visit ended, and
 * answers fit into 80 columns and say what they mean.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/console.h"
#include "support/live/players.h"
#include "support/test.h"

enum { ANSWER_MS = 5000 };

static struct process server;
static struct console console;
static struct client ada;
static struct client brom;
static struct client *const players[] = {&ada, &brom, NULL};

static void set_up(void)
{
    process_init(&server);
    process_start(&server, (const char *const[]){"--seed", "3", "--tick-ms", "10", NULL});
    console_init(&console, UNDERCROFTCTL_PATH, &server);
}

static void tear_down(void)
{
    console_release(&console);
    players_release(players, &server);
}

TEST_FIXTURE(set_up, tear_down);

TEST(the_log_says_who_came_and_how_they_went)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    process_expect_said(&server, "err",
                        "\"event\":\"play.begin\",\"name\":\"Ada\",\"serial\":1,\"address\"");
    client_say_line(&ada, "quit");
    ck_assert(client_wait_closed(&ada, ANSWER_MS));
    process_expect_said(&server, "err",
                        "\"play.end\",\"name\":\"Ada\",\"serial\":1,\"reason\":\"quit\"");
    process_expect_said(&server, "err", "\"conn.close\",\"serial\":1,\"reason\":\"quit\"");

    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    client_close(&brom);
    process_expect_said(&server, "err",
                        "\"play.end\",\"name\":\"Brom\",\"serial\":2,\"reason\":\"line-lost\"");

    players_call(&ada, server.port, 1, "ada");
    expect_answer(&ada, "no such password", "Wrong password.");
    expect_answer(&ada, "no such password", "Wrong password.");
    client_say_line(&ada, "no such password");
    ck_assert(client_wait_closed(&ada, ANSWER_MS));
    process_expect_said(&server, "err",
                        "\"conn.close\",\"serial\":3,\"reason\":\"wrong-password\"");
    players_stop(players, &server);
}

TEST(a_takeover_and_a_stop_are_told_as_such)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    client_enter(&brom, CLIENT_LINE, server.port, "ada");
    process_expect_said(&server, "err",
                        "\"play.end\",\"name\":\"Ada\",\"serial\":1,\"reason\":\"taken-over\"");
    ck_assert_int_eq(process_stop(&server), 0);
    process_expect_said(&server, "err",
                        "\"play.end\",\"name\":\"Ada\",\"serial\":2,\"reason\":\"stopped\"");
    process_expect_said(&server, "err",
                        "\"event\":\"stop.done\",\"outcome\":\"saved and stopped\"}\n");
}

TEST(who_tells_idle_round_trip_and_size)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_resize(&ada, 100, 30);
    console_await(&console, (const char *const[]){"who", NULL}, "100x30");
    console_expect(&console, (const char *const[]){"who", NULL}, 0,
                   "name  state  depth  mode    size    idle  round trip");
    console_expect(&console, (const char *const[]){"--json", "who", NULL}, 0, "\"idle_seconds\":");
    ck_assert_ptr_nonnull(strstr(console.out, "\"round_trip_ms\":"));
    ck_assert_ptr_nonnull(strstr(console.out, "\"size\":\"100x30\""));
    players_stop(players, &server);
}

TEST(levels_are_a_table_and_status_explains_itself)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    console_await(&console, (const char *const[]){"level", "list", NULL}, "84x40");
    ck_assert_msg(strncmp(console.out, "depth  wing  name ", 18) == 0, "%s", console.out);
    ck_assert_uint_le(strcspn(console.out, "\n"), 80);
    console_expect(&console, (const char *const[]){"status", NULL}, 0, "seed             3\n");
    ck_assert_ptr_nonnull(strstr(console.out, "that began later than they should"));
    console_expect(&console, (const char *const[]){"--json", "status", NULL}, 0, "\"late_ticks\":");
    players_stop(players, &server);
}

TEST(a_code_comes_with_what_to_do_with_it)
{
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    console_expect(&console, (const char *const[]){"password", "ada", NULL}, 0,
                   "The player types this code in place of the password, then chooses a new one.");
    players_stop(players, &server);
}

TEST(moving_leaves_the_map_in_view)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    console_expect(&console, (const char *const[]){"role", "ada", "admin", NULL}, 0, "admin");
    expect_shown(&ada, "You are an admin now");
    client_type(&ada, "@bring brom\r");
    expect_shown(&ada, "Sent. Brom is on depth 1, wing 0.");
    ck_assert_int_lt(terminal_find(&ada.terminal, "-- any key --"), 0);
    players_stop(players, &server);
}

TEST(sent_means_arrived_though_the_level_had_to_be_made_first)
{
    char depth[8];

    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    for (int i = 2; i <= 12; i++) {
        snprintf(depth, sizeof depth, "%d", i);
        console_expect(&console, (const char *const[]){"send", "ada", depth, NULL}, 0, "Sent.");
        console_expect(&console, (const char *const[]){"population", depth, NULL}, 0, "foes");
    }
    players_stop(players, &server);
}

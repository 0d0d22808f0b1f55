/*
 * Hints come once each and stop when they are turned off; the map after each step; travel to a
 * delver by name.
 */
#include <string.h>

#include "support/live/duo.h"
#include "support/test.h"

enum { ANSWER_MS = 5000, STEPS = 6 };

static const char delver_hint[] = "Another player is here: say talks to those who see you.";

static void set_up(void)
{
    duo_enter("many_rooms", CLIENT_LINE);
}

static void say(const char *line)
{
    expect_prompt(&ada, line);
    client_wait_quiet(&ada, 30, ANSWER_MS);
}

/* To and fro, whichever way is free. */
static void walk(void)
{
    for (int i = 0; i < STEPS; i++) {
        say(i % 2 == 0 ? "east" : "west");
        say(i % 2 == 0 ? "south" : "north");
    }
    client_wait_quiet(&ada, 150, ANSWER_MS);
}

TEST_FIXTURE(set_up, duo_release);

TEST(a_hint_comes_once)
{
    client_forget(&ada);
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    walk();
    ck_assert_msg(players_count_heard(&ada, delver_hint) == 1, "%d times:\n%s",
                  players_count_heard(&ada, delver_hint), client_tail(&ada));
    players_stop(players, &server);
}

TEST(a_hint_comes_not_again_in_the_next_visit)
{
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    walk();
    ck_assert_int_eq(players_count_heard(&ada, delver_hint), 1);
    client_say_line(&ada, "quit");
    ck_assert(client_wait_closed(&ada, ANSWER_MS));
    client_close(&ada);
    client_enter(&ada, CLIENT_LINE, server.port, "ada");
    walk();
    ck_assert_msg(players_count_heard(&ada, delver_hint) == 0, "%s", client_tail(&ada));
    players_stop(players, &server);
}

TEST(no_hint_comes_once_they_are_off)
{
    client_forget(&ada);
    say("set hints off");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    walk();
    ck_assert_msg(players_count_heard(&ada, delver_hint) == 0, "%s", client_tail(&ada));
    players_stop(players, &server);
}

TEST(a_map_follows_each_step_if_it_is_asked_for)
{
    client_forget(&ada);
    walk();
    ck_assert_msg(players_count_heard(&ada, "@") == 0 && players_count_heard(&ada, "You walk") > 0,
                  "%s", client_tail(&ada));
    say("set automap on");
    client_forget(&ada);
    walk();
    ck_assert_msg(players_count_heard(&ada, "@") >= players_count_heard(&ada, "You walk") &&
                      players_count_heard(&ada, "You walk") > 0,
                  "%s", client_tail(&ada));
    say("set automap off");
    client_forget(&ada);
    walk();
    ck_assert_int_eq(players_count_heard(&ada, "@"), 0);
    players_stop(players, &server);
}

TEST(travel_finds_a_delver_by_name)
{
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    for (int i = 0; i < STEPS; i++) {
        expect_prompt(&brom, "east");
    }
    client_forget(&ada);
    say("travel brom");
    ck_assert_msg(client_wait_heard(&ada, "Brom", ANSWER_MS) &&
                      players_count_heard(&ada, "Travel") == 0,
                  "%s", client_tail(&ada));
    expect_answer(&ada, "travel nobody", "obody");
    players_stop(players, &server);
}

/*
 * Sentences in plain English: what a player types, and the whole answer to it; and what operators
 * are told of their words.
 */
#include <string.h>

#include "support/live/console.h"
#include "support/live/duo.h"
#include "support/test.h"

static void set_up(void)
{
    duo_enter("near_stairs", CLIENT_LINE);
    expect_heard(&ada, "Saved.");
}

TEST_FIXTURE(set_up, duo_release);

TEST(a_player_is_answered_in_plain_words)
{
    static const char *const answers[][2] = {
        {"go bea", "You don't see \"bea\" here."},
        {"travel back", "You have no route to retrace yet."},
        {"travel down", "You haven't found the stairs down yet; explore looks for them."},
        {"travel up", "You reach the stairs up."},
        {"list lakes", "List what?"},
        {"list people", "You don't know of any here."},
        {"go 99", "There is no number 99; \"list\" shows the numbers."},
        {"go", "Go where? For example: go 3, go door."},
        {"tell bea hello", "Nobody called Bea is online."},
        {"where bea", "Nobody called Bea is online."},
        {"travel bea", "Nobody called Bea is online."},
        {"follow bea", "Nobody called Bea is online."},
        {"ignore bea", "Nobody called Bea is online."},
        {"party invite bea", "Nobody called Bea is online."},
        {"go to bea", "You don't see \"bea\" here."},
        {"set foo", "No setting \"foo\". Type set to list them."},
        {"set", "Change: set colour 256. Explain: set colour."},
        {"set", "Restore the defaults: set reset."},
        {"set mode", "mode: line (how the game is shown; screen, line or reader)."},
        {"set camera", "(how the map follows you: it moves near its edge, "},
        {"set memory", "(how the map shows what is out of sight; "},
        {"set steps", "(what a step of yours says in line and reader mode; "},
        {"set punctuation", "a prompt before what you type; "},
        {"set keepalive", "(sends a keep-alive so that idle connections are not cut; "},
        {"set reset", "All settings are back to their defaults, except mode."},
        {"cancel", "Nothing to cancel."},
        {"who", "1 player online"},
    };

    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++)
        expect_answer(&ada, answers[i][0], answers[i][1]);
    players_stop(players, &server);
}

TEST(a_lost_connection_and_a_departure_are_told)
{
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    expect_answer(&brom, "tell ada hello", "You tell Ada");
    client_forget(&ada);
    client_close(&brom);
    expect_heard(&ada, "Brom has lost connection.");
    expect_answer(&ada, "tell brom hello", "Brom is disconnected and can't hear you.");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    client_forget(&ada);
    client_say_line(&brom, "quit");
    expect_heard(&ada, "Brom leaves the dungeon.");
    expect_answer(&ada, "reply hello", "Brom has left; you can't reply.");
    players_stop(players, &server);
}

TEST(operators_read_what_their_words_do)
{
    static struct console console;

    console_init(&console, UNDERCROFTCTL_PATH, &server);
    console_expect(&console, WORDS("help", "level"), 0,
                   "closes a level; people may leave but not enter");
    console_expect(&console, WORDS("help", "level"), 0, "restores the previous version of a level");
    console_expect(&console, WORDS("help", "level"), 0, "cancels a pending change of a level");
    console_expect(&console, WORDS("status"), 0, "\ndisk             ok\n");
    ck_assert_ptr_nonnull(strstr(console.out, "\nbackups          ok\n"));
    console_expect(&console, WORDS("set", "backup-minutes", "0"), 0, "backup-minutes");
    console_expect(&console, WORDS("status"), 0, "\nbackups          off; on request only\n");
    ck_assert_ptr_nonnull(strstr(console.out, "\ndisk             ok\n"));
    console_expect(&console, WORDS("send", "ada", "2"), 0, "Sent.");
    expect_heard(&ada, "An administrator moves you to ");
    console_expect(&console, WORDS("kick", "ada"), 0, "Kicked.");
    console_release(&console);
    players_stop(players, &server);
}

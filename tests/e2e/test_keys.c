/*
 * Keys of screen mode: a walk from level to level by exploring, and the colour of what is told to
 * one alone. The case keys has the rest.
 */
#include "support/live/duo.h"
#include "support/live/explorer.h"
#include "support/test.h"

enum { EXPLORES_MAX = 200 };

static void set_up(void)
{
    duo_enter("many_rooms", CLIENT_XTERM);
}

TEST_FIXTURE(set_up, duo_release);

TEST(exploring_and_travelling_lead_to_the_stairs_and_down)
{
    ck_assert_msg(explorer_travel_down(&ada, EXPLORES_MAX), "no way to the stairs");
    expect_shown(&ada, "You reach the stairs down.");
    client_type(&ada, ">");
    expect_shown(&ada, "Depth 2");
    players_stop(players, &server);
}

static VTermColor colour_of(const struct client *client, const char *text)
{
    int y = terminal_find(&client->terminal, text);

    ck_assert_int_ge(y, 0);
    return terminal_look_at(&client->terminal, 0, y).colour;
}

TEST(what_is_told_to_one_alone_has_a_colour_of_its_own)
{
    client_enter(&brom, CLIENT_XTERM, server.port, "brom");
    client_type(&brom, ":shout to all\r:tell ada to one\r");
    expect_shown(&ada, "Brom shouts: \"to all\"");
    expect_shown(&ada, "Brom tells you: \"to one\"");
    VTermColor shouted = colour_of(&ada, "Brom shouts:");
    VTermColor told = colour_of(&ada, "Brom tells you:");
    ck_assert(!vterm_color_is_equal(&shouted, &told));
    players_stop(players, &server);
}

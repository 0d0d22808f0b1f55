/*
 * Keys of screen mode that set something going, ask for more, or open the map.
 */
#include <string.h>

#include "support/live/duo.h"
#include "support/live/explorer.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum { ANSWER_MS = 5000, WALK_MS = 30000, EXPLORES_MAX = 200, SCREEN_SIZE = 16 * 1024 };

static void set_up(void)
{
    duo_enter("many_rooms", CLIENT_XTERM);
}

TEST_FIXTURE(set_up, duo_release);

TEST(the_status_row_tells_what_goes_on_and_a_key_stops_it)
{
    client_enter(&brom, CLIENT_XTERM, server.port, "brom"); /* so that it takes a while */
    client_type(&ada, "Z");
    expect_shown(&ada, " resting");
    client_type(&ada, "\x1b");
    expect_shown(&ada, "You stop.");
    ck_assert_msg(!players_is_shown(&ada, "resting"), "it still goes on");
    ck_assert_msg(!players_is_shown(&ada, "queued"), "Esc says more than that it stops");
    client_type(&ada, "o");
    expect_shown(&ada, " exploring");
    players_stop(players, &server);
}

/* Nothing else of the row changes with it. */
TEST(the_status_row_tells_at_once_that_one_sneaks)
{
    client_type(&ada, "S");
    expect_shown(&ada, "Depth 1 sneaking");
    client_type(&ada, "S");
    expect_shown(&ada, "You walk as always again.");
    client_wait_quiet(&ada, 200, ANSWER_MS);
    ck_assert_msg(!players_is_shown(&ada, "sneaking"), "the row still tells of it");
    players_stop(players, &server);
}

TEST(a_key_that_stops_what_goes_on_is_then_obeyed)
{
    client_enter(&brom, CLIENT_XTERM, server.port, "brom");
    client_type(&ada, ":wait 900\r");
    expect_shown(&ada, " waiting");
    client_type(&ada, "Z");
    expect_shown(&ada, " resting");
    client_type(&ada, "_<");
    expect_shown(&ada, "You reach the stairs up.");
    ck_assert_msg(!players_is_shown(&ada, "You stop."), "doing something else tells of stopping");
    client_type(&ada, "Z");
    expect_shown(&ada, " resting");
    client_type(&ada, "C");
    expect_shown(&ada, "0 steps walked.");
    ck_assert_msg(players_is_shown(&ada, "You stop."), "a question alone is silent about it");
    players_stop(players, &server);
}

TEST(the_same_end_of_a_walk_again_takes_no_row_of_the_log)
{
    client_type(&ada, "_<");
    expect_shown(&ada, "You reach the stairs up.");
    client_type(&ada, "_<");
    expect_shown(&ada, "You reach the stairs up. (x2)");
    players_stop(players, &server);
}

TEST(exploring_and_travelling_lead_to_the_stairs_and_down)
{
    ck_assert_msg(explorer_travel_down(&ada, EXPLORES_MAX), "no way to the stairs");
    expect_shown(&ada, "You reach the stairs down.");
    client_type(&ada, ">");
    expect_shown(&ada, "Depth 2");
    players_stop(players, &server);
}

TEST(shifted_arrows_and_capitals_run)
{
    static const char *const keys[] = {"\x1b[1;2C", "\x1b[1;2B", "\x1b[1;2D", "\x1b[1;2A",
                                       "L",         "J",         "H",         "K"};
    bool has_run = false;

    client_type(&ada, ":set hints off\r");
    expect_shown(&ada, "hints are off.");
    client_type(&ada, "`");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        client_wait_quiet(&ada, 200, ANSWER_MS);
        int x = terminal_cursor_x(&ada.terminal);
        int y = terminal_cursor_y(&ada.terminal);
        client_type(&ada, keys[i]);
        client_wait_quiet(&ada, 300, WALK_MS);
        int dx = terminal_cursor_x(&ada.terminal) - x;
        int dy = terminal_cursor_y(&ada.terminal) - y;
        has_run = has_run || dx * dx + dy * dy > 2;
        ck_assert_msg(terminal_find(&ada.terminal, "Unknown key") < 0, "%zu is unknown", i);
    }
    ck_assert_msg(has_run, "nobody gets further than a step");
    players_stop(players, &server);
}

TEST(the_map_opens_scrolls_and_closes)
{
    char before[SCREEN_SIZE];
    char after[SCREEN_SIZE];

    client_wait_quiet(&ada, 200, ANSWER_MS);
    terminal_text(&ada.terminal, 0, 24, before, sizeof before);
    client_type(&ada, "M");
    expect_shown(&ada, "Map: the walking keys move");
    ck_assert_msg(!players_is_shown(&ada, "Depth 1"), "the status row is still there");
    client_type(&ada, "jjjjlllllll");
    client_wait_quiet(&ada, 200, ANSWER_MS);
    client_type(&ada, "<");
    client_wait_quiet(&ada, 200, ANSWER_MS);
    int x = terminal_cursor_x(&ada.terminal);
    int y = terminal_cursor_y(&ada.terminal);
    uint32_t shown = terminal_look_at(&ada.terminal, x, y).code_point;
    ck_assert_msg(shown == '<' || shown == '@', "the cursor is not on the stairs but on %c",
                  (int)shown);
    client_type(&ada, "\x1b");
    expect_shown(&ada, "Depth 1");
    client_wait_quiet(&ada, 200, ANSWER_MS);
    terminal_text(&ada.terminal, 0, 24, after, sizeof after);
    ck_assert_msg(strcmp(before, after) == 0, "before:\n%.1900s\nafter:\n%.1900s", before, after);
    players_stop(players, &server);
}

TEST(talk_has_keys)
{
    client_enter(&brom, CLIENT_XTERM, server.port, "brom");
    client_type(&ada, "\"");
    expect_shown(&ada, "Tell (name, then text):");
    client_type(&ada, "brom hello\r");
    expect_shown(&brom, "Ada tells you: \"hello\"");
    client_type(&brom, "R");
    expect_shown(&brom, "Reply:");
    client_type(&brom, "hello yourself\r");
    expect_shown(&ada, "Brom tells you: \"hello yourself\"");
    client_type(&brom, ":me waves\r");
    expect_shown(&ada, "Brom waves");
    players_stop(players, &server);
}

/* How many rows of the log begin so. */
static int rows_with(const struct client *client, const char *text)
{
    char screen[SCREEN_SIZE];
    int found = 0;

    terminal_text(&client->terminal, 0, 24, screen, sizeof screen);
    for (const char *at = screen; (at = strstr(at, text)) != NULL; at++)
        found++;
    return found;
}

TEST(the_same_doing_again_is_one_line_with_a_count)
{
    client_type(&ada, ":set hints off\r");
    expect_shown(&ada, "hints are off.");
    ck_assert_msg(!players_is_shown(&ada, "any key"), "one line stands before the map");
    /* An idle Esc says nothing, and does not come between. */
    client_type(&ada, "g`g`g");
    expect_shown(&ada, "Nothing lies here that you could pick up. (x3)");
    ck_assert_int_eq(rows_with(&ada, "Nothing lies here"), 1);
    ck_assert_int_eq(rows_with(&ada, "Nothing to cancel."), 0);
    client_type(&ada, ":last 12\r");
    expect_shown(&ada, "-- any key --");
    expect_shown(&ada, " Nothing lies here that you could pick up. (x3)");
    client_type(&ada, " ");

    /* What is said stays as it was said. */
    client_type(&ada, "'ho\r'ho\r");
    expect_shown(&ada, "You say: \"ho\"");
    client_wait_quiet(&ada, 200, ANSWER_MS);
    ck_assert_int_eq(rows_with(&ada, "You say: \"ho\""), 2);

    /* In lines, each is told by itself, and kept so. */
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    expect_answer(&brom, "set hints off", "hints are off.");
    for (int i = 0; i < 3; i++)
        client_say_line(&brom, "cancel");
    client_wait_quiet(&brom, 200, ANSWER_MS);
    client_say_line(&brom, "last 2");
    client_wait_quiet(&brom, 200, ANSWER_MS);
    ck_assert_msg(strstr(brom.heard, "(x") == NULL, "%s", client_tail(&brom));
    ck_assert_msg(client_wait_heard(&brom, "Nothing to cancel.\r\nNothing to cancel.", ANSWER_MS),
                  "%s", client_tail(&brom));
    players_stop(players, &server);
}

/* Of four rows none is wasted. */
TEST(the_log_has_a_row_for_a_staircase_and_none_for_doors_on_the_way_or_for_saving)
{
    ck_assert(!players_is_shown(&ada, "Saved."));
    ck_assert_msg(explorer_travel_down(&ada, EXPLORES_MAX), "no way to the stairs");
    client_type(&ada, ">");
    expect_shown(&ada, "You go down the stairs into ");
    client_wait_quiet(&ada, 300, ANSWER_MS);
    ck_assert_int_eq(rows_with(&ada, "You go down the stairs into "), 1);
    ck_assert_int_eq(rows_with(&ada, "You come "), 0);
    client_type(&ada, ":last 20\r");
    expect_shown(&ada, "-- any key --");
    ck_assert_int_eq(rows_with(&ada, "You open the door"), 0);
    ck_assert_int_eq(rows_with(&ada, "Saved."), 0);
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

/* `_` and G ask the same; what begins as a name goes on as a line. */
TEST(travel_asks_where_to)
{
    static const char *const keys[] = {"_", "G"};

    client_enter(&brom, CLIENT_XTERM, server.port, "brom");
    for (size_t i = 0; i < 2; i++) {
        client_type(&ada, keys[i]);
        expect_shown(&ada, "Travel where? > < _ back, or a name:");
        client_type(&ada, "bro");
        expect_shown(&ada, "Travel to: bro");
        client_type(&ada, "m\r");
        expect_shown(&ada, "You are beside Brom.");
        client_type(&ada, ":set hints off\r");
        expect_shown(&ada, "hints are off.");
        client_type(&ada, keys[i]);
        client_type(&ada, "<");
        expect_shown(&ada, "You reach the stairs up.");
    }
    client_type(&ada, "G");
    client_type(&ada, "0,0\r");
    expect_shown(&ada, "You know no way there.");
    client_type(&ada, "G");
    expect_shown(&ada, "Travel where?");
    client_type(&ada, "\x0c\x0b");
    expect_shown(&ada, "Never mind.");
    players_stop(players, &server);
}

static void expect_gone(struct client *client, const char *text)
{
    int64_t limit_us = stopwatch_deadline_us(ANSWER_MS);

    while (players_is_shown(client, text))
        ck_assert_msg(!stopwatch_is_over(limit_us), "%s stays", text);
}

struct key_answer {
    const char *key;
    const char *answer;
};

TEST(keys_have_the_meanings_that_are_promised)
{
    static const struct key_answer table[] = {
        {"\x18", "1 Stairs up, here."}, {";", "1 Stairs up, here."},
        {"\t", "1 Stairs up, here."},   {"\x17", "1 player online."},
        {"X", "Map: the walking"},      {"P", "-- any key --"},
        {"\x10", "-- any key --"},      {"R", "Reply: "},
    };

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        client_type(&ada, table[i].key);
        expect_shown(&ada, table[i].answer);
        client_type(&ada, "\x1b");
        expect_gone(&ada, table[i].answer);
    }
    client_type(&ada, "w");
    expect_shown(&ada, "You carry no other weapon.");
    client_type(&ada, "m");
    expect_shown(&ada, "You have no party.");
    client_type(&ada, "&");
    expect_shown(&ada, "Unknown key &. ? lists keys.");
    client_type(&ada, "\x03");
    expect_shown(&ada, "Q leaves; your place is kept.");
    players_stop(players, &server);
}

TEST(help_fits_the_smallest_common_screen)
{
    client_type(&ada, "?");
    expect_shown(&ada, "-- any key --");
    expect_shown(&ada, "Ctrl-X  things nearby");
    expect_shown(&ada, "x  look around");
    expect_shown(&ada, "C  character");
    client_type(&ada, " :commands\r");
    expect_shown(&ada, "-- any key --");
    expect_shown(&ada, "travel (_ G)");
    client_type(&ada, " ");
    client_type(&ada, "\x07");
    expect_shown(&ada, "Unknown key ^G. ? lists keys.");
    players_stop(players, &server);
}

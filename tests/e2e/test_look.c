/*
 * The look cursor: it walks over the map, tells what is under it, jumps from thing to thing, and
 * walks there; the game does not notice it. The same words are said in line mode.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/console.h"
#include "support/live/drawn.h"
#include "support/live/players.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum {
    ANSWER_MS = 5000,
    WALK_MS = 30000,
    SCREEN_SIZE = 16 * 1024,
    SMALL_WIDTH = 40,
    SMALL_HEIGHT = 12
};

static struct process server;
static struct console console;
static struct client ada;
static struct client brom;
static struct client *const players[] = {&ada, &brom, NULL};

/* A world whose first room has doors in view of the stairs. */
static void set_up(void)
{
    process_init(&server);
    drawn_start(&server, "many_rooms", WORDS("--seed", "3", "--tick-ms", "10"));
    console_init(&console, UNDERCROFTCTL_PATH, &server);
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_type(&ada, ":set hints off\r");
    expect_shown(&ada, "hints are off.");
    client_wait_quiet(&ada, 200, ANSWER_MS);
}

static void tear_down(void)
{
    console_release(&console);
    players_release(players, &server);
}

static void type(const char *keys)
{
    client_type(&ada, keys);
    client_wait_quiet(&ada, 150, ANSWER_MS);
}

/* The row that says what is under the cursor has that text, and begins with it if it is to. */
static void expect_in_row(const char *text, bool is_first)
{
    int64_t deadline_us = stopwatch_deadline_us(ANSWER_MS);
    char row[TERMINAL_ROW_SIZE];
    const char *found;

    do {
        client_pump(&ada, 10);
        terminal_row(&ada.terminal, ada.terminal.height - 1, row);
        found = strstr(row, text);
    } while ((found == NULL || (is_first && found != row)) && !stopwatch_is_over(deadline_us));
    ck_assert_msg(found != NULL && (!is_first || found == row), "\"%s\", not \"%s\"", row, text);
}

static void expect_row(const char *text)
{
    expect_in_row(text, true);
}

/* The cursor is gone; a key that came at once would be read as one with Alt. */
static void leave(void)
{
    int64_t deadline_us = stopwatch_deadline_us(ANSWER_MS);

    client_type(&ada, "\x1b");
    while (terminal_find(&ada.terminal, "Esc ends") >= 0 && !stopwatch_is_over(deadline_us))
        client_pump(&ada, 10);
    client_wait_quiet(&ada, 150, ANSWER_MS);
}

static void expect_moved(int x, int y, int dx, int dy)
{
    ck_assert_int_eq(terminal_cursor_x(&ada.terminal) - x, dx);
    ck_assert_int_eq(terminal_cursor_y(&ada.terminal) - y, dy);
}

TEST_FIXTURE(set_up, tear_down);

TEST(the_cursor_moves_and_says_what_is_under_it_and_esc_leaves_all_as_it_was)
{
    char before[SCREEN_SIZE];
    char after[SCREEN_SIZE];
    int x = terminal_cursor_x(&ada.terminal);
    int y = terminal_cursor_y(&ada.terminal);

    terminal_text(&ada.terminal, 0, 24, before, sizeof before);
    type("x");
    expect_row("Stairs up, here.");
    expect_moved(x, y, 0, 0);
    type("l");
    expect_row("Floor, 1 east.");
    expect_moved(x, y, 1, 0);
    type("\x1b[Ah");
    expect_row("Floor, 1 north.");
    expect_moved(x, y, 0, -1);
    type("j");
    type("L");
    expect_moved(x, y, 8, 0);
    type("\x1b[1;2D");
    expect_moved(x, y, 0, 0);
    type("Kq#");
    leave();
    terminal_text(&ada.terminal, 0, 24, after, sizeof after);
    ck_assert_msg(strcmp(before, after) == 0, "before:\n%.1900s\nafter:\n%.1900s", before, after);
    expect_moved(x, y, 0, 0);
    players_stop(players, &server);
}

TEST(far_off_the_view_scrolls_to_the_edge_of_the_level_and_comes_back)
{
    char before[SCREEN_SIZE];
    char after[SCREEN_SIZE];

    terminal_text(&ada.terminal, 0, 24, before, sizeof before);
    type("x");
    for (int i = 0; i < 4; i++)
        type("LLLLLLLJJJJ");
    expect_row("Unknown, ");
    terminal_text(&ada.terminal, 0, 19, after, sizeof after);
    ck_assert_msg(strchr(after, '@') == NULL, "the view stays:\n%s", after);
    ck_assert_int_eq(terminal_cursor_x(&ada.terminal), 79);
    type("x");
    terminal_text(&ada.terminal, 0, 24, after, sizeof after);
    ck_assert_msg(strcmp(before, after) == 0, "before:\n%.1900s\nafter:\n%.1900s", before, after);
    players_stop(players, &server);
}

TEST(tab_goes_from_thing_to_thing_and_enter_walks_there)
{
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    client_wait_quiet(&ada, 200, ANSWER_MS);
    type("x\t");
    expect_row("Brom, 1 ");
    type("-");
    expect_row("Stairs up, here.");
    type("+");
    expect_row("Brom, 1 ");
    leave();
    expect_answer(&brom, "north", "");
    type("x-");
    expect_in_row(" door, ", false);
    type("v");
    ck_assert_int_ge(terminal_find(&ada.terminal, " door, "), 20);
    ck_assert_int_lt(terminal_find(&ada.terminal, " door, "), 23);
    client_type(&ada, "\r");
    expect_shown_within(&ada, "You reach the open door.", WALK_MS);
    client_type(&ada, "x");
    expect_shown(&ada, "An open door, here.");
    players_stop(players, &server);
}

TEST(a_dot_walks_too_and_what_has_no_way_is_said)
{
    type("xll.");
    expect_shown(&ada, "You are there.");
    type("xH.");
    expect_shown(&ada, "You can't reach the ");
    type(":travel 0,0\r");
    expect_shown(&ada, "You know no way there.");
    type(":examine 2 east\r");
    expect_shown(&ada, "Floor, 2 east.");
    players_stop(players, &server);
}

/* Nothing that the cursor does is an action, and what others do only redraws. */
TEST(the_game_goes_on_beneath_it)
{
    char steps[TERMINAL_ROW_SIZE];

    type("C");
    snprintf(steps, sizeof steps, "depth 1, 0 steps walked.");
    expect_shown(&ada, steps);
    type(" ");
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    type("xlLjJ\t+-v");
    int x = terminal_cursor_x(&ada.terminal);
    int y = terminal_cursor_y(&ada.terminal);
    client_say_line(&brom, "say hello");
    expect_shown(&ada, "Brom says: \"hello\"");
    client_say_line(&brom, "travel ada");
    client_wait_quiet(&ada, 200, ANSWER_MS);
    expect_moved(x, y, 0, 0);
    leave();
    type("C");
    expect_shown(&ada, steps);
    players_stop(players, &server);
}

TEST(on_another_level_it_is_closed)
{
    type("xLL");
    expect_row("Unknown, 16 east.");
    console_expect(&console, (const char *const[]){"send", "ada", "2", NULL}, 0, "Sent.");
    expect_shown(&ada, "Depth 2");
    client_wait_quiet(&ada, 200, ANSWER_MS);
    ck_assert_int_eq(terminal_find(&ada.terminal, "Esc ends"), -1);
    players_stop(players, &server);
}

TEST(a_small_window_has_it_too)
{
    client_resize(&ada, SMALL_WIDTH, SMALL_HEIGHT);
    client_wait_quiet(&ada, 300, ANSWER_MS);
    type("x\t\t");
    expect_in_row(" door, ", false);
    type("KKKKKKKK");
    ck_assert_int_eq(terminal_cursor_y(&ada.terminal), 0);
    for (int i = 0; i < 30; i++)
        type("J");
    ck_assert_int_eq(terminal_cursor_y(&ada.terminal), SMALL_HEIGHT - 4);
    client_resize(&ada, 39, SMALL_HEIGHT);
    expect_shown(&ada, "39x12");
    client_resize(&ada, 80, 24);
    client_wait_quiet(&ada, 300, ANSWER_MS);
    leave();
    expect_shown(&ada, "Depth 1");
    players_stop(players, &server);
}

TEST(examine_says_the_same_in_lines_and_to_readers)
{
    client_enter(&brom, CLIENT_LINE, server.port, "brom");
    expect_answer(&brom, "examine 1 west", ", 1 west.");
    expect_answer(&brom, "examine here", ", here.");
    expect_answer(&brom, "examine 200 east", "Unknown, 200 east.");
    expect_answer(&brom, "examine stairs", "Stairs up.");
    expect_answer(&brom, "examine", "1 ");
    expect_answer(&brom, "set mode reader", "Type n, ne, e");
    expect_answer(&brom, "examine 200 east", "Unknown, 200 east.");
    expect_answer(&brom, "examine", "1 ");
    players_stop(players, &server);
}

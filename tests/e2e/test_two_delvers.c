/*
 * Two delvers in one dungeon: each sees what the other does.
 */
#include <string.h>

#include "support/live/client.h"
#include "support/live/explorer.h"
#include "support/live/process.h"
#include "support/test.h"
#include "term/layout.h"

enum { ANSWER_MS = 3000, STEPS_MAX = 600, WIDTH = 120, HEIGHT = 66, SCREEN_SIZE = 32 * 1024 };

static struct process server;
static struct client ada;
static struct client brom;
static struct rng rng;

static void set_up(void)
{
    rng_init(&rng, 5);
    process_init(&server);
    process_start(&server, (const char *const[]){"--seed", "3", "--tick-ms", "10", NULL});
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    client_enter(&brom, CLIENT_XTERM, server.port, "brom");
    /* Windows that show a level whole: nobody has to guess what lies beyond the edge. */
    client_resize(&ada, WIDTH, HEIGHT);
    client_resize(&brom, WIDTH, HEIGHT);
}

static void tear_down(void)
{
    client_close(&ada);
    client_close(&brom);
    process_release(&server);
}

/* All clients hang up first: a stop with players is tested elsewhere. */
static void stop_server(void)
{
    client_close(&ada);
    client_close(&brom);
    ck_assert_int_eq(process_stop(&server), 0);
}

static void settle(void)
{
    struct client *both[] = {&ada, &brom};

    client_pump_all(both, 2, 150);
}

static void expect_shown(struct client *client, const char *text)
{
    char screen[SCREEN_SIZE];

    if (client_wait_shown(client, text, ANSWER_MS))
        return;
    terminal_text(&client->terminal, 0, HEIGHT, screen, sizeof screen);
    ck_abort_msg("'%s' is not shown, but:\n%.4000s", text, screen);
}

/* Number of bodies that this screen shows besides its player's, and the place of the last. */
static int others_on(const struct client *client, int *out_x, int *out_y)
{
    const struct terminal *terminal = &client->terminal;
    struct layout layout = layout_of(terminal->width, terminal->height);
    int count = 0;

    for (int y = 0; y < layout.map.height; y++) {
        for (int x = 0; x < layout.map.width; x++) {
            bool is_self = x == terminal_cursor_x(terminal) && y == terminal_cursor_y(terminal);
            if (is_self || terminal_look_at(terminal, x, y).code_point != '@')
                continue;
            count++;
            *out_x = x;
            *out_y = y;
        }
    }
    return count;
}

static bool is_beside_other(const struct client *client)
{
    int x = 0;
    int y = 0;

    if (others_on(client, &x, &y) != 1)
        return false;
    int dx = x - terminal_cursor_x(&client->terminal);
    int dy = y - terminal_cursor_y(&client->terminal);
    return dx * dx + dy * dy <= 2;
}

/* Looks for the other and walks up to them. */
static void come_close(struct client *client)
{
    for (int i = 0; i < STEPS_MAX; i++) {
        if (is_beside_other(client)) {
            settle();
            if (is_beside_other(client))
                return;
        }
        if (!explorer_step(client, '@', &rng) && !explorer_step(client, EXPLORE_UNKNOWN, &rng))
            explorer_step(client, EXPLORE_ANYWHERE, &rng);
    }
    ck_abort_msg("the other is not found");
}

/* One finds the way, the other comes after. */
static void go_together(int goal)
{
    char screen[SCREEN_SIZE];

    if (!explorer_reach(&ada, goal, STEPS_MAX, &rng)) {
        terminal_text(&ada.terminal, 0, HEIGHT, screen, sizeof screen);
        ck_abort_msg("'%c' is not found:\n%.4000s", goal, screen);
    }
    come_close(&brom);
}

TEST_FIXTURE(set_up, tear_down);

TEST(delvers_see_each_other_come_and_move)
{
    int x = 0;
    int y = 0;

    expect_shown(&ada, "Brom appears.");
    settle();
    ck_assert_int_eq(others_on(&ada, &x, &y), 1);
    ck_assert_int_eq(others_on(&brom, &x, &y), 1);
    int before_x = x;
    int before_y = y;
    ck_assert(explorer_step(&ada, EXPLORE_ANYWHERE, &rng));
    settle();
    if (others_on(&brom, &x, &y) == 1)
        ck_assert_msg(x != before_x || y != before_y, "the other's step does not show");
    client_type(&ada, "\x17");
    expect_shown(&ada, "2 players online");
    stop_server();
}

TEST(what_one_says_the_other_reads)
{
    client_type(&ada, "'caf\xc3\xa9 at the stairs\r");
    expect_shown(&brom, "Ada says: \"caf\xc3\xa9 at the stairs\"");
    expect_shown(&ada, "You say: \"caf\xc3\xa9 at the stairs\"");
    client_type(&brom, ":say \x1b[31mred\r");
    settle();
    stop_server();
}

TEST(a_line_client_reads_what_a_screen_client_does)
{
    client_close(&brom);
    client_enter(&brom, CLIENT_LINE, server.port, "cyd");
    client_forget(&brom);
    client_type(&ada, "'hello\r");
    ck_assert_msg(client_wait_heard(&brom, "Ada says: \"hello\"", ANSWER_MS), "heard:\n%s",
                  client_tail(&brom));
    client_say_line(&brom, "say hello yourself");
    expect_shown(&ada, "Cyd says: \"hello yourself\"");
    stop_server();
}

/* The way from the cursor to the neighbouring glyph, as a key; 0: none. */
static char way_to(const struct client *client, uint32_t glyph)
{
    static const struct {
        char key;
        int dx;
        int dy;
    } ways[] = {{'k', 0, -1}, {'j', 0, 1}, {'h', -1, 0}, {'l', 1, 0}};
    const struct terminal *terminal = &client->terminal;

    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        int x = terminal_cursor_x(terminal) + ways[i].dx;
        int y = terminal_cursor_y(terminal) + ways[i].dy;
        if (x >= 0 && y >= 0 && x < terminal->width && y < terminal->height &&
            terminal_look_at(terminal, x, y).code_point == glyph)
            return ways[i].key;
    }
    return 0;
}

TEST(one_opens_and_closes_a_door_and_the_other_sees_it)
{
    char keys[2] = {0};

    go_together('+');
    keys[0] = way_to(&ada, '+');
    ck_assert_msg(keys[0] != 0, "no closed door beside");
    client_type(&ada, keys);
    expect_shown(&ada, "You open the door.");
    settle();
    ck_assert_int_lt(terminal_find(&brom.terminal, "Ada opens the door"), 0);
    ck_assert_msg(way_to(&ada, '\'') == keys[0], "the open door does not show as '");
    client_type(&ada, "c");
    settle();
    if (terminal_find(&ada.terminal, "which direction") >= 0)
        client_type(&ada, keys);
    expect_shown(&ada, "You close the door.");
    settle();
    ck_assert_int_lt(terminal_find(&brom.terminal, "Ada closes the door"), 0);
    ck_assert_msg(way_to(&ada, '+') == keys[0], "the closed door does not show as +");
    stop_server();
}

TEST(who_follows_is_not_told_of_each_door_on_the_way)
{
    char keys[2] = {0};

    go_together('+');
    keys[0] = way_to(&ada, '+');
    ck_assert_msg(keys[0] != 0, "no closed door beside");
    client_type(&brom, ":follow ada\r");
    expect_shown(&brom, "You follow Ada.");
    client_type(&ada, keys);
    expect_shown(&ada, "You open the door.");
    settle();
    ck_assert_int_lt(terminal_find(&brom.terminal, "Ada opens the door"), 0);
    stop_server();
}

TEST(one_goes_by_the_stairs_and_the_other_sees_it)
{
    int x = 0;
    int y = 0;

    go_together('>');
    client_type(&ada, ">");
    expect_shown(&brom, "Ada goes down the stairs.");
    settle();
    ck_assert_msg(others_on(&brom, &x, &y) == 0, "who went still shows");
    expect_shown(&ada, "Depth 2");
    ck_assert_int_eq(others_on(&ada, &x, &y), 0);
    client_type(&ada, "<");
    expect_shown(&brom, "Ada comes up the stairs.");
    expect_shown(&ada, "Depth 1");
    settle();
    ck_assert_int_eq(others_on(&brom, &x, &y), 1);
    client_type(&ada, "Q");
    expect_shown(&brom, "Ada leaves the dungeon.");
    stop_server();
}

/*
 * Watching: others see what a delver sees, and nothing else; they touch nothing, and the watched
 * player has the last word.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/console.h"
#include "support/live/explorer.h"
#include "support/live/light_client.h"
#include "support/live/players.h"
#include "support/live/process.h"
#include "support/live/program.h"
#include "support/test.h"
#include "term/hud.h"

enum {
    ANSWER_MS = 5000,
    STEPS_MAX = 400,
    WIDTH = 140,
    HEIGHT = 75,
    MAP_SIZE = (WIDTH * 4 + 1) * HEIGHT + 1,
    PER_DELVER = 20,
    ALTOGETHER = 100,
    PLAYERS = ALTOGETHER / PER_DELVER + 1
};

static struct process server;
static struct client ada;
static struct client brom; /* watches */
static struct client cyd;
static struct rng rng;

static void set_up(void)
{
    rng_init(&rng, 5);
    process_init(&server);
    process_start(&server, (const char *const[]){"--seed", "4", "--tick-ms", "10", NULL});
}

static void tear_down(void)
{
    client_close(&ada);
    client_close(&brom);
    client_close(&cyd);
    process_release(&server);
}

static void stop_server(void)
{
    client_close(&ada);
    client_close(&brom);
    client_close(&cyd);
    ck_assert_int_eq(process_stop(&server), 0);
}

/* A client comes to the name prompt and picks the player to watch. */
static void begin_to_watch(struct client *client, enum client_kind kind, const char *pick)
{
    client_open(client, kind, server.port);
    if (kind == CLIENT_XTERM)
        client_resize(client, WIDTH, HEIGHT);
    expect_heard(client, "Name:");
    expect_answer(client, "watch", "Watch which player?");
    client_forget(client);
    client_say_line(client, pick);
}

static void enter_ada(enum client_kind kind)
{
    client_open(&ada, kind, server.port);
    if (kind == CLIENT_XTERM)
        client_resize(&ada, WIDTH, HEIGHT);
    client_login(&ada, "ada");
}

static void settle(void)
{
    struct client *both[] = {&ada, &brom};

    client_pump_all(both, 2, 150);
}

/* The rows of the map, which are all of what is seen and remembered. */
static void read_map(const struct client *client, char out[MAP_SIZE])
{
    const struct terminal *terminal = &client->terminal;
    struct layout layout = layout_of(terminal->width, terminal->height);

    terminal_text(terminal, 0, layout.map.height, out, MAP_SIZE);
}

static void expect_same_map(void)
{
    static char hers[MAP_SIZE];
    static char his[MAP_SIZE];

    for (int i = 0; i < 40; i++) {
        settle();
        read_map(&ada, hers);
        read_map(&brom, his);
        if (strcmp(hers, his) == 0 &&
            terminal_cursor_x(&ada.terminal) == terminal_cursor_x(&brom.terminal) &&
            terminal_cursor_y(&ada.terminal) == terminal_cursor_y(&brom.terminal))
            return;
    }
    ck_abort_msg("who watches sees another map:\n%.3000s\nthan\n%.3000s", his, hers);
}

TEST_FIXTURE(set_up, tear_down);

TEST(who_watches_sees_what_she_sees_and_follows_her_down)
{
    enter_ada(CLIENT_XTERM);
    begin_to_watch(&brom, CLIENT_XTERM, "a");
    expect_shown(&brom, "watching  q ends");
    expect_shown(&brom, "\"you\" is Ada");
    expect_shown(&ada, "Someone is watching you (\"set watch off\" stops it).");
    expect_same_map();
    for (int i = 0; i < 12; i++)
        explorer_step(&ada, EXPLORE_UNKNOWN, &rng);
    expect_same_map();

    /* Keys of who watches do nothing: they stay where she stands, and nothing is typed. */
    client_type(&brom, "hjklJ:say I am here\r'me too\r>o:half a line");
    settle();
    ck_assert_int_eq(terminal_find(&brom.terminal, "half a line"), -1);
    expect_same_map();
    ck_assert_int_eq(terminal_find(&ada.terminal, "I am here"), -1);
    ck_assert_int_eq(terminal_find(&brom.terminal, "I am here"), -1);

    ck_assert(explorer_reach(&ada, '>', STEPS_MAX, &rng));
    client_type(&ada, ">");
    expect_shown(&ada, "Depth 2");
    expect_shown(&brom, "Depth 2");
    expect_same_map();
    client_resize(&brom, 80, 24);
    expect_shown(&brom, "watching  q ends");

    client_forget(&brom);
    client_type(&brom, "q");
    expect_heard(&brom, "You stop watching.");
    expect_heard(&brom, "Name: ");
    ck_assert_msg(!brom.terminal.is_alternate, "the terminal is given back");
    client_resize(&brom, 80, 24);
    client_login(&brom, "brom");
    ck_assert(client_shows_play(&brom, "Brom"));
    ck_assert_int_eq(process_stop(&server), 0);
}

static void order(struct console *console, const char *const *words)
{
    console_expect(console, words, 0, "Done.");
}

/* An answer that was long under way says nothing about a screen that was asked itself. */
TEST(a_late_answer_leaves_the_walls_of_who_watches_as_they_are)
{
    enter_ada(CLIENT_XTERM);
    begin_to_watch(&brom, CLIENT_XTERM, "a");
    expect_shown(&brom, "watching  q ends");
    expect_shown(&brom, "\u2502");
    client_send(&brom, "\xff\xfd\x19", 3); /* DO EOR */
    client_type(&brom, "\f");
    settle();
    expect_shown(&brom, "\u2502");
    expect_same_map();
    stop_server();
}

TEST(who_watches_finds_the_level_made_anew_with_her)
{
    static struct console console;

    console_init(&console, UNDERCROFTCTL_PATH, &server);
    enter_ada(CLIENT_XTERM);
    begin_to_watch(&brom, CLIENT_XTERM, "a");
    expect_shown(&brom, "watching  q ends");
    begin_to_watch(&cyd, CLIENT_LINE, "a");
    expect_heard(&cyd, "watching Ada> ");
    client_forget(&cyd);
    order(&console, (const char *const[]){"level", "regen", "1", "style", "caves", "now", NULL});
    expect_shown(&ada, "This level has been rebuilt.");
    expect_shown(&brom, "This level has been rebuilt.");
    expect_heard(&cyd, "This level has been rebuilt. You are at the up stairs.");
    expect_heard(&cyd, "Depth 1");
    expect_same_map();
    for (int i = 0; i < 3; i++)
        explorer_step(&ada, EXPLORE_UNKNOWN, &rng);
    expect_same_map();
    order(&console, (const char *const[]){"level", "undo", "1", "now", NULL});
    expect_shown(&brom, "This level has been restored.");
    expect_same_map();
    expect_answer(&cyd, "look", "Depth 1");
    console_release(&console);
    stop_server();
}

static struct program watchers[ALTOGETHER + 2];
static struct light_client players[PLAYERS];

/* The names of light clients may be any. */
static void watch_player(struct program *watcher, int player, const char *answer)
{
    program_open(watcher, server.port);
    program_say(watcher, "\xff\xfc\x01watch\r\n");
    program_expect(watcher, "Watch which player?");
    program_say(watcher, players[player].name);
    program_say(watcher, "\r\n");
    program_expect(watcher, answer);
}

/* One of the four places is for logins. */
TEST(who_watches_takes_no_place_of_a_login)
{
    ck_assert_int_eq(process_stop(&server), 0);
    process_start(&server, (const char *const[]){"--seed", "4", "--connections-max", "4",
                                                 "--logins-percent", "25", NULL});
    enter_ada(CLIENT_LINE);
    begin_to_watch(&brom, CLIENT_LINE, "ada");
    expect_heard(&brom, "You see what Ada sees");
    client_open(&cyd, CLIENT_LINE, server.port);
    expect_heard(&cyd, "Name:");
    client_close(&cyd);
    client_forget(&brom);
    expect_answer(&brom, "q", "Name:");
    client_open(&cyd, CLIENT_LINE, server.port);
    expect_heard(&cyd, "You are number 1 in line.");
    stop_server();
}

TEST(so_many_may_watch_and_no_more)
{
    char name[] = "watcheda";
    int count = 0;

    ck_assert_int_eq(process_stop(&server), 0);
    process_start(&server,
                  (const char *const[]){"--seed", "4", "--watchers-per-address", "0", NULL});
    light_allow_descriptors();
    for (int i = 0; i < PLAYERS; i++, name[7]++)
        light_open(&players[i], server.port, name, 0);
    ck_assert(light_wait_stage(players, PLAYERS, LIGHT_PLAYING, ANSWER_MS));
    for (int i = 0; i < PER_DELVER; i++)
        watch_player(&watchers[count++], 0, "You see what");
    watch_player(&watchers[count], 0, "Too many are watching just now.");
    program_say(&watchers[count], players[1].name);
    program_say(&watchers[count], "\r\n");
    program_expect(&watchers[count++], "You see what");
    for (int i = count; i < ALTOGETHER; i++)
        watch_player(&watchers[i], i / PER_DELVER, "You see what");
    watch_player(&watchers[ALTOGETHER], PLAYERS - 1, "Too many are watching just now.");

    /* A watcher that hangs up makes room, and so does one that stops. */
    program_close(&watchers[0]);
    program_say(&watchers[1], "q\r\n");
    program_expect(&watchers[1], "You stop watching.");
    program_say(&watchers[ALTOGETHER], players[PLAYERS - 1].name);
    program_say(&watchers[ALTOGETHER], "\r\n");
    program_expect(&watchers[ALTOGETHER], "You see what");
    ck_assert_int_eq(process_stop(&server), 0);
    for (int i = 1; i <= ALTOGETHER; i++) {
        program_expect(&watchers[i], "The server is stopping.");
        program_close(&watchers[i]);
    }
    for (int i = 0; i < PLAYERS; i++)
        light_close(&players[i]);
}

/*
 * A terminal shows what the server meant, cell by cell: after thousands of random keys from several
 * players at once, windows that change, and bytes that come in any pieces.
 *
 * SCREEN_ROUNDS in the environment says how many rounds of keys; 60 if it does not.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/client.h"
#include "support/live/explorer.h"
#include "support/live/process.h"
#include "support/live/screen_log.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum {
    PLAYERS = 3,
    ROUNDS = 60,
    KEYS_PER_ROUND_MAX = 16,
    WALKS = 8,
    WALK_STEPS = 12,
    QUIET_MS = 200, /* longer than an action of a queued row, and than a lone Esc */
    SETTLE_MS = 8000,
};

static struct process server;
static struct client players[PLAYERS];
static struct screen_log screens;
static struct rng rng;

static const enum client_kind kinds[PLAYERS] = {CLIENT_XTERM, CLIENT_XTERM_16, CLIENT_XTERM};
static const enum palette_id palettes[PLAYERS] = {PALETTE_256, PALETTE_16, PALETTE_256};
static const bool has_grounds[PLAYERS] = {true, false, false};
static const char *const names[PLAYERS] = {"ada", "brom", "cyd"};

/* Whole keys as terminals send them. None leaves the game or the mode, as the menu of settings
   could, and no letter of a line spells quit. */
static const char *const keys[] = {
    "h",
    "j",
    "k",
    "l",
    "y",
    "u",
    "b",
    "n",
    "1",
    "2",
    "3",
    "4",
    "6",
    "7",
    "8",
    "9",
    "h",
    "j",
    "k",
    "l",
    "\x1b[A",
    "\x1b[B",
    "\x1b[C",
    "\x1b[D",
    "\x1bOA",
    "\x1bOB",
    "\x1bOC",
    "\x1bOD",
    "\x1b[1~",
    "\x1b[4~",
    "\x1b[5~",
    "\x1b[6~",
    "\x1b[H",
    "\x1b[F",
    "\x1bOx",
    "\x1bOr",
    "\x1bOu",
    ".",
    "5",
    "c",
    "O",
    "ch",
    "cl",
    ">",
    "<",
    "v",
    "\x17",
    "W",
    "r",
    "C",
    "P",
    "?",
    "x",
    "\t",
    "M",
    "\x10",
    "\x0c",
    "\x12",
    "\x1b",
    "`",
    "\x7f",
    "\x08",
    "\r",
    "\x1bOP",
    "\x1b[15~",
    "\x1b[99;99;99z",
    "\x1b[1;2C",
    "'hello\r",
    "'\xe6\x97\xa5\xe6\x9c\xac e\xcc\x81 caf\xc3\xa9\r",
    ":look\r",
    ":north 3\r",
    ":say w\303\257de \xef\xbc\xa1\xef\xbc\xa2\r",
    ":opne\r",
    ":set camera centre\r",
    ":set camera margin\r",
    "'half a line\x1b",
    ":abc\x7f\x7f\x7f\x7f",
    "\xff\xff",
    "\xc3\xa9",
};

static void set_up(void)
{
    char path[PROCESS_PATH_SIZE];

    rng_init(&rng, 2024);
    process_init(&server);
    process_path(&server, "screens", path);
    screen_log_init(&screens, path);
    process_start(&server, (const char *const[]){"--seed", "3", "--tick-ms", "10",
                                                 "--record-screens", path, NULL});
    for (int i = 0; i < PLAYERS; i++) {
        client_enter(&players[i], kinds[i], server.port, names[i]);
        if (has_grounds[i])
            client_type(&players[i], ":set ground on\r");
    }
}

static void tear_down(void)
{
    for (int i = 0; i < PLAYERS; i++)
        client_close(&players[i]);
    screen_log_release(&screens);
    process_release(&server);
}

/* All players hang up first: a stop with players is tested elsewhere. */
static void stop_server(void)
{
    for (int i = 0; i < PLAYERS; i++)
        client_close(&players[i]);
    ck_assert_int_eq(process_stop(&server), 0);
}

static void wait_until_all_quiet(void)
{
    struct client *all[PLAYERS] = {&players[0], &players[1], &players[2]};
    int64_t deadline_us = stopwatch_deadline_us(SETTLE_MS);
    int64_t quiet_us = 0;

    while (quiet_us < QUIET_MS * 1000 * (stopwatch_patience() > 1 ? 2 : 1)) {
        client_pump_all(all, PLAYERS, 20);
        int64_t newest_us = 0;
        for (int i = 0; i < PLAYERS; i++) {
            ck_assert_msg(!players[i].is_closed, "%s's line was closed", names[i]);
            if (players[i].received_us > newest_us)
                newest_us = players[i].received_us;
        }
        quiet_us = stopwatch_now_us() - newest_us;
        ck_assert_msg(!stopwatch_is_over(deadline_us), "the screens never come to rest");
    }
}

/* The first player whose screen is not as meant, PLAYERS if there is none. */
static int find_difference(char *difference)
{
    screen_log_read(&screens);
    for (int i = 0; i < PLAYERS; i++) {
        const struct screen_frame *frame = screen_log_newest(&screens, i + 1);
        ck_assert_msg(frame != NULL, "no frame was recorded for %s", names[i]);
        struct palette palette = {.colours = palettes[i], .has_grounds = has_grounds[i]};
        if (!screen_frame_is_shown(frame, &players[i].terminal, palette, difference))
            return i;
    }
    return PLAYERS;
}

/* A frame that is still on its way when all seemed quiet makes a difference that goes away. */
static void expect_as_meant(int round)
{
    char difference[SCREEN_LOG_DIFFERENCE_SIZE];
    int64_t deadline_us = stopwatch_deadline_us(SETTLE_MS);

    for (;;) {
        wait_until_all_quiet();
        int player = find_difference(difference);
        if (player == PLAYERS)
            return;
        ck_assert_msg(!stopwatch_is_over(deadline_us), "round %d, %s's screen is not as meant: %s",
                      round, names[player], difference);
    }
}

static void type_at_random(struct client *client)
{
    int count = rng_range(&rng, 1, KEYS_PER_ROUND_MAX);

    for (int i = 0; i < count; i++)
        client_type(client, keys[rng_below(&rng, sizeof keys / sizeof keys[0])]);
}

static void resize_at_random(struct client *client)
{
    static const int widths[] = {80, 80, 40, 39, 41, 79, 100, 120, 132, 250};
    static const int heights[] = {24, 24, 12, 11, 13, 23, 30, 43, 60, 100};
    int width = widths[rng_below(&rng, 10)];
    int height = heights[rng_below(&rng, 10)];

    client_resize(client, width, height);
}

TEST_FIXTURE(set_up, tear_down);

TEST(screens_are_as_meant_whatever_is_typed)
{
    for (int i = 0; i < PLAYERS; i++)
        players[i].splits = &rng;
    for (int round = 0; round < (int)test_number("SCREEN_ROUNDS", ROUNDS, 100000); round++) {
        for (int i = 0; i < PLAYERS; i++)
            type_at_random(&players[i]);
        if (round % 6 == 5)
            resize_at_random(&players[rng_below(&rng, PLAYERS)]);
        expect_as_meant(round);
    }
    stop_server();
}

TEST(screens_are_as_meant_on_long_walks)
{
    for (int i = 0; i < PLAYERS; i++)
        client_type(&players[i], "\x1b");
    for (int round = 0; round < WALKS; round++) {
        for (int step = 0; step < WALK_STEPS; step++) {
            for (int i = 0; i < PLAYERS; i++) {
                if (!explorer_step(&players[i], EXPLORE_UNKNOWN, &rng))
                    explorer_step(&players[i], EXPLORE_ANYWHERE, &rng);
            }
        }
        expect_as_meant(round);
    }
    stop_server();
}

TEST(a_terminal_of_8_bits_is_sent_nothing_it_cannot_show)
{
    char row[TERMINAL_ROW_SIZE];

    client_close(&players[1]);
    client_enter(&players[1], CLIENT_LATIN, server.port, "dora");
    wait_until_all_quiet();
    client_forget(&players[1]);
    client_type(&players[0], "'na\xc3\xafve \xe6\x97\xa5\xe6\x9c\xac end\r");
    ck_assert(client_wait_shown(&players[1], "Ada says", SETTLE_MS));
    wait_until_all_quiet();
    int y = terminal_find(&players[1].terminal, "Ada says");
    terminal_row(&players[1].terminal, y, row);
    ck_assert_msg(strstr(row, " end\"") != NULL, "the words do not come out whole: %s", row);
    for (const char *byte = players[1].heard; *byte != '\0'; byte++)
        ck_assert_msg((unsigned char)*byte < 0x80, "byte %02X was sent: %s",
                      (unsigned int)(unsigned char)*byte, row);
    stop_server();
}

TEST(a_redraw_shows_nothing_else)
{
    char before[TERMINAL_ROW_SIZE * 24];
    char after[TERMINAL_ROW_SIZE * 24];

    /* A few steps: the view stays, the delver is no longer in its middle. */
    for (int step = 0; step < 6; step++)
        explorer_step(&players[0], EXPLORE_UNKNOWN, &rng);
    wait_until_all_quiet();
    terminal_text(&players[0].terminal, 0, 24, before, sizeof before);
    client_type(&players[0], "\x0c");
    wait_until_all_quiet();
    terminal_text(&players[0].terminal, 0, 24, after, sizeof after);
    ck_assert_msg(strcmp(before, after) == 0, "before:\n%.1900s\nafter:\n%.1900s", before, after);
    stop_server();
}

/*
 * A whole server and terminals of sixteen colours: after every overlay that was opened over the map
 * and put away again, the screen looks as a redraw draws it.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "hall.h"
#include "server/game/save_watch.h"
#include "server/session/session.h"
#include "support/old_terminal.h"
#include "support/test.h"

enum { WIDTH = 80, HEIGHT = 24, IAC = 0xFF, WILL = 0xFB, ESCAPE_MS = 1000, EXPLORE_TURNS = 40 };

static struct hall hall;
static struct guest guest;
static struct old_terminal terminals[OLD_TERMINAL_KIND_COUNT];

/* Telnet's commands go by; a client shows the rest. */
static void show(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if ((uint8_t)bytes[i] == IAC) {
            i += i + 1 < length && (uint8_t)bytes[i + 1] >= WILL ? 2 : 1;
            continue;
        }
        for (int kind = 0; kind < OLD_TERMINAL_KIND_COUNT; kind++)
            old_terminal_feed(&terminals[kind], &bytes[i], 1);
    }
}

/* The disk keeps pace with the clock, or the status row would tell how old the last save is. */
static void pass(uint64_t ms)
{
    int turns = 0;

    hall_pass(&hall, ms);
    while (save_watch_lag_ms(&hall.server.game) > 0 && ++turns < HALL_WAIT_TURNS)
        hall_wait(&hall);
    hall_drain(&hall);
    ck_assert_uint_lt(guest.heard_length, GUEST_HEARD_MAX);
    show(guest.heard, guest.heard_length);
    guest_forget(&guest);
}

/* An Esc is one once nothing has followed it for a while. */
static void type(const char *keys)
{
    guest_type(&guest, keys);
    pass(ESCAPE_MS);
    pass(HALL_TICK_MS);
}

static void open_terminals(void)
{
    for (enum old_terminal_kind kind = 0; kind < OLD_TERMINAL_KIND_COUNT; kind++)
        old_terminal_init(&terminals[kind], kind, WIDTH, HEIGHT);
}

static void expect_as_redrawn(const char *keys)
{
    struct old_terminal before[OLD_TERMINAL_KIND_COUNT];
    char what[64];

    memcpy(before, terminals, sizeof before);
    open_terminals();
    type("\x0c");
    for (int kind = 0; kind < OLD_TERMINAL_KIND_COUNT; kind++) {
        snprintf(what, sizeof what, "after %s", keys);
        expect_same_old_screen(&before[kind], &terminals[kind], what);
        old_terminal_release(&before[kind]);
    }
}

/* Some of the level is in sight and some of it remembered, and nothing is about to happen: doors
   that were opened have fallen shut. */
static void set_up(void)
{
    hall_open(&hall);
    guest_join(&guest, &hall, GUEST_SCREEN_ASCII, "ada");
    guest_forget(&guest);
    open_terminals();
    type("o");
    for (int i = 0; i < EXPLORE_TURNS; i++)
        pass(ESCAPE_MS);
    type("\x1b");
    for (int i = 0; i < EXPLORE_TURNS; i++)
        pass(ESCAPE_MS);
    type("\x0c");
}

static void tear_down(void)
{
    for (int kind = 0; kind < OLD_TERMINAL_KIND_COUNT; kind++)
        old_terminal_release(&terminals[kind]);
    guest_close(&guest);
    hall_close(&hall);
}

static const char *const openings[] = {
    "i",
    "?",
    "=",
    "C",
    "P",
    "\x10",
    "M",
    "X",
    "x",
    "v",
    ";",
    "\t",
    "d",
    "W",
    "T",
    "q",
    "r",
    "z",
    "t",
    "f",
    "a",
    "w",
    ":",
    "'",
    "\"",
    "p",
    "_",
    "c",
    "O",
    "F",
    "\x17",
    "A",
    ":commands\r",
    ":help map\r",
    ":help colour\r",
    ":around\r",
    ":scores\r",
    ":set\r",
    ":set memory blue\r",
    ":set memory dim\r",
    ":set theme light\r",
    ":set theme dark\r",
};

TEST_FIXTURE(set_up, tear_down);

TEST(what_was_opened_and_put_away_leaves_nothing_behind)
{
    for (size_t i = 0; i < sizeof openings / sizeof openings[0]; i++) {
        type(openings[i]);
        type("\x1b");
        type("\x1b");
        expect_as_redrawn(openings[i]);
    }
}

TEST(a_digit_in_the_list_walks_to_the_thing_of_that_number)
{
    struct pos before = guest_delver(&guest)->body.at;

    type(";");
    ck_assert_ptr_nonnull(guest_session(&guest)->present.screen.overlay);
    type("1");
    if (guest_session(&guest)->present.screen.menu.number > 0) /* ten and more rows */
        type("\r");
    ck_assert_ptr_null(guest_session(&guest)->present.screen.overlay);
    for (int i = 0; i < EXPLORE_TURNS; i++)
        pass(ESCAPE_MS);
    ck_assert(!pos_equal(before, guest_delver(&guest)->body.at));
}

TEST(enter_in_the_map_walks_to_its_focus)
{
    struct pos up = guest_delver(&guest)->body.level->up;

    ck_assert(!pos_equal(guest_delver(&guest)->body.at, up));
    type("M");
    type("<");
    type("\r");
    for (int i = 0; i < EXPLORE_TURNS; i++)
        pass(ESCAPE_MS);
    ck_assert(pos_equal(guest_delver(&guest)->body.at, up));
}

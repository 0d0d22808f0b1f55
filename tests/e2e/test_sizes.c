/*
 * Windows of every kind while somebody plays: each screen is as meant and as a full redraw would
 * show it, nothing is left of the one before, and nothing lies outside. Long messages are wrapped.
 * And the lag, which is shown without anything else to show.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/client.h"
#include "support/live/explorer.h"
#include "support/live/process.h"
#include "support/live/screen_log.h"
#include "support/live/stopwatch.h"
#include "support/test.h"
#include "term/layout.h"
#include "term/screen.h"

enum { QUIET_MS = 120, SETTLE_MS = 5000, LAG_MS = 200 };

static struct process server;
static struct client ada;
static struct screen_log screens;
static struct rng rng;

static void set_up(void)
{
    char path[PROCESS_PATH_SIZE];

    rng_init(&rng, 7);
    process_init(&server);
    process_path(&server, "screens", path);
    screen_log_init(&screens, path);
    process_start(&server, (const char *const[]){"--seed", "3", "--tick-ms", "10",
                                                 "--record-screens", path, NULL});
}

static void tear_down(void)
{
    client_close(&ada);
    screen_log_release(&screens);
    process_release(&server);
}

static void stop_server(void)
{
    client_close(&ada);
    ck_assert_int_eq(process_stop(&server), 0);
}

static void settle(void)
{
    ck_assert(client_wait_quiet(&ada, QUIET_MS, SETTLE_MS));
    ck_assert_msg(!ada.is_closed, "the line was closed");
}

/* A window of the terminal; what is claimed of it may be something else. */
static void change_window(int width, int height, unsigned claimed_width, unsigned claimed_height)
{
    terminal_resize(&ada.terminal, width, height);
    client_claim_window(&ada, claimed_width, claimed_height);
    settle();
}

/* Once all is at rest: the terminal, if it has that size, shows the newest frame. */
static bool is_as_meant(int width, int height, char *difference)
{
    const struct palette palette = palette_of(PALETTE_256);

    settle();
    screen_log_read(&screens);
    const struct screen_frame *frame = screen_log_newest(&screens, 1);
    if (frame == NULL || frame->width != width || frame->height != height)
        return false;
    return ada.terminal.width != width || ada.terminal.height != height ||
           screen_frame_is_shown(frame, &ada.terminal, palette, difference);
}

static void expect_as_meant(int width, int height, const char *when)
{
    char difference[SCREEN_LOG_DIFFERENCE_SIZE] = "no frame of that size";
    int64_t limit_us = stopwatch_deadline_us(CLIENT_WAIT_MS);

    while (!is_as_meant(width, height, difference))
        ck_assert_msg(!stopwatch_is_over(limit_us), "%dx%d %s is not as meant: %s", width, height,
                      when, difference);
}

/* The screen is what the server meant, and so is what it paints from nothing. News may come between
   the two, so they are not compared with each other. */
static void expect_whole(int width, int height)
{
    expect_as_meant(width, height, "drawn");
    client_type(&ada, "\x0c");
    expect_as_meant(width, height, "redrawn");
}

static void expect_parts(int width, int height)
{
    bool is_small = layout_is_too_small(width, height);
    bool is_large = layout_of(width, height).sidebar.width > 0;

    /* One cell has no room for so many letters. */
    if (width >= 16)
        ck_assert((terminal_find(&ada.terminal, "40x12") >= 0) == is_small);
    ck_assert((terminal_find(&ada.terminal, "NEARBY") >= 0) == (is_large && !is_small));
    if (!is_small)
        ck_assert_int_eq(terminal_find(&ada.terminal, "Ada L1 HP "),
                         layout_of(width, height).status_y);
}

TEST_FIXTURE(set_up, tear_down);

TEST(every_window_is_filled_and_nothing_is_left_of_the_last)
{
    static const struct {
        int width;
        int height;
    } sizes[] = {{80, 24},  {40, 12},  {39, 12},  {79, 24},   {80, 24}, {109, 30}, {110, 29},
                 {110, 30}, {132, 43}, {80, 24},  {250, 100}, {40, 11}, {132, 43}, {1, 1},
                 {110, 30}, {60, 40},  {200, 20}, {80, 23},   {81, 25}};

    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        int width = sizes[i].width;
        int height = sizes[i].height;
        change_window(width, height, (unsigned)width, (unsigned)height);
        expect_whole(width, height);
        expect_parts(width, height);
        if (layout_is_too_small(width, height))
            continue;
        for (int step = 0; step < 4; step++)
            explorer_step(&ada, EXPLORE_ANYWHERE, &rng);
        expect_whole(width, height);
    }
    stop_server();
}

TEST(no_size_is_the_usual_one_and_the_largest_has_an_end)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    change_window(132, 43, 132, 43);
    expect_whole(132, 43);
    change_window(80, 24, 0, 0);
    expect_whole(80, 24);
    expect_parts(80, 24);
    change_window(251, 101, 251, 101);
    expect_whole(SCREEN_WIDTH_MAX, SCREEN_HEIGHT_MAX);
    for (int y = 0; y < 101; y++)
        ck_assert_uint_eq(terminal_look_at(&ada.terminal, 250, y).code_point, ' ');
    for (int x = 0; x < 251; x++)
        ck_assert_uint_eq(terminal_look_at(&ada.terminal, x, 100).code_point, ' ');
    stop_server();
}

TEST(windows_that_change_at_once_end_as_the_last)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    for (int i = 0; i < 30; i++) {
        client_resize(&ada, 38 + 9 * i % 120, 10 + 7 * i % 50);
        client_type(&ada, "o");
    }
    client_type(&ada, "\x1b");
    client_resize(&ada, 120, 40);
    expect_whole(120, 40);
    expect_parts(120, 40);
    stop_server();
}

/* The same sentence in every window: where it has no room the log says where it is to be read. */
TEST(no_keys_in_a_window_of_one_row_end_the_server)
{
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    settle();
    client_type(&ada, "M");
    settle();
    client_claim_window(&ada, 80, 1);
    for (int i = 0; i < 60; i++) {
        client_type(&ada, "J");
        client_pump(&ada, 5);
    }
    client_type(&ada, ">j<");
    settle();
    client_claim_window(&ada, 80, 24);
    settle();
    ck_assert_msg(!client_shows_play(&ada, "Ada"), "the map is not over it");
    /* Nothing comes for a while: an Escape may be the beginning of a longer key. */
    client_type(&ada, "\x1b");
    ck_assert_msg(client_wait_shown(&ada, "Ada L1 HP ", SETTLE_MS), "the screen is lost");
    ck_assert(client_shows_play(&ada, "Ada"));
    stop_server();
}

TEST(a_long_message_goes_on_in_the_next_row)
{
    static const char words[] =
        "'first of all the way down is behind the second door to the east and then always along "
        "the wall until you come to deep water where three ways meet and you take the one that "
        "goes north to the very last\r";

    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    settle();
    client_type(&ada, words);
    ck_assert(client_wait_shown(&ada, "very last\"", SETTLE_MS));
    settle();
    ck_assert_int_eq(terminal_find(&ada.terminal, "You say: \"first of all"), 21);
    ck_assert_int_eq(terminal_find(&ada.terminal, "very last\""), 23);
    client_resize(&ada, 40, 12);
    ck_assert(client_wait_shown(&ada, "P: all", SETTLE_MS));
    ck_assert_int_eq(terminal_find(&ada.terminal, "You say: \"first of all the way down is "), 10);
    client_type(&ada, "P");
    ck_assert(client_wait_shown(&ada, "more: Space", SETTLE_MS));
    client_type(&ada, " ");
    ck_assert_msg(client_wait_shown(&ada, "very last\"", SETTLE_MS), "P does not tell the rest");
    stop_server();
}

TEST(the_lag_is_shown_when_nothing_else_changes)
{
    static const char answer[] = "\xff\xfc\x06"; /* WONT TIMING-MARK */

    client_open(&ada, CLIENT_XTERM, server.port);
    ada.holds_marks = true;
    client_login(&ada, "ada");
    settle();
    ck_assert_int_eq(terminal_find(&ada.terminal, "lag "), -1);
    stopwatch_pause_ms(LAG_MS);
    client_send(&ada, answer, sizeof answer - 1);
    ck_assert_msg(client_wait_shown(&ada, "  lag ", SETTLE_MS), "the lag is not shown");
    ck_assert_int_eq(terminal_find(&ada.terminal, "  lag "), 19);
    /* The lag is measured again when the screen is opened again. The mark is answered at once, so
       there is no lag, unless the machine was too busy to let us answer at once. */
    ada.holds_marks = false;
    int64_t limit_us = stopwatch_deadline_us(SETTLE_MS);
    do {
        ck_assert_msg(!stopwatch_is_over(limit_us), "the lag stays");
        client_type(&ada, ":set mode line\r");
        settle();
        client_say_line(&ada, "set mode screen");
        ck_assert(client_wait_shown(&ada, "Ada L1 HP ", SETTLE_MS));
        settle();
    } while (terminal_find(&ada.terminal, "  lag ") >= 0);
    stop_server();
}

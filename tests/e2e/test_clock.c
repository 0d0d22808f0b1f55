/*
 * Time that behaves badly: a server that stood still goes on from where it was, and a wall clock
 * that jumps a year either way changes nothing but the dates in the log.
 *
 * STALL_SECONDS in the environment says how long it stands still; 5 if it does not.
 */
#include <stdio.h>
#include <string.h>

#include "support/live/ledger.h"
#include "support/live/light_client.h"
#include "support/live/place.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/loop/loop.h"
#include "support/test.h"

enum {
    CROWD = 20,
    CALLERS = 3, /* who have not said who they are */
    STALL_SECONDS = 5,
    TICK_MS = 20,
    TICKS_SPARE = 25, /* a stall is at least ten times this */
    ANSWER_MS = 5000,
    YEAR_SECONDS = 365 * 24 * 3600,
    AWAY_SECONDS = 4,
    OUTPUT_SIZE = 64 * 1024,
};

static struct process server;
static struct ledger ledger;
static struct light_client crowd[CROWD];
static struct light_client callers[CALLERS];
static struct place places[CROWD];

static void set_up(void)
{
    process_init(&server);
    ledger_init(&ledger, CROWD);
    while (ledger.count < CROWD)
        ledger_add(&ledger);
}

static void tear_down(void)
{
    for (size_t i = 0; i < CROWD; i++)
        light_close(&crowd[i]);
    for (size_t i = 0; i < CALLERS; i++)
        light_close(&callers[i]);
    ledger_release(&ledger);
    process_release(&server);
}

static void read_output(const char *stream, char out[OUTPUT_SIZE])
{
    char path[PROCESS_PATH_SIZE];

    process_path(&server, stream, path);
    process_read_file(path, out, OUTPUT_SIZE);
}

static unsigned long long start(const char *const *arguments)
{
    static char text[OUTPUT_SIZE];
    unsigned long long tick = 0;

    process_start(&server, arguments);
    read_output("out", text);
    const char *line = strstr(text, ", tick ");
    ck_assert(line != NULL && sscanf(line, ", tick %llu", &tick) == 1);
    return tick;
}

/* Everybody of the first `count` is in play and gets an answer. */
static void expect_play(size_t count)
{
    place_ask_all(crowd, count, places, ANSWER_MS);
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(crowd[i].stage == LIGHT_PLAYING && place_read(crowd[i].heard, &places[i]),
                      "%s plays no more:\n%s", ledger.entries[i].name, crowd[i].heard);
}

static void enter(size_t count)
{
    for (size_t i = 0; i < count; i++)
        light_open(&crowd[i], server.port, ledger.entries[i].name, 0);
    ck_assert_msg(light_wait_stage(crowd, count, LIGHT_PLAYING, ANSWER_MS), "not all got in");
    expect_play(count);
    for (size_t i = 0; i < count; i++)
        ledger_check(&ledger, &ledger.entries[i], &places[i], true, crowd[i].was_made);
}

/* Everybody takes a step in some direction that is free. */
static void step(size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char line[32];
        enum dir dir = DIR_NORTH;
        while (dir < DIR_NORTHWEST && (places[i].exits & 1U << (unsigned)dir) == 0)
            dir++;
        snprintf(line, sizeof line, "%s\r\n", dir_name(dir));
        light_forget(&crowd[i]);
        light_send(&crowd[i], line);
        ledger.entries[i].moves++;
    }
}

static void quit(size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char lines[64];
        struct place now;
        snprintf(lines, sizeof lines, "%squit\r\n", place_question);
        light_forget(&crowd[i]);
        light_send(&crowd[i], lines);
        ck_assert(light_wait_closed(&crowd[i], 1, ANSWER_MS));
        ck_assert_msg(strstr(crowd[i].heard, "Saved. Your position") != NULL &&
                          place_read(crowd[i].heard, &now),
                      "%s was not saved:\n%s", crowd[i].name, crowd[i].heard);
        ledger_acknowledge(&ledger, &ledger.entries[i], &now);
    }
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_server_that_stood_still_goes_on_without_a_burst)
{
    int64_t began_us = stopwatch_now_us();
    unsigned long long first = start((const char *const[]){"--seed", "11", NULL});

    enter(CROWD);
    process_freeze(&server);
    /* Measured from inside the stall: all other time counts as play. */
    int64_t stalled_us = stopwatch_now_us();
    step(CROWD); /* comes all at once, when it goes on */
    stopwatch_pause_ms((int)test_number("STALL_SECONDS", STALL_SECONDS, 600) * 1000);
    stalled_us = stopwatch_now_us() - stalled_us;
    process_thaw(&server);
    ck_assert_msg(light_wait_heard(crowd, CROWD, "\n", ANSWER_MS), "play does not go on");
    expect_play(CROWD);
    step(CROWD);
    light_pump(crowd, CROWD, 200);
    expect_play(CROWD);
    quit(CROWD);
    ck_assert_int_eq(process_stop(&server), 0);
    int64_t played_us = stopwatch_now_us() - began_us - stalled_us;
    unsigned long long ticks = start(NULL) - first;
    unsigned long long most = (unsigned long long)(played_us / 1000 / TICK_MS) + TICKS_SPARE;
    ck_assert_msg(ticks <= most, "%llu ticks in %lld ms of play and %lld ms of standing still",
                  ticks, (long long)(played_us / 1000), (long long)(stalled_us / 1000));
    enter(CROWD);
    ck_assert_int_eq(process_stop(&server), 0);
}

/* The wall clock is off by so much from now on. */
static void set_clock(int64_t seconds)
{
    static int64_t shift;

    loop_shift_wall(seconds - shift);
    shift = seconds;
}

static void start_with_clock(int64_t seconds)
{
    set_clock(seconds);
    start(
        (const char *const[]){"--seed", "11", "--link-death-seconds", "4", "--log", "json", NULL});
}

/* The log has dates; so it is known that the server has seen the jump. Time begins with 2026. */
static void expect_logged_year(int year)
{
    static char text[OUTPUT_SIZE];
    char wanted[32];

    snprintf(wanted, sizeof wanted, "{\"time\":\"%04d-", year);
    read_output("err", text);
    ck_assert_msg(strstr(text, wanted) != NULL, "no line of the log has the shifted date");
}

static bool is_in_list(const char *name)
{
    light_forget(&crowd[0]);
    light_send(&crowd[0], "who\r\nscore\r\n");
    ck_assert(light_wait_heard(crowd, 1, "steps walked", ANSWER_MS));
    return strstr(crowd[0].heard, name) != NULL;
}

/* After a jump: more than a second, so that everything that looks at a clock has done so. */
static void expect_undisturbed(int64_t seconds, size_t count)
{
    set_clock(seconds);
    for (int i = 0; i < 15; i++) {
        light_pump(crowd, count, 0);
        stopwatch_pause_ms(100);
    }
    expect_play(count);
    step(count);
    light_pump(crowd, count, 300);
    expect_play(count);
    light_pump(callers, CALLERS, 0);
    ck_assert_msg(light_count(callers, CALLERS, LIGHT_WAITING) == CALLERS,
                  "a caller was thrown out:\n%s\n%s\n%s", callers[0].heard, callers[1].heard,
                  callers[2].heard);
}

TEST(a_wall_clock_that_jumps_a_year_throws_nobody_out)
{
    start_with_clock(0);
    enter(5);
    for (size_t i = 0; i < CALLERS; i++)
        light_open(&callers[i], server.port, NULL, 0);
    while (callers[0].heard_length == 0 || callers[CALLERS - 1].heard_length == 0)
        light_pump(callers, CALLERS, ANSWER_MS);
    expect_undisturbed(YEAR_SECONDS, 5);
    expect_undisturbed(-YEAR_SECONDS, 5);
    expect_undisturbed(0, 5);
    set_clock(YEAR_SECONDS);
    quit(5);
    expect_logged_year(2027);
    ck_assert_int_eq(process_stop(&server), 0);
    start_with_clock(-YEAR_SECONDS);
    enter(5);
    quit(5);
    expect_logged_year(2025);
    ck_assert_int_eq(process_stop(&server), 0);
    start_with_clock(YEAR_SECONDS);
    enter(5);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_body_without_its_line_stays_for_its_time_by_no_wall_clock)
{
    start_with_clock(0);
    enter(2);
    const char *name = ledger.entries[1].name;
    int64_t left_us = stopwatch_now_us();
    light_close(&crowd[1]);
    set_clock(YEAR_SECONDS);
    stopwatch_pause_ms(1500);
    ck_assert_msg(is_in_list(name), "%s has gone before its time", name);
    set_clock(-YEAR_SECONDS);
    int64_t limit_us = stopwatch_deadline_us((AWAY_SECONDS + 4) * 1000);
    while (is_in_list(name)) {
        ck_assert_msg(!stopwatch_is_over(limit_us), "%s stays for ever", name);
        stopwatch_pause_ms(200);
    }
    ck_assert_msg(stopwatch_now_us() - left_us >= AWAY_SECONDS * 1000000,
                  "%s has gone before its time", name);
    ck_assert_int_eq(process_stop(&server), 0);
}

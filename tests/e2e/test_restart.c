/*
 * A server that is killed, or loses power, comes back to one moment that was: level, place, doors
 * and what a delver remembers, all of the same tick, nothing older than what was said to be saved
 * and nothing older than what the newest saves hold.
 *
 * Nothing is seen to lie on the levels of the seed: the memory of things is not saved.
 *
 * The server's own record of frames tells which moments there were. The window is large enough to
 * hold the whole level, so that the map part of a frame is all of place, doors and memory.
 *
 * RESTART_ROUNDS in the environment says how often; 15, or 6 with instruments, if it does not.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/explorer.h"
#include "support/live/process.h"
#include "support/live/screen_log.h"
#include "support/live/stopwatch.h"
#include "support/test.h"
#include "term/layout.h"

enum {
    ROUNDS = TEST_COUNT(15, 6),
    WIDTH = 140,
    HEIGHT = 80,
    SAVE_MS = 200,
    SAVE_TICKS = 40, /* twice that, in ticks of 10 ms */
    SAVE_WAIT_MS = 30000,
    SAVES_AWAITED = 4, /* in each round, before the kill */
    SAVES_TO_HOLD = 3, /* after a moment, until it is on disk for certain */
    ANSWER_MS = 5000,
    MOMENTS_MAX = 4096,
    STARTS = 12,
};

/* State of the world that one frame shows. */
struct moment {
    long saves;   /* so many were over at most when it was drawn; -1: not counted yet */
    uint64_t map; /* hash of the map's rows, the cursor and the depth */
};

static const char saves_series[] = "\nundercroft_save_duration_seconds_count ";
static const char ticks_series[] = "\nundercroft_ticks_total ";
static const char lag_series[] = "\nundercroft_save_lag_seconds ";

static struct process server;
static char metrics[CONSOLE_TEXT_SIZE];
static struct client ada;
static struct screen_log screens;
static struct rng rng;
static struct moment moments[MOMENTS_MAX];
static size_t moment_count;

static void set_up(void)
{
    rng_init(&rng, 9);
    process_init(&server);
    process_use_slow_disk(&server);
}

static void tear_down(void)
{
    client_close(&ada);
    screen_log_release(&screens);
    process_release(&server);
}

static void start(void)
{
    char path[PROCESS_PATH_SIZE];
    char save_ms[16];

    snprintf(save_ms, sizeof save_ms, "%d", SAVE_MS);
    process_path(&server, "screens", path);
    remove(path);
    screen_log_release(&screens);
    screen_log_init(&screens, path);
    moment_count = 0;
    process_start(&server, (const char *const[]){"--seed", "22", "--tick-ms", "10", "--save-ms",
                                                 save_ms, "--record-screens", path, NULL});
    client_open(&ada, CLIENT_XTERM_16, server.port);
    client_resize(&ada, WIDTH, HEIGHT);
    client_login(&ada, "ada");
}

/* FNV-1a. */
static uint64_t add_bytes(uint64_t hash, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 1099511628211U;
    return hash;
}

/* The bytes that the first columns of a row take; a map has no wide glyphs. */
static size_t length_of_columns(const char *row, int columns)
{
    size_t length = 0;

    while (row[length] != '\n' && row[length] != '\0') {
        bool begins = ((unsigned char)row[length] & 0xC0) != 0x80;
        if (begins && columns-- == 0)
            break;
        length++;
    }
    return length;
}

/* The map, which delver stands where on it, and the depth; not the log nor what is queued. */
static uint64_t hash_frame(const struct screen_frame *frame)
{
    struct layout layout = layout_of(frame->width, frame->height);
    const char *end = frame->text;
    uint64_t hash = 14695981039346656037U;

    for (int y = 0; y < layout.map.height; y++) {
        hash = add_bytes(hash, end, length_of_columns(end, layout.map.width));
        end = strchr(end, '\n') + 1;
    }
    const char *depth = strstr(end, "Depth ");
    if (depth != NULL)
        hash = add_bytes(hash, depth, strcspn(depth + 6, " ") + 6);
    hash = add_bytes(hash, (const char *)&frame->cursor_x, sizeof frame->cursor_x);
    return add_bytes(hash, (const char *)&frame->cursor_y, sizeof frame->cursor_y);
}

/* Notes what has been drawn since. Frames of another size are from before the window was known. */
static void note_moments(void)
{
    const struct screen_frame *frame;

    while ((frame = screen_log_next(&screens)) != NULL) {
        if (frame->width != WIDTH || frame->height != HEIGHT)
            continue;
        uint64_t hash = hash_frame(frame);
        if (moment_count > 0 && moments[moment_count - 1].map == hash)
            continue;
        ck_assert_msg(moment_count < MOMENTS_MAX, "too many frames");
        moments[moment_count++] = (struct moment){-1, hash};
    }
}

/* The value of a series of the server's metrics now. */
static double metric(const char *series)
{
    char head[32];
    char path[PROCESS_PATH_SIZE];

    process_path(&server, "data", path);
    int operator_socket = console_connect(path);
    console_send(operator_socket, "text metrics\n", 13);
    console_take(operator_socket, head, metrics, sizeof metrics);
    close(operator_socket);
    const char *at = strstr(metrics, series);
    ck_assert_msg(at != NULL, "%s", metrics);
    return strtod(at + strlen(series), NULL);
}

/* Number of saves that are over. It is noted for all moments that were seen before this call. */
static long count_saves(void)
{
    long saves = (long)metric(saves_series);

    for (size_t i = moment_count; i > 0 && moments[i - 1].saves < 0; i--)
        moments[i - 1].saves = saves;
    return saves;
}

/* Steps for about so long, doors and stairs included, noting every moment; and on, until so many
   saves are over. Returns how many are. */
static long play_for(int ms, long saves_wanted)
{
    int64_t end_us = stopwatch_now_us() + (int64_t)ms * 1000;
    int64_t limit_us = stopwatch_deadline_us(SAVE_WAIT_MS);
    long saves = 0;

    while (stopwatch_now_us() < end_us || saves < saves_wanted) {
        ck_assert_msg(!stopwatch_is_over(limit_us), "no save comes by itself");
        uint32_t whim = rng_below(&rng, 20);
        char close_door[3] = {'c', "hjkl"[rng_below(&rng, 4)], '\0'};
        if (whim == 0)
            client_type(&ada, close_door);
        else if (whim == 1)
            client_type(&ada, ">");
        else if (whim == 2)
            client_type(&ada, "<");
        else if (!explorer_step(&ada, whim < 12 ? EXPLORE_UNKNOWN : whim < 16 ? '>' : '+', &rng))
            explorer_step(&ada, EXPLORE_ANYWHERE, &rng);
        client_pump(&ada, 5);
        note_moments();
        saves = count_saves();
    }
    return saves;
}

/* The state that came back is the newest frame of the new run, and the first of its moments: a kill
   before the next save comes back to it again. */
static uint64_t state_after_restart(void)
{
    start();
    client_wait_quiet(&ada, 150, ANSWER_MS);
    screen_log_read(&screens);
    const struct screen_frame *frame = screen_log_newest(&screens, 1);
    ck_assert_msg(frame != NULL && frame->width == WIDTH, "no frame after the restart");
    moments[0] = (struct moment){-1, hash_frame(frame)};
    moment_count = 1;
    return moments[0].map;
}

/*
 * The newest moment that is on disk for certain when so many saves are over. A save that was at
 * work when a moment was drawn, and one that waited behind it, may hold an older state; changes
 * that are collected later are merged into the one that waits, or follow it, and hold the moment.
 */
static size_t first_allowed(long saves)
{
    size_t first = moment_count - 1;

    while (first > 0 && (moments[first].saves < 0 || saves < moments[first].saves + SAVES_TO_HOLD))
        first--;
    return first;
}

/* In one of two rounds what the disk was not told to flush is lost as well. */
static void end_without_warning(int round)
{
    if (round % 2 == 0)
        process_kill(&server);
    else
        process_cut_power(&server, 0);
}

TEST_FIXTURE(set_up, tear_down);

TEST(an_end_without_warning_returns_to_one_recent_moment)
{
    int rounds = (int)test_number("RESTART_ROUNDS", ROUNDS, 10000);
    int lost = 0;

    start();
    for (int round = 0; round < rounds; round++) {
        int ms = rng_range(&rng, 100, 1200);
        long saves = play_for(ms, count_saves() + SAVES_AWAITED);
        end_without_warning(round);
        note_moments();
        client_close(&ada);
        ck_assert_msg(moment_count > 0, "nothing was drawn");
        size_t first = first_allowed(saves);
        struct moment newest = moments[moment_count - 1];
        struct moment *allowed = malloc((moment_count - first) * sizeof *allowed);
        ck_assert(allowed != NULL);
        size_t count = moment_count - first;
        memcpy(allowed, moments + first, count * sizeof *allowed);

        uint64_t state = state_after_restart();
        bool is_known = false;
        for (size_t i = 0; i < count; i++)
            is_known = is_known || allowed[i].map == state;
        free(allowed);
        ck_assert_msg(is_known, "round %d: what came back is none of the last %zu moments", round,
                      count);
        lost += newest.map != state;
        note_moments();
    }
    printf("restart: %d ends, %d of them lost the newest moment\n", rounds, lost);
    ck_assert_int_eq(process_stop(&server), 0);
}

/* Until a save has come by itself, if one was to come, and none is at work. */
static void rest_until_saved(void)
{
    int64_t limit_us = stopwatch_deadline_us(SAVE_WAIT_MS);
    double rested = metric(ticks_series) + SAVE_TICKS;

    while (metric(ticks_series) < rested || metric(lag_series) > 0) {
        ck_assert_msg(!stopwatch_is_over(limit_us), "a save has no end");
        client_pump(&ada, 10);
    }
}

TEST(what_rests_longer_than_the_save_time_is_kept_exactly)
{
    start();
    for (int round = 0; round < 4; round++) {
        (void)play_for(600, 0);
        client_wait_quiet(&ada, 120, ANSWER_MS);
        rest_until_saved();
        note_moments();
        uint64_t before = moments[moment_count - 1].map;
        end_without_warning(round);
        client_close(&ada);
        ck_assert_msg(state_after_restart() == before, "round %d: another state came back", round);
        note_moments();
    }
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(what_is_said_to_be_saved_survives_an_end_at_once)
{
    start();
    for (int round = 0; round < 6; round++) {
        (void)play_for(500, 0);
        client_wait_quiet(&ada, 120, ANSWER_MS);
        note_moments();
        uint64_t before = moments[moment_count - 1].map;
        client_forget(&ada);
        client_type(&ada, "Q");
        ck_assert_msg(client_wait_heard(&ada, "Saved.", ANSWER_MS), "not said to be saved:\n%s",
                      client_tail(&ada));
        end_without_warning(round);
        client_close(&ada);
        ck_assert_msg(state_after_restart() == before, "round %d: another state came back", round);
        note_moments();
    }
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_new_delver_survives_an_end_as_soon_as_play_begins)
{
    for (int round = 0; round < 4; round++) {
        char name[8] = "ada";
        name[3] = (char)('a' + round);
        process_start(&server, (const char *const[]){"--seed", "21", NULL});
        client_enter(&ada, CLIENT_XTERM, server.port, name);
        end_without_warning(round);
        client_close(&ada);
        process_start(&server, (const char *const[]){"--seed", "21", NULL});
        client_open(&ada, CLIENT_XTERM, server.port);
        ck_assert(client_wait_heard(&ada, "Name:", ANSWER_MS));
        client_say_line(&ada, name);
        ck_assert_msg(client_wait_heard(&ada, "Password:", ANSWER_MS), "the delver is gone:\n%s",
                      client_tail(&ada));
        client_close(&ada);
        ck_assert_int_eq(process_stop(&server), 0);
    }
}

/* A new world, one that is half made, and one that was cut at its last start too. */
TEST(a_start_that_loses_power_is_made_again)
{
    static const char *const arguments[] = {"--seed", "21", NULL};

    for (uint64_t nth = 1; nth <= STARTS; nth++) {
        process_begin(&server, arguments);
        process_cut_power(&server, nth);
        ck_assert_int_eq(process_wait(&server), 128 + SIGKILL);
        ck_assert(!process_said(&server, "err", "stop."));
    }
    process_start(&server, arguments);
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_kill_amid_a_start_leaves_a_world_that_starts)
{
    static const char *const arguments[] = {"--seed", "21", NULL};

    for (int ms = 0; ms < STARTS; ms++) {
        process_begin(&server, arguments);
        stopwatch_pause_ms(ms);
        process_kill(&server);
    }
    process_start(&server, arguments);
    client_enter(&ada, CLIENT_XTERM, server.port, "ada");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_stop_and_a_start_change_nothing)
{
    start();
    (void)play_for(1500, 0);
    client_wait_quiet(&ada, 120, ANSWER_MS);
    note_moments();
    uint64_t before = moments[moment_count - 1].map;
    ck_assert_int_eq(process_stop(&server), 0);
    client_close(&ada);
    ck_assert_msg(state_after_restart() == before, "another state came back");
    ck_assert_int_eq(process_stop(&server), 0);
}

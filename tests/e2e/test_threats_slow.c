/*
 * Slow readers: clients that read nothing for a while, or never again, however much is drawn for
 * them. Players beside them are answered, a reader that reads again sees what is there, and one
 * that does not is closed. The memory that they cost is printed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/live/bystander.h"
#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/light_client.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum {
    ANSWER_MS = 10000,
    SCREEN_SIZE = TERMINAL_ROW_SIZE * 24,
    SLOW_MAX = 500,
    LOGGED_MAX = 50,
    QUIET_MS = 300,
    NARROW = 4096, /* of a socket's buffer: full soon */
};

static struct process server;
static struct console console;
static struct bystander bystander;
static struct client *crowd;
static struct client **all;
static long greatest_kib;

static void set_up(void)
{
    process_init(&server);
    process_reuse_freed_memory();
    console_init(&console, UNDERCROFTCTL_PATH, &server);
    crowd = calloc(SLOW_MAX, sizeof *crowd);
    all = calloc(SLOW_MAX, sizeof *all);
    ck_assert(crowd != NULL && all != NULL);
    for (int i = 0; i < SLOW_MAX; i++)
        all[i] = &crowd[i];
    greatest_kib = 0;
    light_allow_descriptors();
}

static void tear_down(void)
{
    for (int i = 0; i < SLOW_MAX; i++)
        client_close(&crowd[i]);
    bystander_close(&bystander);
    free(crowd);
    free(all);
    console_release(&console);
    process_release(&server);
}

static void name_of(int number, char out[8])
{
    static const char letters[] = "abcdefghkp";

    snprintf(out, 8, "slow%c%c%c", letters[number / 100 % 10], letters[number / 10 % 10],
             letters[number % 10]);
}

/* All play; returns the server's memory then. */
static long enter(int count)
{
    bystander_enter(&bystander, server.port, "bystander");
    for (int i = 0; i < count; i++) {
        char name[8];
        name_of(i, name);
        client_open_from(&crowd[i], CLIENT_XTERM, server.port, 1, NARROW);
        client_login(&crowd[i], name);
        /* Clients that came earlier read what is drawn meanwhile. */
        if (i % 10 == 9)
            client_pump_all(all, (size_t)i + 1, 0);
        client_pump(&bystander.client, 0);
    }
    client_pump_all(all, (size_t)count, QUIET_MS);
    client_wait_quiet(&bystander.client, QUIET_MS, ANSWER_MS);
    for (size_t i = 0; i < 10; i++)
        bystander_expect_unnoticed(&bystander, "before slow readers");
    bystander_print(&bystander, "before slow readers");
    return process_resident_kib(&server);
}

/* Called each time; the greatest growth is printed at the end. */
static void note_growth(long before_kib)
{
    long grown_kib = process_resident_kib(&server) - before_kib;

    if (grown_kib > greatest_kib)
        greatest_kib = grown_kib;
}

static void print(int count, const char *during)
{
    printf("threats: %d %s: memory grew by %ld KiB at most\n", count, during, greatest_kib);
    bystander_print(&bystander, during);
}

/* Every key changes the screen, and none the world; nobody reads a byte of it. */
static void press_keys(int count)
{
    static const char *const keys[] = {"\x0c?", "\x1b\x0c", "\x0cW", "\x1b\x0c"};

    for (int round = 0; round < 40; round++) {
        for (int i = 0; i < count; i++)
            client_send_some(&crowd[i], keys[round % 4], strlen(keys[round % 4]));
        stopwatch_pause_ms(25);
    }
    bystander_expect_unnoticed(&bystander, "slow readers");
}

/* Reads until nothing comes to anybody. */
static void read_all(int count)
{
    int64_t deadline_us = stopwatch_deadline_us(ANSWER_MS);
    uint64_t before;
    uint64_t now = 0;

    do {
        before = now;
        client_pump_all(all, (size_t)count, QUIET_MS);
        now = 0;
        for (int i = 0; i < count; i++)
            now += crowd[i].bytes;
        ck_assert_msg(now == before || !stopwatch_is_over(deadline_us), "no end of output");
    } while (now != before);
}

static void cut_out(char *text, const char *from, const char *to)
{
    char *begin = strstr(text, from);
    char *end = begin == NULL ? NULL : strstr(begin, to);

    if (end != NULL)
        memmove(begin, end + strlen(to), strlen(end + strlen(to)) + 1);
}

/* Without the lag in the status row, which is another one each time. */
static void screen_of(const struct client *client, char *out)
{
    ck_assert_msg(!client->is_closed, "a slow reader is closed before its time");
    terminal_text(&client->terminal, 0, 24, out, SCREEN_SIZE);
    cut_out(out, "  lag ", "ms");
}

/* Row by row; blanks at its end are worth nothing: where the lag stood, the row is shorter. */
static void expect_equal(const char *name, const char *before, const char *after)
{
    while (*before != '\0' && *after != '\0') {
        int length = (int)strcspn(before, "\n");
        int other_length = (int)strcspn(after, "\n");
        int trimmed = length;
        int other_trimmed = other_length;
        while (trimmed > 0 && before[trimmed - 1] == ' ')
            trimmed--;
        while (other_trimmed > 0 && after[other_trimmed - 1] == ' ')
            other_trimmed--;
        ck_assert_msg(trimmed == other_trimmed && memcmp(before, after, (size_t)trimmed) == 0,
                      "after a pause a row of %s's screen is\n%.*s\nand is to be\n%.*s", name,
                      trimmed, before, other_trimmed, after);
        before += length + 1;
        after += other_length + 1;
    }
    ck_assert(*before == *after);
}

/* The screens must be the same before and after a full redraw. */
static void expect_true_screens(int count)
{
    static char after[SCREEN_SIZE];
    char name[8];
    char(*before)[SCREEN_SIZE] = calloc(SLOW_MAX, sizeof *before);

    ck_assert_ptr_nonnull(before);
    for (int i = 0; i < count; i++) {
        screen_of(&crowd[i], before[i]);
        crowd[i].bytes = 0;
        client_type(&crowd[i], "\x0c");
    }
    read_all(count);
    for (int i = 0; i < count; i++) {
        ck_assert_msg(crowd[i].bytes > 0, "nothing was drawn again");
        screen_of(&crowd[i], after);
        name_of(i, name);
        expect_equal(name, before[i], after);
    }
    free(before);
}

/* Presses keys until the server has more output for each client than its socket takes. */
static void stall(int count)
{
    double skipped = console_metric(&console, "undercroft_frames_skipped_total");
    int64_t deadline_us = stopwatch_deadline_us(ANSWER_MS * (1 + count / 20));

    while (console_metric(&console, "undercroft_frames_skipped_total") < skipped + count) {
        press_keys(count);
        ck_assert_msg(!stopwatch_is_over(deadline_us), "%.0f frames are skipped",
                      console_metric(&console, "undercroft_frames_skipped_total"));
    }
}

TEST_FIXTURE(set_up, tear_down);

TEST(who_reads_again_after_a_pause_sees_what_is_there)
{
    int count = (int)test_number("SLOW_READERS", 8, SLOW_MAX);

    process_start(&server,
                  WORDS("--seed", "11", "--stalled-seconds", "600", "--backup-minutes", "0"));
    long before_kib = enter(count);
    stall(count);
    note_growth(before_kib);
    for (int i = 0; i < count; i++)
        client_send_some(&crowd[i], "\x1b", 1);
    stopwatch_pause_ms(QUIET_MS);
    read_all(count);
    expect_true_screens(count);
    print(count, "slow readers");
    bystander_close(&bystander);
    ck_assert_int_eq(process_stop(&server), 0);
}

static int count_closed(int count)
{
    int closed = 0;

    for (int i = 0; i < count; i++)
        closed += crowd[i].is_closed;
    return closed;
}

/* Noticed by writing: they do not read. They have ten minutes for it at first, and then less. */
TEST(who_never_reads_is_closed)
{
    int count = (int)test_number("SLOW_READERS", 8, SLOW_MAX);
    int seconds = (int)test_number("SLOW_SECONDS", 3, 600);
    char limit[8];
    char name[8];

    snprintf(limit, sizeof limit, "%d", seconds);
    process_start(&server,
                  WORDS("--seed", "11", "--stalled-seconds", "600", "--backup-minutes", "0"));
    long before_kib = enter(count);
    stall(count);
    ck_assert_msg(count_closed(count) == 0, "%d are closed before their time", count_closed(count));
    console_expect(&console, WORDS("set", "stalled-seconds", limit), 0, "now");
    int64_t deadline_us = stopwatch_deadline_us((seconds + 20 + count / 2) * 1000);
    while (count_closed(count) < count) {
        press_keys(count);
        note_growth(before_kib);
        ck_assert_msg(!stopwatch_is_over(deadline_us), "only %d of %d are closed",
                      count_closed(count), count);
    }
    /* With many closed at once, the log leaves some lines out. */
    ck_assert(count > LOGGED_MAX || process_said(&server, "err", "\"reason\":\"stalled\""));
    print(count, "readers that never read");
    name_of(0, name);
    client_close(&crowd[0]);
    client_enter(&crowd[0], CLIENT_XTERM, server.port, name);
    bystander_close(&bystander);
    ck_assert_int_eq(process_stop(&server), 0);
}

/*
 * What a running server costs: start, standing still, memory, bytes a step, and the time from a key
 * to a screen, one's own and another's. Prints figures and judges nothing.
 * Usage: bench_server
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/live/client.h"
#include "support/live/explorer.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/suite.h"

enum {
    CROWD_MAX = 500,
    CROWD = 100,
    IDLE_MS = 10000,
    STARTS = 9,
    LOGINS = 20,
    STEPS = 400,
    WALKERS = 10,
    WALKS = 20, /* of each */
    QUIET_MS = 60,
    WAIT_MS = 2000,
    SEEN_MS = 300, /* a step not seen by then was out of sight */
};

struct samples {
    double values[4096];
    size_t count;
};

static struct process server;
static struct client *crowd;
static struct samples samples;

static void set_up(void)
{
    process_init(&server);
    samples.count = 0;
    crowd = calloc(CROWD_MAX, sizeof *crowd);
    ck_assert(crowd != NULL);
}

static void tear_down(void)
{
    for (size_t i = 0; i < CROWD_MAX; i++)
        client_close(&crowd[i]);
    free(crowd);
    process_release(&server);
}

static void add_sample(double value)
{
    if (samples.count < sizeof samples.values / sizeof samples.values[0])
        samples.values[samples.count++] = value;
}

static int compare_values(const void *a, const void *b)
{
    double left = *(const double *)a;
    double right = *(const double *)b;

    return (left > right) - (left < right);
}

static double part(double share)
{
    return samples.values[(size_t)((double)(samples.count - 1) * share)];
}

static void print_samples(const char *what, const char *unit)
{
    double sum = 0;

    if (samples.count == 0)
        return;
    qsort(samples.values, samples.count, sizeof samples.values[0], compare_values);
    for (size_t i = 0; i < samples.count; i++)
        sum += samples.values[i];
    printf("%-34s %5zu  mean %8.2f  p50 %8.2f  p95 %8.2f  p99 %8.2f  max %8.2f %s\n", what,
           samples.count, sum / (double)samples.count, part(0.5), part(0.95), part(0.99), part(1.0),
           unit);
    fflush(stdout);
    samples.count = 0;
}

static void name_of(int number, char out[8])
{
    static const char letters[] = "abcdefghjk"; /* none that looks like another */

    snprintf(out, 8, "walk%c%c%c", letters[number / 100], letters[number / 10 % 10],
             letters[number % 10]);
}

static void enter(int from, int to)
{
    for (int i = from; i < to; i++) {
        char name[8];
        name_of(i, name);
        client_enter(&crowd[i], CLIENT_XTERM, server.port, name);
        for (int other = from; other < i; other++)
            client_pump(&crowd[other], 0);
    }
}

static void pump_crowd(int count, int ms)
{
    struct client *all[CROWD_MAX];

    for (int i = 0; i < count; i++)
        all[i] = &crowd[i];
    int64_t deadline_us = stopwatch_now_us() + (int64_t)ms * 1000;
    while (stopwatch_now_us() < deadline_us) {
        client_pump_all(all, (size_t)count, 0);
        stopwatch_pause_ms(20);
    }
}

START_TEST(starts)
{
    for (int i = 0; i < STARTS; i++) {
        process_start(&server, NULL);
        add_sample((double)server.ready_us / 1000);
        ck_assert_int_eq(process_stop(&server), 0);
        process_release(&server);
        process_init(&server);
    }
    print_samples("start on a fresh folder", "ms");
}
END_TEST

START_TEST(logins)
{
    process_start(&server, NULL);
    for (int i = 0; i < LOGINS; i++) {
        char name[8];
        name_of(i, name);
        int64_t began_us = stopwatch_now_us();
        client_enter(&crowd[i], CLIENT_XTERM, server.port, name);
        add_sample((double)(stopwatch_now_us() - began_us) / 1000);
    }
    print_samples("call to first screen, new delver", "ms");
    ck_assert_int_eq(process_stop(&server), 0);
}
END_TEST

START_TEST(idle)
{
    process_start(&server, NULL);
    enter(CROWD_MAX - 1, CROWD_MAX);
    client_close(&crowd[CROWD_MAX - 1]);
    long empty_kib = process_resident_kib(&server);
    enter(0, CROWD);
    pump_crowd(CROWD, 500);
    long hundred_kib = process_resident_kib(&server);
    int64_t before_us = process_cpu_us(&server);
    pump_crowd(CROWD, IDLE_MS);
    printf("%-34s %8.2f %% of a core\n", "100 delvers standing still",
           (double)(process_cpu_us(&server) - before_us) / IDLE_MS / 10);
    printf("%-34s %8.1f KiB (empty server %ld KiB)\n", "memory a delver, of 100",
           (double)(hundred_kib - empty_kib) / CROWD, empty_kib);
    enter(CROWD, CROWD_MAX);
    pump_crowd(CROWD_MAX, 500);
    printf("%-34s %8.1f KiB\n", "memory a delver, of 500",
           (double)(process_resident_kib(&server) - empty_kib) / CROWD_MAX);
    before_us = process_cpu_us(&server);
    pump_crowd(CROWD_MAX, IDLE_MS / 2);
    printf("%-34s %8.2f %% of a core\n", "500 delvers standing still",
           (double)(process_cpu_us(&server) - before_us) / (IDLE_MS / 2.0) / 10);
    ck_assert_int_eq(process_stop(&server), 0);
}
END_TEST

static void walk(enum client_kind kind, int width, int height, const char *what)
{
    struct client *ada = &crowd[0];
    struct rng rng;

    rng_init(&rng, 1);
    process_start(&server, (const char *const[]){"--seed", "3", "--tick-ms", "10", NULL});
    client_enter(ada, kind, server.port, "ada");
    client_resize(ada, width, height);
    client_wait_quiet(ada, QUIET_MS, WAIT_MS);
    for (int i = 0; i < STEPS; i++) {
        uint64_t before = ada->bytes;
        if (!explorer_step(ada, EXPLORE_UNKNOWN, &rng) &&
            !explorer_step(ada, EXPLORE_ANYWHERE, &rng))
            break;
        add_sample((double)(ada->bytes - before));
    }
    print_samples(what, "bytes");
    ck_assert_int_eq(process_stop(&server), 0);
}

START_TEST(bytes_16)
{
    walk(CLIENT_XTERM_16, 80, 24, "a step, 80x24, 16 colours, ASCII");
}
END_TEST

START_TEST(bytes_256)
{
    walk(CLIENT_XTERM, 80, 24, "a step, 80x24, 256 colours, UTF-8");
}
END_TEST

START_TEST(bytes_16_compressed)
{
    walk(CLIENT_XTERM_16_COMPRESSED, 80, 24, "the same, 16 colours, MCCP2");
}
END_TEST

START_TEST(bytes_256_compressed)
{
    walk(CLIENT_XTERM_COMPRESSED, 80, 24, "the same, 256 colours, MCCP2");
}
END_TEST

/* Words for steps, straight on until something is in the way; refusals are not counted. */
START_TEST(bytes_line)
{
    static const char *const ways[] = {"east", "south", "west", "north", "southeast"};
    struct client *ada = &crowd[0];
    size_t way = 0;

    process_start(&server, (const char *const[]){"--seed", "3", "--tick-ms", "10", NULL});
    client_enter(ada, CLIENT_LINE, server.port, "ada");
    client_wait_quiet(ada, QUIET_MS, WAIT_MS);
    for (int i = 0; i < STEPS; i++) {
        uint64_t before = ada->bytes;
        client_forget(ada);
        client_say_line(ada, ways[way]);
        client_wait_quiet(ada, QUIET_MS, WAIT_MS);
        if (strstr(ada->heard, "You walk") == NULL || i % 17 == 16)
            way = (way + 1) % (sizeof ways / sizeof ways[0]);
        if (strstr(ada->heard, "You walk") != NULL)
            add_sample((double)(ada->bytes - before));
        stopwatch_pause_ms(20); /* twenty lines a second are heard */
    }
    print_samples("a step in line mode, no automap", "bytes");
    ck_assert_int_eq(process_stop(&server), 0);
}
END_TEST

START_TEST(bytes_with_sidebar)
{
    walk(CLIENT_XTERM_16, 132, 43, "a step, 132x43, 16 colours, ASCII");
}
END_TEST

/* Milliseconds from now until bytes come to `client`; negative if none do. */
static double wait_for_bytes(struct client *client, int64_t began_us, uint64_t before)
{
    while (client->bytes == before) {
        if (stopwatch_now_us() - began_us > (int64_t)SEEN_MS * 1000)
            return -1;
        client_pump(client, 1);
    }
    return (double)(client->received_us - began_us) / 1000;
}

/* One delver steps to and fro; `seer` is who looks, the walker or another. */
static void time_steps(int walker, int seer, struct rng *rng)
{
    for (int i = 0; i < WALKS; i++) {
        char keys[2] = {explorer_key(&crowd[walker].terminal, EXPLORE_ANYWHERE, rng), '\0'};
        pump_crowd(WALKERS, 120);
        stopwatch_pause_ms(rng_range(rng, 0, 19)); /* anywhere between two ticks */
        uint64_t before = crowd[seer].bytes;
        int64_t began_us = stopwatch_now_us();
        client_type(&crowd[walker], keys);
        double took_ms = wait_for_bytes(&crowd[seer], began_us, before);
        if (took_ms >= 0)
            add_sample(took_ms);
    }
}

START_TEST(latency)
{
    struct rng rng;

    rng_init(&rng, 4);
    process_start(&server, (const char *const[]){"--seed", "3", NULL});
    enter(0, WALKERS);
    pump_crowd(WALKERS, 500);
    for (int walker = 0; walker < WALKERS; walker++)
        time_steps(walker, walker, &rng);
    print_samples("key to own screen", "ms");
    for (int walker = 0; walker < WALKERS; walker++)
        time_steps(walker, (walker + 1) % WALKERS, &rng);
    print_samples("key to another's screen", "ms");
    ck_assert_int_eq(process_stop(&server), 0);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("server");

    /* Not a test: the frame gives the clean-up, whatever happens. */
    setenv("CK_FORK", "no", 1);
    tcase_set_timeout(tcase, 600);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, starts);
    tcase_add_test(tcase, logins);
    tcase_add_test(tcase, bytes_16);
    tcase_add_test(tcase, bytes_16_compressed);
    tcase_add_test(tcase, bytes_256);
    tcase_add_test(tcase, bytes_256_compressed);
    tcase_add_test(tcase, bytes_line);
    tcase_add_test(tcase, bytes_with_sidebar);
    tcase_add_test(tcase, latency);
    tcase_add_test(tcase, idle);
    return suite_run("bench/server", tcase);
}

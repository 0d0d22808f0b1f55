/*
 * Bytes: a step costs few, and nothing costs none, whether one stands still or a hundred do. The
 * seconds to start, the processor's time for those who stand still and the memory for those who are
 * there are printed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/live/client.h"
#include "support/live/drawn.h"
#include "support/live/explorer.h"
#include "support/live/figure.h"
#include "support/live/process.h"
#include "support/live/server_ticks.h"
#include "support/test.h"

enum {
    STEPS = 400,
    STEP_BYTES_MEAN_MAX = 250,
    QUIET_MS = 300,
    IDLE_MS = 2500,
    ANSWER_MS = 5000,
    CROWD = 100,
    CROWD_IDLE_MS = 5000,
    TRIES = 20,
    MARK_BYTES = 3,
};

static struct process server;
static struct client *crowd;

static void set_up(void)
{
    process_init(&server);
    crowd = calloc(CROWD, sizeof *crowd);
    ck_assert(crowd != NULL);
}

static void tear_down(void)
{
    for (size_t i = 0; i < CROWD; i++)
        client_close(&crowd[i]);
    free(crowd);
    process_release(&server);
}

/* All clients hang up first: a stop with players is tested elsewhere. */
static void stop_server(void)
{
    for (size_t i = 0; i < CROWD; i++)
        client_close(&crowd[i]);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_step_on_a_scrolling_level_of_rooms_costs_few_bytes)
{
    struct client *ada = &crowd[0];
    struct rng rng;
    uint64_t total = 0;
    int steps = 0;

    rng_init(&rng, 1);
    drawn_start(&server, "many_rooms", WORDS("--seed", "3", "--tick-ms", "10"));
    client_enter(ada, CLIENT_XTERM_16, server.port, "ada");
    client_wait_quiet(ada, QUIET_MS, ANSWER_MS);
    for (; steps < STEPS; steps++) {
        uint64_t before = ada->bytes;
        if (!explorer_step(ada, EXPLORE_UNKNOWN, &rng) &&
            !explorer_step(ada, EXPLORE_ANYWHERE, &rng))
            break;
        total += ada->bytes - before;
    }
    client_wait_quiet(ada, QUIET_MS, ANSWER_MS);
    ck_assert_msg(steps == STEPS, "the walk ended after %d steps", steps);
    printf("budget: %.1f bytes a step in the mean\n", (double)total / STEPS);
    ck_assert_msg(total <= (uint64_t)STEP_BYTES_MEAN_MAX * STEPS, "%.1f bytes a step in the mean",
                  (double)total / STEPS);
    ck_assert_msg(total >= (uint64_t)STEPS * 4, "a walk without bytes is none");
    stop_server();
}

TEST(nothing_changed_costs_nothing)
{
    struct client *ada = &crowd[0];
    struct client *brom = &crowd[1];

    process_start(&server, (const char *const[]){"--seed", "3", NULL});
    client_enter(ada, CLIENT_XTERM, server.port, "ada");
    client_enter(brom, CLIENT_LINE, server.port, "brom");
    client_wait_quiet(ada, QUIET_MS, ANSWER_MS);
    client_wait_quiet(brom, QUIET_MS, ANSWER_MS);
    uint64_t before = ada->bytes;
    uint64_t before_line = brom->bytes;
    client_pump_all((struct client *const[]){ada, brom}, 2, IDLE_MS);
    ck_assert_msg(ada->bytes == before, "%d bytes came for nothing", (int)(ada->bytes - before));
    ck_assert_msg(brom->bytes == before_line, "%d bytes came for nothing in line mode",
                  (int)(brom->bytes - before_line));
    /* The same refusal twice says nothing new the second time. */
    client_type(ada, "\x1b");
    client_wait_quiet(ada, QUIET_MS, ANSWER_MS);
    client_type(ada, "<");
    client_wait_quiet(ada, QUIET_MS, ANSWER_MS);
    before = ada->bytes;
    client_type(ada, "<");
    client_wait_quiet(ada, QUIET_MS, ANSWER_MS);
    ck_assert_msg(ada->bytes - before <= 64, "the same refusal again cost %d bytes",
                  (int)(ada->bytes - before));
    stop_server();
}

TEST(a_fresh_world_becomes_ready_and_stops)
{
    process_start(&server, NULL);
    figure_print("budget", "a fresh world is ready", (double)(server.ready_us / 1000), "ms");
    stop_server();
}

static void enter_crowd(void)
{
    for (int i = 0; i < CROWD; i++) {
        char name[8] = "walk";
        name[4] = "abcdefghjk"[i / 10];
        name[5] = "abcdefghjk"[i % 10];
        client_enter(&crowd[i], CLIENT_XTERM, server.port, name);
        for (int other = 0; other < i; other++)
            client_pump(&crowd[other], 0);
    }
}

/* Bytes that all were sent, without the timing marks that measure each line every half minute. */
static uint64_t news_bytes(struct client *const *all)
{
    uint64_t bytes = 0;

    for (int i = 0; i < CROWD; i++)
        bytes += all[i]->bytes - MARK_BYTES * all[i]->marks;
    return bytes;
}

/* Bytes that come to all clients in CROWD_IDLE_MS. */
static uint64_t idle_bytes(struct client *const *all)
{
    int64_t before_us = process_cpu_us(&server);
    uint64_t before = news_bytes(all);
    struct tick_count lived;

    tick_count_begin(&lived, server.port);
    while (tick_count_passed(&lived) < server_ticks_of_quiet(server.port, CROWD_IDLE_MS, false))
        client_pump_all(all, CROWD, 1);
    figure_print("budget", "a hundred who stand still",
                 (double)(process_cpu_us(&server) - before_us) / CROWD_IDLE_MS,
                 "thousandths of a core");
    return news_bytes(all) - before;
}

/* Changes that their arrival made are still sent at first; after that nothing is. */
TEST(a_hundred_who_stand_still_are_sent_nothing)
{
    struct client *all[CROWD];
    int tries = 0;

    for (int i = 0; i < CROWD; i++)
        all[i] = &crowd[i];
    /* A large page begun is 20 KiB for each of a hundred, by chance of where the heap lies. */
    server.has_small_pages = true;
    process_start(&server, (const char *const[]){"--seed", "3", NULL});
    /* The first ones through warm up what everybody shares. */
    client_enter(&crowd[CROWD - 1], CLIENT_XTERM, server.port, "prima");
    client_close(&crowd[CROWD - 1]);
    size_t before = process_anonymous_bytes(&server);
    enter_crowd();
    client_pump_all(all, CROWD, 500);
    figure_print("budget", "a delver takes",
                 (double)((long)(process_anonymous_bytes(&server) - before) / CROWD), "bytes");
    while (idle_bytes(all) > 0)
        ck_assert_msg(++tries < TRIES, "something is sent all the time");
    stop_server();
}

#ifndef TESTS_ARE_INSTRUMENTED
/* Whether the mapping of the heap, whose first line ends in "[heap]", asks for large pages. */
static bool asks_for_large_pages(FILE *mappings)
{
    char line[1024];
    bool is_heap = false;

    while (fgets(line, sizeof line, mappings) != NULL) {
        if (strchr(line, '-') != NULL && strchr(line, ':') > strchr(line, '-'))
            is_heap = strstr(line, "[heap]") != NULL;
        if (is_heap && strncmp(line, "VmFlags:", 8) == 0 && strstr(line, " hg") != NULL)
            return true;
    }
    return false;
}

TEST(the_heap_asks_for_large_pages)
{
    char path[64];

    process_start(&server, NULL);
    client_enter(&crowd[0], CLIENT_XTERM, server.port, "ada"); /* some ticks have passed then */
    snprintf(path, sizeof path, "/proc/%d/smaps", (int)server.pid);
    FILE *mappings = fopen(path, "r");
    ck_assert_ptr_nonnull(mappings);
    bool asks = asks_for_large_pages(mappings);
    fclose(mappings);
    ck_assert_msg(asks, "no part of the heap asks for large pages");
    stop_server();
}
#endif

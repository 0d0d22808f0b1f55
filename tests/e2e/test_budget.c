/*
 * What things cost: bytes a step, bytes of nothing, and, of a release build, seconds to start, the
 * processor's time for those who stand still and memory for those who are there.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/live/client.h"
#include "support/live/drawn.h"
#include "support/live/explorer.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/suite.h"

enum {
    STEPS = 400,
    STEP_BYTES_MEAN_MAX = 250,
    QUIET_MS = 300,
    IDLE_MS = 2500,
    ANSWER_MS = 5000,
    CROWD = 100,
    CROWD_IDLE_MS = 5000,
    TRIES = 3,
#ifdef BUDGET_OF_RELEASE
    START_MS_MAX = 500,
    IDLE_CPU_PERMILLE_MAX = 10,
    DELVER_BYTES_MAX = 25 * 1024,
#else
    START_MS_MAX = 5000,
    IDLE_CPU_PERMILLE_MAX = 200,
    DELVER_BYTES_MAX = 1024 * 1024, /* sanitizers keep what is freed */
#endif
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

/* Whoever is still there hangs up first: a stop with players is tested elsewhere. */
static void stop_server(void)
{
    for (size_t i = 0; i < CROWD; i++)
        client_close(&crowd[i]);
    ck_assert_int_eq(process_stop(&server), 0);
}

START_TEST(a_step_on_a_scrolling_level_of_rooms_costs_few_bytes)
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
END_TEST

START_TEST(nothing_changed_costs_nothing)
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
END_TEST

/* A busy machine may be slow once, but hardly each time. */
START_TEST(a_fresh_world_is_ready_soon)
{
    int64_t limit_us = (int64_t)START_MS_MAX * 1000 * stopwatch_patience();
    int64_t ready_us = INT64_MAX;

    for (int i = 0; i < TRIES && ready_us > limit_us; i++) {
        if (i > 0) {
            process_release(&server);
            process_init(&server);
        }
        process_start(&server, NULL);
        ready_us = server.ready_us;
        stop_server();
    }
    printf("budget: ready after %lld ms\n", (long long)(ready_us / 1000));
    ck_assert_msg(ready_us <= limit_us, "ready after %lld ms", (long long)(ready_us / 1000));
}
END_TEST

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

/* What the server computes in CROWD_IDLE_MS, in thousandths of a core. */
static int64_t idle_permille(struct client *const *all)
{
    int64_t before_us = process_cpu_us(&server);

    client_pump_all(all, CROWD, CROWD_IDLE_MS);
    return (process_cpu_us(&server) - before_us) / CROWD_IDLE_MS;
}

START_TEST(those_who_stand_still_cost_next_to_nothing)
{
    struct client *all[CROWD];
    int64_t permille = INT64_MAX;

    for (int i = 0; i < CROWD; i++)
        all[i] = &crowd[i];
    /* A large page begun is 20 KiB for each of a hundred, by chance of where the heap lies. */
    server.has_small_pages = true;
    process_start(&server, (const char *const[]){"--seed", "3", NULL});
    /* The first ones through warm up what everybody shares. */
    client_enter(&crowd[CROWD - 1], CLIENT_XTERM, server.port, "first");
    client_close(&crowd[CROWD - 1]);
    size_t before = process_anonymous_bytes(&server);
    enter_crowd();
    client_pump_all(all, CROWD, 500);
    long grown = (long)(process_anonymous_bytes(&server) - before) / CROWD;
    /* What others compute beside it takes the caches away; but hardly each time. */
    for (int i = 0; i < TRIES && permille > IDLE_CPU_PERMILLE_MAX; i++)
        permille = idle_permille(all);
    printf("budget: %d idle delvers, %.1f %% of a core, %ld bytes each\n", CROWD,
           (double)permille / 10, grown);
    fflush(stdout);
    ck_assert_msg(permille <= IDLE_CPU_PERMILLE_MAX, "%.1f %% of a core", (double)permille / 10);
    ck_assert_msg(grown <= DELVER_BYTES_MAX, "%ld bytes a delver", grown);
    stop_server();
}
END_TEST

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

START_TEST(the_heap_asks_for_large_pages)
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
END_TEST
#endif

int main(void)
{
    TCase *tcase = tcase_create("budget");

    tcase_set_timeout(tcase, 300);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_step_on_a_scrolling_level_of_rooms_costs_few_bytes);
    tcase_add_test(tcase, nothing_changed_costs_nothing);
    tcase_add_test(tcase, a_fresh_world_is_ready_soon);
    tcase_add_test(tcase, those_who_stand_still_cost_next_to_nothing);
#ifndef TESTS_ARE_INSTRUMENTED
    tcase_add_test(tcase, the_heap_asks_for_large_pages);
#endif
    return suite_run("e2e/budget", tcase);
}

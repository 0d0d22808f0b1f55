/*
 * SIGTERM under 500 connections: some walk, some stand, some have not said who they are, some no
 * longer read. The server ends with 0, players who read are told that it is saved, and delvers
 * that stood still are where they stood when the next server comes. How long that takes is printed.
 *
 * STOP_ROUNDS in the environment says how often; 5 if it does not.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "support/live/figure.h"
#include "support/live/ledger.h"
#include "support/live/light_client.h"
#include "support/live/place.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum {
    ROUNDS = 5,
    WALKERS = 200,
    STANDERS = 150, /* and hear of it when somebody swaps places with them */
    DEAF = 50,      /* play and read nothing */
    PLAYERS = WALKERS + STANDERS + DEAF,
    UNNAMED = 100,
    CROWD = PLAYERS + UNNAMED,
    DEAF_BUFFER = 2048,
    DEAF_LINES = 30,
    DESCRIPTORS = CROWD + 64,
    LOGIN_MS = 30000,
    PARTY = 100, /* so many log in at a time: more would be asked for patience */
    WALK_MS_MAX = 400,
};

/* The log's event of a server that waits for nobody any more. */
static const char at_once[] = "\"event\":\"stop.at-once\"";

static struct process server;
static struct ledger ledger;
static struct rng rng;
static struct light_client crowd[CROWD];
static struct place places[PLAYERS];

static void set_up(void)
{
    long descriptors = light_allow_descriptors();

    ck_assert_msg(descriptors >= DESCRIPTORS, "%d descriptors are needed, %ld allowed", DESCRIPTORS,
                  descriptors);
    rng_init(&rng, 17);
    process_init(&server);
    ledger_init(&ledger, PLAYERS);
    while (ledger.count < PLAYERS)
        ledger_add(&ledger);
}

static void tear_down(void)
{
    for (size_t i = 0; i < CROWD; i++)
        light_close(&crowd[i]);
    ledger_release(&ledger);
    process_release(&server);
}

/* Nothing is saved because time has passed: so it is the stop that saves. */
static void start(void)
{
    process_start(&server, (const char *const[]){"--seed", "11", "--wing-size", "8", "--save-ms",
                                                 "600000", NULL});
}

/* Asks each player's delver for its place, which the ledger is compared with afterwards. */
static void ask_players(void)
{
    place_ask_all(crowd, PLAYERS, places, LOGIN_MS);
    for (size_t i = 0; i < PLAYERS; i++)
        ck_assert_msg(place_read(crowd[i].heard, &places[i]), "%s was not answered:\n%s",
                      crowd[i].name, crowd[i].heard);
}

static void enter_some(size_t from, size_t to)
{
    for (size_t first = from; first < to; first += PARTY) {
        size_t end = to - first < PARTY ? to : first + PARTY;
        for (size_t i = first; i < end; i++)
            light_open(&crowd[i], server.port, ledger.entries[i].name,
                       i >= WALKERS + STANDERS ? DEAF_BUFFER : 0);
        light_wait_stage(crowd + first, end - first, LIGHT_PLAYING, LOGIN_MS);
    }
    for (size_t i = from; i < to; i++)
        ck_assert_msg(crowd[i].stage == LIGHT_PLAYING, "%s did not get in, but heard:\n%s",
                      crowd[i].name, crowd[i].heard);
}

/* Delvers whose place is known exactly come first, so that nobody else stands there. */
static void enter(void)
{
    enter_some(WALKERS, WALKERS + STANDERS);
    enter_some(0, WALKERS);
    enter_some(WALKERS + STANDERS, PLAYERS);
    ask_players();
    for (size_t i = 0; i < PLAYERS; i++)
        ledger_check(&ledger, &ledger.entries[i], &places[i], true, crowd[i].was_made);
    for (size_t i = PLAYERS; i < CROWD; i++)
        light_open(&crowd[i], server.port, NULL, 0);
}

static void step(size_t i)
{
    char line[32];

    snprintf(line, sizeof line, "%s\r\n",
             dir_name((enum dir)rng_range(&rng, DIR_NORTH, DIR_COUNT - 1)));
    light_send(&crowd[i], line);
    ledger.entries[i].moves++;
}

/* From here on the deaf read nothing, and there is much to read. */
static void become_deaf(void)
{
    for (size_t i = WALKERS + STANDERS; i < PLAYERS; i++) {
        crowd[i].is_deaf = true;
        for (int line = 0; line < DEAF_LINES; line++)
            light_send(&crowd[i], "commands\r\n");
    }
}

/* Everybody takes a step, and then those who stand are asked where that is. */
static void play(void)
{
    int64_t end_us;

    for (size_t i = 0; i < WALKERS + STANDERS; i++)
        step(i);
    light_pump(crowd, CROWD, 0);
    become_deaf();
    end_us = stopwatch_now_us() + (int64_t)rng_range(&rng, 200, WALK_MS_MAX) * 1000;
    while (stopwatch_now_us() < end_us)
        light_pump(crowd, CROWD, 10);
    for (size_t i = 0; i < WALKERS + STANDERS; i++) {
        if (i < WALKERS) {
            step(i);
            continue;
        }
        light_forget(&crowd[i]);
        light_send(&crowd[i], place_question);
    }
    ck_assert(light_wait_heard(crowd + WALKERS, STANDERS, "Exits: ", LOGIN_MS));
    ck_assert(light_wait_heard(crowd + WALKERS, STANDERS, "steps walked", LOGIN_MS));
}

/* Players who read were told of the save; the ledger takes the places of delvers that stood still
   and were not moved by others. */
static void settle(void)
{
    for (size_t i = 0; i < WALKERS + STANDERS; i++) {
        struct place now;
        const char *heard = crowd[i].heard;
        ck_assert_msg(strstr(heard, "The server is stopping. Saved") != NULL,
                      "%s was not told that it is saved:\n%s", crowd[i].name, heard);
        if (i < WALKERS || strstr(heard, "swap") != NULL || strstr(heard, "You walk") != NULL)
            continue;
        ck_assert_msg(place_read(heard, &now), "%s does not tell its place:\n%s", crowd[i].name,
                      heard);
        ledger_acknowledge(&ledger, &ledger.entries[i], &now);
    }
    for (size_t i = PLAYERS; i < CROWD; i++)
        ck_assert_msg(strstr(crowd[i].heard, "The server is stopping") != NULL,
                      "a caller without a name was told nothing:\n%s", crowd[i].heard);
}

static int64_t stop(void)
{
    int64_t began_us = stopwatch_now_us();

    kill(server.pid, SIGTERM);
    ck_assert_msg(light_wait_closed(crowd, CROWD, PROCESS_STOP_MS), "lines stay open");
    ck_assert_int_eq(process_wait(&server), 0);
    return (stopwatch_now_us() - began_us) / 1000;
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_stop_under_500_connections_saves_everybody)
{
    int rounds = (int)test_number("STOP_ROUNDS", ROUNDS, 10000);
    int64_t longest_ms = 0;

    for (int round = 0; round < rounds; round++) {
        start();
        enter();
        play();
        int64_t took_ms = stop();
        longest_ms = took_ms > longest_ms ? took_ms : longest_ms;
        settle();
        for (size_t i = 0; i < CROWD; i++)
            light_close(&crowd[i]);
    }
    start();
    enter();
    stop();
    printf("stop: %d stops under %d connections, the longest took %lld ms; %lu delvers told of a "
           "place found just it, %lu what they had left or further on\n",
           rounds + 1, CROWD, (long long)longest_ms, ledger.verified, ledger.bounded);
}

/* Players who never read again, nor close their side, while much is to be read. */
static void gather_deaf(void)
{
    start();
    for (size_t i = 0; i < DEAF; i++)
        light_open(&crowd[i], server.port, ledger.entries[i].name, DEAF_BUFFER);
    ck_assert(light_wait_stage(crowd, DEAF, LIGHT_PLAYING, LOGIN_MS));
    for (size_t i = 0; i < DEAF; i++) {
        for (int line = 0; line < DEAF_LINES; line++)
            light_send(&crowd[i], "commands\r\n");
    }
}

TEST(those_who_neither_read_nor_close_hold_up_no_stop)
{
    gather_deaf();
    stopwatch_pause_ms(300);
    int64_t began_us = stopwatch_now_us();
    ck_assert_int_eq(process_stop(&server), 0);
    figure_print_time("stop", "with 50 who neither read nor close", began_us);
    ck_assert_msg(!process_said(&server, "err", at_once), "they were not waited for");
}

/* Both signals wait for a server that stands still: it has no time between them in which it could
   end without the second. */
TEST(a_second_signal_ends_it_at_once)
{
    gather_deaf();
    stopwatch_pause_ms(300);
    process_freeze(&server);
    int64_t began_us = stopwatch_now_us();
    kill(server.pid, SIGTERM);
    kill(server.pid, SIGINT);
    process_thaw(&server);
    ck_assert_int_eq(process_wait(&server), 0);
    figure_print_time("stop", "by two signals", began_us);
    ck_assert_msg(process_said(&server, "err", at_once), "the second signal changes nothing");
}

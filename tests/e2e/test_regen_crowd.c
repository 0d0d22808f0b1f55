/*
 * Levels rebuilt, put back and locked under FIFTY delvers who walk, explore, take the stairs, are
 * sent about, hang up and come back; and kill -9 at any moment of it.
 *
 * Nobody is thrown out or lost: in the end each delver of the crowd stands somewhere and can walk,
 * in this run of the server and in the next, which finds every row as it should be. After a kill
 * the level is the one that was last told to be done, or one that was asked for since; the server
 * that starts finds its rows of one moment.
 *
 * REGENS and REGEN_KILLS in the environment say how many; REGEN_SEED makes another run.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/rng.h"
#include "rows.h"
#include "support/live/console.h"
#include "support/live/light_client.h"
#include "support/live/place.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum {
    FIFTY = 50,
    REGENS = 20,
    KILLS = 6,
    DEPTHS = 3,
    NUMBER_MAX = 1000000,
    LOGIN_MS = 30000,
    STEP_MS = 4, /* of play between two things that happen */
    STEPS_AN_ACT = 12,
    TEXT_SIZE = 64 * 1024,
    HEAD_SIZE = 32,
};

static struct process server;
static struct light_client crowd[FIFTY];
static struct rng rng;
static int operator_socket = -1;
static char text[TEXT_SIZE];
static char head[HEAD_SIZE];

static void set_up(void)
{
    process_init(&server);
    process_use_slow_disk(&server);
    light_allow_descriptors();
}

static void tear_down(void)
{
    for (size_t i = 0; i < FIFTY; i++)
        light_close(&crowd[i]);
    if (operator_socket >= 0)
        close(operator_socket);
    operator_socket = -1;
    process_release(&server);
}

static void start(void)
{
    char path[PROCESS_PATH_SIZE];

    process_start(&server, (const char *const[]){"--seed", "11", "--tick-ms", "10",
                                                 "--backup-minutes", "0", NULL});
    rows_expect_proven(&server);
    process_path(&server, "data", path);
    if (operator_socket >= 0)
        close(operator_socket);
    operator_socket = console_connect(path);
}

static void ask(const char *line)
{
    console_send(operator_socket, line, strlen(line));
}

/* True if it was done; what was said is in `text`. */
static bool order(const char *line)
{
    ask(line);
    console_take(operator_socket, head, text, sizeof text);
    return strncmp(head, "ok ", 3) == 0;
}

static void name_of(size_t index, char out[LIGHT_NAME_SIZE])
{
    static const char letters[] = "abdefghkmp"; /* none looks like another */

    snprintf(out, LIGHT_NAME_SIZE, "walker%c%c", letters[index / 10], letters[index % 10]);
}

static void come(size_t index)
{
    char name[LIGHT_NAME_SIZE];

    name_of(index, name);
    light_open(&crowd[index], server.port, name, 0);
}

static void come_all(size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (crowd[i].stage == LIGHT_CLOSED)
            come(i);
    }
    light_wait_stage(crowd, count, LIGHT_PLAYING, LOGIN_MS);
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(crowd[i].stage == LIGHT_PLAYING, "%s is not in, but heard:\n%s",
                      crowd[i].name, crowd[i].heard);
}

static void play_one(size_t index)
{
    static const char *const whims[] = {"explore",      "travel down", "down",  "down",    "up",
                                        "travel up",    "north",       "south", "east",    "west",
                                        "say is it so", "look",        "rest",  "run east"};
    struct light_client *client = &crowd[index];
    char line[40];

    if (client->stage == LIGHT_CLOSED) {
        come(index);
        return;
    }
    if (client->stage != LIGHT_PLAYING)
        return;
    if (rng_percent(&rng, 2)) {
        light_close(client); /* the body stays, and is taken over */
        return;
    }
    snprintf(line, sizeof line, "%s\r\n", whims[rng_below(&rng, sizeof whims / sizeof whims[0])]);
    light_send(client, line);
}

static void play(int steps, size_t count)
{
    for (int i = 0; i < steps; i++) {
        for (int k = 0; k < 4; k++)
            play_one(rng_below(&rng, (uint32_t)count));
        light_pump(crowd, count, STEP_MS);
    }
}

static bool send_somebody(size_t count)
{
    char name[LIGHT_NAME_SIZE];
    char line[80];

    name_of(rng_below(&rng, (uint32_t)count), name);
    snprintf(line, sizeof line, "text send %s %d\n", name, rng_range(&rng, 1, DEPTHS));
    return order(line);
}

/* One act on a level. Returns how many were moved; -1 if there was nothing to put back. */
static int change_level(void)
{
    static const struct {
        const char *word;
        const char *style;
    } kinds[] = {{"regen", ""}, {"regen", " style caves"}, {"regen", " style rooms"}, {"undo", ""}};
    uint32_t kind = rng_below(&rng, sizeof kinds / sizeof kinds[0]);
    char line[80];

    snprintf(line, sizeof line, "text level %s %d%s now\n", kinds[kind].word,
             rng_range(&rng, 1, DEPTHS), kinds[kind].style);
    if (!order(line)) {
        ck_assert_msg(kind == 3 && strstr(text, "No earlier version") != NULL, "%s%s", line, text);
        return -1;
    }
    const char *moved = strstr(text, "moved ");
    ck_assert_msg(moved != NULL, "%s", text);
    return (int)strtol(moved + 6, NULL, 10);
}

/* Each stands somewhere, and the server answers for them. */
static void expect_everybody(size_t count)
{
    struct place place;

    come_all(count);
    for (size_t i = 0; i < count; i++) {
        light_forget(&crowd[i]);
        light_send(&crowd[i], "cancel\r\n");
        light_send(&crowd[i], place_question);
    }
    int64_t limit_us = stopwatch_deadline_us(LOGIN_MS);
    for (size_t i = 0; i < count;) {
        light_pump(crowd, count, 2);
        i += place_read(crowd[i].heard, &place);
        ck_assert_msg(!stopwatch_is_over(limit_us), "%s is nowhere:\n%s", crowd[i].name,
                      crowd[i].heard);
    }
    ck_assert(order("text status\n"));
    char playing[40];
    snprintf(playing, sizeof playing, "players          %zu\n", count);
    ck_assert_msg(strstr(text, playing) != NULL, "not %zu players:\n%s", count, text);
}

TEST_FIXTURE(set_up, tear_down);

TEST(fifty_who_walk_in_and_out_are_never_lost)
{
    long wanted = (long)test_number("REGENS", REGENS, NUMBER_MAX);
    long done = 0;
    long moved = 0;
    long moved_most = 0;
    long sent = 0;

    rng_init(&rng, test_number("REGEN_SEED", 5, UINT64_MAX));
    start();
    come_all(FIFTY);
    int64_t began_us = stopwatch_now_us();
    while (done < wanted) {
        play((int)rng_below(&rng, STEPS_AN_ACT), FIFTY);
        sent += send_somebody(FIFTY);
        long count = change_level();
        done += count >= 0;
        moved += count > 0 ? count : 0;
        moved_most = count > moved_most ? count : moved_most;
    }
    double seconds = (double)(stopwatch_now_us() - began_us) / 1e6;
    expect_everybody(FIFTY);
    ck_assert_int_eq(process_stop(&server), 0);
    ck_assert(light_wait_closed(crowd, FIFTY, LOGIN_MS));
    start();
    expect_everybody(FIFTY);
    ck_assert_int_eq(process_stop(&server), 0);
    ck_assert_msg(moved > 0 && sent > 0, "nobody was ever moved");
    printf("regen crowd: %ld regenerations under %d delvers in %.1f s, %ld moved (at most %ld at "
           "once), %ld sent, 0 lost\n",
           done, FIFTY, seconds, moved, moved_most, sent);
}

static long generation_of(int depth)
{
    char line[60];

    snprintf(line, sizeof line, "json level show %d\n", depth);
    ck_assert_msg(order(line), "%s", text);
    const char *at = strstr(text, "\"generation\":");
    ck_assert_ptr_nonnull(at);
    return strtol(at + 13, NULL, 10);
}

/* Regenerations one after the other until the kill; what was answered by then is done. */
TEST(a_kill_leaves_the_old_level_or_the_new_one)
{
    enum { FEW = 12, ASKED_MAX = 40 };
    long wanted = (long)test_number("REGEN_KILLS", KILLS, NUMBER_MAX);
    long asked_all = 0;
    long olds = 0;
    long news = 0;

    rng_init(&rng, test_number("REGEN_SEED", 6, UINT64_MAX));
    for (long round = 0; round < wanted; round++) {
        start();
        come_all(FEW);
        long known = generation_of(1);
        int64_t kill_us =
            stopwatch_now_us() + (int64_t)rng_range(&rng, 0, 120) * 1000 * stopwatch_patience();
        long last = known;
        while (stopwatch_now_us() < kill_us && order("text level regen 1 now\n")) {
            const char *at = strstr(text, "generation  ");
            ck_assert_msg(at != NULL, "%s", text);
            last = strtol(at + 12, NULL, 10);
            play(1, FEW);
        }
        /* One more is under way. */
        ask("text level regen 1 now\n");
        asked_all += last - known + 1;
        stopwatch_pause_ms(rng_range(&rng, 0, 60));
        process_kill(&server);
        ck_assert(light_wait_closed(crowd, FEW, LOGIN_MS));
        start();
        long found = generation_of(1);
        ck_assert_msg(found == last || found == last + 1,
                      "generation %ld was told to be done, and %ld is there", last, found);
        olds += found == last;
        news += found != last;
        expect_everybody(FEW);
        ck_assert_int_eq(process_stop(&server), 0);
        ck_assert(light_wait_closed(crowd, FEW, LOGIN_MS));
    }
    printf("regen kills: %ld kills amid %ld regenerations: %ld times the old level, %ld times the "
           "new one, 0 mixed, nobody lost\n",
           wanted, asked_all, olds, news);
}

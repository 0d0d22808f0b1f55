/*
 * State that the server acknowledged as saved survives kill -9.
 *
 * One round: the server is started on the data the last kill left, FIFTY delvers log in, each over
 * a connection of its own, and hold what they find against what they were told before. Then they
 * walk, talk, close doors, take stairs; now and then one asks where it stands, quits and perhaps
 * comes back. At a random moment SIGKILL ends the server: mostly during play, in one round of five
 * while they log in; and in one of twelve the next server is killed while it starts. An
 * acknowledgement counts if its bytes had come to the client by then. KILL_ROUNDS in the
 * environment says how many rounds, and KILL_SEED makes other ones in another world.
 *
 * Some delvers are in most rounds, a new one comes in each, and of the rest a few at a time are
 * looked at again. Two have been led to stairs before the first round. In the end everybody ever
 * made logs in once more.
 *
 * A server that starts has found its state whole, of one tick. It also says which tick: never one
 * before any at which something was acknowledged.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "support/live/client.h"
#include "support/live/explorer.h"
#include "support/live/ledger.h"
#include "support/live/light_client.h"
#include "support/live/place.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

#ifndef KILL_ROUNDS
#define KILL_ROUNDS 500
#endif

/* Several wings, so that there is room around the stairs where everybody begins. */
#define WING_SIZE "12"

enum {
    FIFTY = 50,
    REGULARS = 60,
    REGULARS_PRESENT = 40, /* of the fifty; one is new and the others are from all there are */
    GUIDED = 2,            /* to stairs, beforehand */
    GUIDE_EXPLORES_MAX = 400,
    NUMBER_MAX = 100000,
    LOGIN_MS = 20000,
    PLAY_MS_MAX = 90,
    LOGIN_KILL_MS_MAX = 60,
    PAUSE_MS_MIN = 10, /* between two things one delver does */
    PAUSE_MS_MAX = 60,
    OUTPUT_SIZE = 16 * 1024,
};

enum phase {
    PHASE_IS_AWAY,
    PHASE_COMES,
    PHASE_ASKS,  /* where it stands */
    PHASE_WAITS, /* for the others */
    PHASE_WALKS,
    PHASE_QUITS,
    PHASE_GONE
};

/* One delver's part in a round. */
struct visit {
    struct ledger_entry *entry;
    enum phase phase;
    bool is_first;
    bool is_late;      /* came when others walked already */
    bool is_on_stairs; /* and waits to be told that it is saved beyond them */
    struct place seen;
    unsigned long long steps_first;
    int64_t next_us;
};

static struct process server;
static struct ledger ledger;
static struct rng rng;
static char seed_text[16];
static struct light_client crowd[FIFTY];
static struct visit visits[FIFTY];
static unsigned long long world_seed;
static unsigned long long tick_first; /* of this run of the server */
static unsigned long long tick_least; /* the next must begin there or later */
static unsigned long stairs_taken;
static unsigned long start_kills;
static bool has_begun; /* everybody is in, and they walk */

static void set_up(void)
{
    process_init(&server);
    light_allow_descriptors();
}

static void tear_down(void)
{
    for (size_t i = 0; i < FIFTY; i++)
        light_close(&crowd[i]);
    ledger_release(&ledger);
    process_release(&server);
}

/* The server has found the state whole; it must be the one world, and no older than was said. */
static void read_start(void)
{
    char path[PROCESS_PATH_SIZE];
    char text[OUTPUT_SIZE];
    unsigned long long seed = 0;

    process_path(&server, "out", path);
    process_read_file(path, text, sizeof text);
    const char *line = strstr(text, "world: seed ");
    ck_assert_msg(line != NULL &&
                      sscanf(line, "world: seed %llu, tick %llu", &seed, &tick_first) == 2,
                  "no line about the world:\n%s", text);
    if (world_seed == 0)
        world_seed = seed;
    ck_assert_msg(seed == world_seed, "another world: seed %llu instead of %llu", seed, world_seed);
    ck_assert_msg(tick_first >= tick_least, "tick %llu; something was acknowledged at %llu",
                  tick_first, tick_least);
    tick_least = tick_first;
}

/* The first is told its world's seed; those after it find the world in what they are left. */
static void begin_server(void)
{
    const char *arguments[] = {"--tick-ms", "10", "--wing-size", WING_SIZE, NULL, NULL, NULL};

    if (world_seed == 0) {
        arguments[4] = "--seed";
        arguments[5] = seed_text;
    }
    process_begin(&server, arguments);
}

static void start(void)
{
    begin_server();
    process_wait_ready(&server);
    read_start();
}

/* Delvers whose place is known exactly come first, so that nobody else stands there. */
static bool comes_first(const struct ledger_entry *entry)
{
    return entry->is_saved && entry->place.steps > 0;
}

static bool is_chosen(const struct ledger_entry *entry, size_t chosen)
{
    for (size_t i = 0; i < chosen; i++) {
        if (visits[i].entry == entry)
            return true;
    }
    return false;
}

static void choose_visitors(void)
{
    for (size_t i = 0; i < FIFTY; i++) {
        size_t from = i < REGULARS_PRESENT ? REGULARS : ledger.count;
        struct ledger_entry *entry = NULL;
        if (i == FIFTY - 1)
            entry = ledger_add(&ledger);
        while (entry == NULL || is_chosen(entry, i))
            entry = &ledger.entries[rng_below(&rng, (uint32_t)from)];
        visits[i] = (struct visit){.entry = entry, .is_first = comes_first(entry)};
    }
}

static void come(struct light_client *client, struct visit *visit)
{
    visit->phase = PHASE_COMES;
    visit->is_late = has_begun;
    light_open(client, server.port, visit->entry->name, 0);
}

static void on_come(struct light_client *client, struct visit *visit)
{
    ck_assert_msg(client->stage != LIGHT_CLOSED, "%s was not let in:\n%s", client->name,
                  client->heard);
    if (client->stage != LIGHT_PLAYING)
        return;
    light_send(client, place_question);
    visit->phase = PHASE_ASKS;
}

static void plan_next(struct visit *visit)
{
    visit->next_us =
        stopwatch_now_us() + (int64_t)rng_range(&rng, PAUSE_MS_MIN, PAUSE_MS_MAX) * 1000;
}

static void on_answer(struct light_client *client, struct visit *visit)
{
    if (!place_read(client->heard, &visit->seen))
        return;
    ledger_check(&ledger, visit->entry, &visit->seen, !visit->is_late, client->was_made);
    visit->steps_first = visit->seen.steps;
    visit->phase = PHASE_WAITS;
    light_forget(client);
    plan_next(visit);
}

static void walk(struct light_client *client, struct visit *visit)
{
    struct ledger_entry *entry = visit->entry;
    char line[32];
    bool is_blocked = strstr(client->heard, "way") != NULL;

    entry->heading = place_choose_way(&visit->seen, is_blocked ? DIR_NONE : entry->heading, &rng);
    snprintf(line, sizeof line, "%s\r\n", dir_name(entry->heading));
    light_forget(client);
    light_send(client, line);
    entry->moves++;
}

static void take_stairs(struct light_client *client, struct visit *visit)
{
    light_forget(client);
    light_send(client, visit->seen.stands_on_stairs_down ? "down\r\n" : "up\r\n");
    visit->is_on_stairs = true;
    visit->entry->stairs++;
    visit->seen.stands_on_stairs_down = false;
    visit->seen.stands_on_stairs_up = false;
}

/* Beyond the stairs "Saved" is said too. False while it is on the way. */
static bool has_taken_stairs(struct light_client *client, struct visit *visit)
{
    const char *saved = strstr(client->heard, "Saved.\r\n");
    const char *depth = strstr(client->heard, "\nDepth ");

    if (strstr(client->heard, "You go ") != NULL && saved == NULL)
        return false;
    visit->is_on_stairs = false;
    if (saved != NULL && depth != NULL && depth < saved) {
        ledger_acknowledge_depth(&ledger, visit->entry, (int)strtol(depth + 7, NULL, 10));
        stairs_taken++;
    }
    return true;
}

static void quit(struct light_client *client, struct visit *visit)
{
    char lines[64];

    snprintf(lines, sizeof lines, "%squit\r\n", place_question);
    light_forget(client);
    light_send(client, lines);
    visit->phase = PHASE_QUITS;
}

/* Something a player does. */
static void act(struct light_client *client, struct visit *visit)
{
    struct place seen;
    uint32_t whim = rng_below(&rng, 100);

    if (place_read(client->heard, &seen))
        visit->seen = seen;
    bool has_stairs = visit->seen.stands_on_stairs_down ||
                      (visit->seen.stands_on_stairs_up && visit->seen.depth > 1);
    plan_next(visit);
    if (visit->is_on_stairs && !has_taken_stairs(client, visit))
        return;
    if (whim < 16)
        quit(client, visit);
    else if (has_stairs && whim < 90)
        take_stairs(client, visit);
    else if (whim < 22)
        light_send(client, "say I have been here before.\r\n");
    else if (whim < 26)
        light_send(client, "close\r\n");
    else if (whim < 40)
        light_send(client, place_question);
    else
        walk(client, visit);
}

static void on_walk(struct light_client *client, struct visit *visit)
{
    ck_assert_msg(client->stage == LIGHT_PLAYING, "%s was thrown out:\n%s", client->name,
                  client->heard);
    if (stopwatch_now_us() >= visit->next_us)
        act(client, visit);
}

/* True if this client has been told that it is saved, and what it knew then is in the ledger. */
static bool take_acknowledgement(struct light_client *client, struct visit *visit)
{
    struct place now;

    if (strstr(client->heard, "Saved. Your position") == NULL)
        return false;
    ck_assert_msg(place_read(client->heard, &now), "%s was not told where it stands:\n%s",
                  client->name, client->heard);
    ledger_acknowledge(&ledger, visit->entry, &now);
    /* A tick to come, one for each step, and one to leave. */
    unsigned long long tick = tick_first + 2 + (now.steps - visit->steps_first);
    if (tick > tick_least)
        tick_least = tick;
    return true;
}

static void on_quit(struct light_client *client, struct visit *visit)
{
    if (!take_acknowledgement(client, visit))
        return;
    light_close(client);
    visit->phase = PHASE_GONE;
    if (rng_percent(&rng, 50))
        come(client, visit);
}

static void nothing(struct light_client *client, struct visit *visit)
{
    (void)client;
    (void)visit;
}

static void on_wait(struct light_client *client, struct visit *visit)
{
    (void)client;
    if (has_begun)
        visit->phase = PHASE_WALKS;
}

static void (*const phase_table[])(struct light_client *, struct visit *) = {
    [PHASE_IS_AWAY] = nothing, [PHASE_COMES] = on_come, [PHASE_ASKS] = on_answer,
    [PHASE_WAITS] = on_wait,   [PHASE_WALKS] = on_walk, [PHASE_QUITS] = on_quit,
    [PHASE_GONE] = nothing,
};

static void expect_in(size_t count)
{
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(crowd[i].stage == LIGHT_PLAYING, "%s did not get in, but heard:\n%s",
                      crowd[i].name, crowd[i].heard);
}

static bool are_all_in(void)
{
    bool are_in = true;

    for (size_t i = 0; i < FIFTY; i++)
        are_in = are_in && visits[i].phase >= PHASE_WAITS;
    return are_in;
}

/* Lets everybody come, each in their turn, that is after those who come first. */
static void let_come(size_t count)
{
    bool are_first_in = true;

    for (size_t i = 0; i < count; i++) {
        bool is_first = visits[i].is_first;
        if (is_first && visits[i].phase == PHASE_IS_AWAY)
            come(&crowd[i], &visits[i]);
        are_first_in = are_first_in && (!is_first || visits[i].phase >= PHASE_WAITS);
    }
    for (size_t i = 0; are_first_in && i < count; i++) {
        if (visits[i].phase == PHASE_IS_AWAY)
            come(&crowd[i], &visits[i]);
    }
}

/* Plays from the first connection to the moment of the kill. */
static void play(void)
{
    int64_t began_us = stopwatch_now_us();
    int64_t limit_us = began_us + (int64_t)LOGIN_MS * 1000 * stopwatch_patience();
    int64_t kill_us = limit_us;

    has_begun = false;
    if (rng_percent(&rng, 20))
        kill_us = began_us + (int64_t)rng_range(&rng, 0, LOGIN_KILL_MS_MAX) * 1000;
    while (stopwatch_now_us() < kill_us) {
        let_come(FIFTY);
        light_pump(crowd, FIFTY, 2);
        for (size_t i = 0; i < FIFTY; i++)
            phase_table[visits[i].phase](&crowd[i], &visits[i]);
        if (!has_begun && are_all_in()) {
            has_begun = true;
            kill_us = stopwatch_now_us() + (int64_t)rng_range(&rng, 0, PLAY_MS_MAX) * 1000;
        }
    }
    if (kill_us == limit_us)
        expect_in(FIFTY);
}

/* Takes the bytes that were on their way to the clients when the server was killed. */
static void hear_the_end(void)
{
    ck_assert(light_wait_closed(crowd, FIFTY, LOGIN_MS));
    for (size_t i = 0; i < FIFTY; i++) {
        struct visit *visit = &visits[i];
        bool was_told = visit->phase == PHASE_QUITS && take_acknowledgement(&crowd[i], visit);
        if (visit->phase == PHASE_WALKS && visit->is_on_stairs)
            has_taken_stairs(&crowd[i], visit);
        if (visit->phase == PHASE_COMES && strstr(crowd[i].heard, "Welcome") != NULL)
            visit->entry->exists = true;
        /* Its place is unknown: it may have come back beside its old cell. */
        if (!was_told && visit->phase != PHASE_GONE && visit->phase != PHASE_IS_AWAY)
            visit->entry->is_saved = false;
    }
}

/* Everybody ever made, one party after another. */
static void verify_all(void)
{
    start();
    for (size_t first = 0; first < ledger.count; first += FIFTY) {
        size_t count = ledger.count - first < FIFTY ? ledger.count - first : FIFTY;
        int64_t limit_us = stopwatch_deadline_us(LOGIN_MS);
        has_begun = false;
        for (size_t i = 0; i < FIFTY; i++)
            visits[i] = (struct visit){.phase = PHASE_GONE};
        for (size_t i = 0; i < count; i++) {
            struct ledger_entry *entry = &ledger.entries[first + i];
            visits[i] = (struct visit){.entry = entry, .is_first = comes_first(entry)};
        }
        while (!are_all_in() && !stopwatch_is_over(limit_us)) {
            let_come(count);
            light_pump(crowd, count, 2);
            for (size_t i = 0; i < count; i++)
                phase_table[visits[i].phase](&crowd[i], &visits[i]);
        }
        expect_in(count);
        for (size_t i = 0; i < count; i++)
            quit(&crowd[i], &visits[i]);
        ck_assert(light_wait_closed(crowd, count, LOGIN_MS));
    }
    process_expect_said(&server, "err", "database.proven");
    ck_assert(!process_said(&server, "err", "database.broken"));
    ck_assert_int_eq(process_stop(&server), 0);
}

/* Some who know the way, so that stairs are used from the first round on. */
static void lead_to_stairs(void)
{
    static struct client guide;

    start();
    for (size_t i = 0; i < GUIDED; i++) {
        client_open(&guide, CLIENT_XTERM_16, server.port);
        client_resize(&guide, 140, 80);
        client_login(&guide, ledger.entries[i].name);
        ledger.entries[i].exists = true;
        ck_assert_msg(explorer_travel_down(&guide, GUIDE_EXPLORES_MAX), "no way to the stairs");
        client_type(&guide, "Q");
        ck_assert(client_wait_heard(&guide, "Saved. Your position", CLIENT_WAIT_MS));
        client_close(&guide);
    }
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST_FIXTURE(set_up, tear_down);

TEST(nothing_that_was_said_to_be_saved_is_lost_to_a_kill)
{
    long rounds = (long)test_number("KILL_ROUNDS", KILL_ROUNDS, NUMBER_MAX);
    uint64_t seed = test_number("KILL_SEED", 4, NUMBER_MAX);

    rng_init(&rng, seed);
    snprintf(seed_text, sizeof seed_text, "%llu", (unsigned long long)seed);
    ledger_init(&ledger, REGULARS + (size_t)rounds);
    while (ledger.count < REGULARS)
        ledger_add(&ledger);
    lead_to_stairs();
    int64_t began_us = stopwatch_now_us();
    for (long round = 0; round < rounds; round++) {
        start();
        choose_visitors();
        play();
        process_kill(&server);
        hear_the_end();
        if (rng_below(&rng, 12) != 0)
            continue;
        begin_server();
        stopwatch_pause_ms(rng_range(&rng, 0, 25));
        process_kill(&server);
        start_kills++;
    }
    double seconds = (double)(stopwatch_now_us() - began_us) / 1e6;
    verify_all();
    printf("kill: %ld rounds and %lu kills of a starting server, %.1f rounds/s: %lu times 'Saved' "
           "and %lu new delvers acknowledged, 0 lost; %lu logins found just what was saved, %lu "
           "what was on disk or newer; saved beyond stairs %lu times\n",
           rounds, start_kills, (double)rounds / seconds, ledger.acknowledged, ledger.accounts,
           ledger.verified, ledger.bounded, stairs_taken);
}

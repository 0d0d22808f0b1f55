/*
 * The cost of a running server: start, idle time, memory, bytes a step, and the time from a key to
 * the screen of its player and to another player's. Prints figures and judges nothing.
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
#include "support/test.h"

enum {
    CROWD_MAX = 500,
    CROWD = 100,
    IDLE_MS = 10000,
    STARTS = 9,
    LOGINS = 20,
    STEPS = 400,
    WALKERS = 10,
    WALKS = 20,     /* of each */
    QUIET_MS = 60,  /* nothing more comes, and a line may be heard again */
    FRAME_MS = 3,   /* the same of the pieces of one frame */
    SETTLE_MS = 80, /* what others do has reached everybody */
    WAIT_MS = 2000,
    ENTER_MS = 30000, /* for a group */
    SEEN_MS = 300,    /* a step not seen by then was out of sight */
};

struct samples {
    double values[4096];
    size_t count;
};

static struct process server;
static struct client *crowd;

/* One that walks by themselves, on a server of their own: what others do costs them nothing. */
struct walk {
    const char *what;
    enum client_kind kind;
    int width;
    int height;
    struct process server;
    struct client client;
    struct samples samples;
    struct rng rng;
    int steps;           /* begun */
    size_t way;          /* of `ways` */
    uint64_t before;     /* bytes had at the beginning of the step */
    int64_t deadline_us; /* for its first byte */
    bool is_over;
};

static struct walk walks[] = {
    {.what = "a step, 80x24, 16 colours, ASCII",
     .kind = CLIENT_XTERM_16,
     .width = 80,
     .height = 24},
    {.what = "the same, 16 colours, MCCP2",
     .kind = CLIENT_XTERM_16_COMPRESSED,
     .width = 80,
     .height = 24},
    {.what = "a step, 80x24, 256 colours, UTF-8", .kind = CLIENT_XTERM, .width = 80, .height = 24},
    {.what = "the same, 256 colours, MCCP2",
     .kind = CLIENT_XTERM_COMPRESSED,
     .width = 80,
     .height = 24},
    {.what = "a step in line mode, no automap", .kind = CLIENT_LINE},
    {.what = "a step, 132x43, 16 colours, ASCII",
     .kind = CLIENT_XTERM_16,
     .width = 132,
     .height = 43},
};

enum { WALK_COUNT = sizeof walks / sizeof walks[0] };

static void set_up(void)
{
    process_init(&server);
    crowd = calloc(CROWD_MAX, sizeof *crowd);
    ck_assert(crowd != NULL);
}

static void tear_down(void)
{
    for (size_t i = 0; i < CROWD_MAX; i++)
        client_close(&crowd[i]);
    free(crowd);
    for (size_t i = 0; i < WALK_COUNT && walks[i].steps > 0; i++) {
        client_close(&walks[i].client);
        process_release(&walks[i].server);
        walks[i].steps = 0;
    }
    process_release(&server);
}

static void add_sample(struct samples *samples, double value)
{
    if (samples->count < sizeof samples->values / sizeof samples->values[0])
        samples->values[samples->count++] = value;
}

static int compare_values(const void *a, const void *b)
{
    double left = *(const double *)a;
    double right = *(const double *)b;

    return (left > right) - (left < right);
}

static double part(const struct samples *samples, double share)
{
    return samples->values[(size_t)((double)(samples->count - 1) * share)];
}

static void print_samples(struct samples *samples, const char *what, const char *unit)
{
    double sum = 0;

    if (samples->count == 0)
        return;
    qsort(samples->values, samples->count, sizeof samples->values[0], compare_values);
    for (size_t i = 0; i < samples->count; i++)
        sum += samples->values[i];
    printf("%-34s %5zu  mean %8.2f  p50 %8.2f  p95 %8.2f  p99 %8.2f  max %8.2f %s\n", what,
           samples->count, sum / (double)samples->count, part(samples, 0.5), part(samples, 0.95),
           part(samples, 0.99), part(samples, 1.0), unit);
    fflush(stdout);
}

static void name_of(int number, char out[8])
{
    static const char letters[] = "abcdefghjk"; /* none that looks like another */

    snprintf(out, 8, "walk%c%c%c", letters[number / 100], letters[number / 10 % 10],
             letters[number % 10]);
}

/* Questions of the login of a new delver, and the answers. */
static const char *const prompts[] = {"Name:", "(yes/no)", "Choose a password", "Once more:"};
static const char *const answers[] = {NULL, "yes", client_password, client_password};

enum { PROMPTS = sizeof prompts / sizeof prompts[0], ENTER_AT_ONCE = 25 };

/* One more answer, if it is asked for. True: in play. */
static bool go_on_entering(struct client *client, const char *name, int *stage)
{
    if (*stage == PROMPTS)
        return client_shows_play(client, name);
    /* Somebody who was here before is asked for one thing more. */
    if (*stage == 1 && strstr(client->heard, "Password:") != NULL) {
        client_say_line(client, client_password);
        *stage = PROMPTS;
    } else if (strstr(client->heard, prompts[*stage]) != NULL) {
        client_forget(client);
        client_say_line(client, *stage == 0 ? name : answers[*stage]);
        ++*stage;
    }
    return false;
}

static void enter_group(int from, int count)
{
    struct client *all[ENTER_AT_ONCE];
    int stages[ENTER_AT_ONCE] = {0};
    int64_t deadline_us = stopwatch_now_us() + (int64_t)ENTER_MS * 1000;
    char name[8];
    int in_play = 0;

    for (int i = 0; i < count; i++) {
        all[i] = &crowd[from + i];
        client_open(all[i], CLIENT_XTERM, server.port);
    }
    while (in_play < count) {
        ck_assert_msg(!stopwatch_is_over(deadline_us), "%d of %d came", in_play, count);
        client_pump_all(all, (size_t)count, 1);
        in_play = 0;
        for (int i = 0; i < count; i++) {
            name_of(from + i, name);
            in_play += go_on_entering(all[i], name, &stages[i]);
        }
    }
}

static void enter(int from, int to)
{
    for (int at = from; at < to; at += ENTER_AT_ONCE) {
        enter_group(at, to - at < ENTER_AT_ONCE ? to - at : ENTER_AT_ONCE);
        for (int other = from; other < at; other++)
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
    static struct samples samples;

    for (int i = 0; i < STARTS; i++) {
        process_start(&server, NULL);
        add_sample(&samples, (double)server.ready_us / 1000);
        ck_assert_int_eq(process_stop(&server), 0);
        process_release(&server);
        process_init(&server);
    }
    print_samples(&samples, "start on a fresh folder", "ms");
}
END_TEST

START_TEST(logins)
{
    static struct samples samples;

    process_start(&server, NULL);
    for (int i = 0; i < LOGINS; i++) {
        char name[8];
        name_of(i, name);
        int64_t began_us = stopwatch_now_us();
        client_enter(&crowd[i], CLIENT_XTERM, server.port, name);
        add_sample(&samples, (double)(stopwatch_now_us() - began_us) / 1000);
    }
    print_samples(&samples, "call to first screen, new delver", "ms");
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

/* Words for steps, straight on until something is in the way. */
static const char *const ways[] = {"east", "south", "west", "north", "southeast"};

static void begin_step(struct walk *walk)
{
    const struct terminal *terminal = &walk->client.terminal;
    char keys[2] = {'\0', '\0'};

    walk->is_over = walk->steps++ == STEPS;
    if (walk->is_over)
        return;
    walk->before = walk->client.bytes;
    walk->deadline_us = stopwatch_now_us() + (int64_t)WAIT_MS * 1000;
    client_forget(&walk->client);
    if (walk->kind == CLIENT_LINE) {
        client_say_line(&walk->client, ways[walk->way]);
        return;
    }
    keys[0] = explorer_key(terminal, EXPLORE_UNKNOWN, &walk->rng);
    if (keys[0] == '\0')
        keys[0] = explorer_key(terminal, EXPLORE_ANYWHERE, &walk->rng);
    walk->is_over = keys[0] == '\0';
    client_type(&walk->client, keys);
}

/* Refusals are not counted. */
static void end_step(struct walk *walk)
{
    bool is_line = walk->kind == CLIENT_LINE;
    bool has_walked = !is_line || strstr(walk->client.heard, "You walk") != NULL;

    if (has_walked)
        add_sample(&walk->samples, (double)(walk->client.bytes - walk->before));
    if (is_line && (!has_walked || walk->steps % 17 == 0))
        walk->way = (walk->way + 1) % (sizeof ways / sizeof ways[0]);
}

/* All of the answer has come, or none will. A frame may come in pieces, and the first may only say
   that the step is queued. */
static bool is_settled(const struct walk *walk)
{
    const struct client *client = &walk->client;
    int64_t now_us = stopwatch_now_us();
    int64_t quiet_us = (int64_t)(walk->kind == CLIENT_LINE ? QUIET_MS : FRAME_MS) * 1000;

    if (client->is_closed || now_us >= walk->deadline_us)
        return true;
    return client->bytes != walk->before && now_us - client->received_us >= quiet_us &&
           (walk->kind == CLIENT_LINE || terminal_find(&client->terminal, "  next: ") < 0);
}

static void start_walk(struct walk *walk)
{
    rng_init(&walk->rng, 1);
    process_init(&walk->server);
    process_start(&walk->server, (const char *const[]){"--seed", "3", "--tick-ms", "10", NULL});
    client_enter(&walk->client, walk->kind, walk->server.port, "ada");
    if (walk->width > 0)
        client_resize(&walk->client, walk->width, walk->height);
    client_wait_quiet(&walk->client, QUIET_MS, WAIT_MS);
}

/* All at once: bytes do not depend on the time they take. */
START_TEST(bytes)
{
    struct client *all[WALK_COUNT];
    size_t going = WALK_COUNT;

    for (size_t i = 0; i < WALK_COUNT; i++) {
        all[i] = &walks[i].client;
        start_walk(&walks[i]);
    }
    for (size_t i = 0; i < WALK_COUNT; i++)
        begin_step(&walks[i]);
    while (going > 0) {
        client_pump_all(all, WALK_COUNT, 1);
        going = 0;
        for (size_t i = 0; i < WALK_COUNT; i++) {
            if (!walks[i].is_over && is_settled(&walks[i])) {
                end_step(&walks[i]);
                begin_step(&walks[i]);
            }
            going += !walks[i].is_over;
        }
    }
    for (size_t i = 0; i < WALK_COUNT; i++) {
        print_samples(&walks[i].samples, walks[i].what, "bytes");
        ck_assert_int_eq(process_stop(&walks[i].server), 0);
    }
}
END_TEST

/* One delver steps to and fro, and waits for their own screen and for that of the next one. */
static void time_step(int walker, struct rng *rng, struct samples *own, struct samples *others)
{
    struct client *both[] = {&crowd[walker], &crowd[(walker + 1) % WALKERS]};
    struct samples *taken[] = {own, others};
    char keys[2] = {explorer_key(&both[0]->terminal, EXPLORE_ANYWHERE, rng), '\0'};
    uint64_t before[2];
    bool has_seen[2] = {false, false};

    pump_crowd(WALKERS, SETTLE_MS);
    stopwatch_pause_ms(rng_range(rng, 0, 19)); /* anywhere between two ticks */
    for (int i = 0; i < 2; i++)
        before[i] = both[i]->bytes;
    int64_t began_us = stopwatch_now_us();
    client_type(both[0], keys);
    while (!(has_seen[0] && has_seen[1]) &&
           stopwatch_now_us() - began_us <= (int64_t)SEEN_MS * 1000) {
        client_pump_all(both, 2, 1);
        for (int i = 0; i < 2; i++) {
            if (!has_seen[i] && both[i]->bytes != before[i])
                add_sample(taken[i], (double)(both[i]->received_us - began_us) / 1000);
            has_seen[i] = both[i]->bytes != before[i];
        }
    }
}

/* In turn, so that each has long recovered from the step before. */
START_TEST(latency)
{
    static struct samples own;
    static struct samples others;
    struct rng rng;

    rng_init(&rng, 4);
    process_start(&server, (const char *const[]){"--seed", "3", NULL});
    enter(0, WALKERS);
    pump_crowd(WALKERS, 500);
    for (int i = 0; i < WALKS; i++) {
        for (int walker = 0; walker < WALKERS; walker++)
            time_step(walker, &rng, &own, &others);
    }
    print_samples(&own, "key to own screen", "ms");
    print_samples(&others, "key to another's screen", "ms");
    ck_assert_int_eq(process_stop(&server), 0);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("server");

    /* Not a test: the test frame is used for its clean-up at every end. */
    setenv("CK_FORK", "no", 1);
    tcase_set_timeout(tcase, 600);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, starts);
    tcase_add_test(tcase, logins);
    tcase_add_test(tcase, bytes);
    tcase_add_test(tcase, latency);
    tcase_add_test(tcase, idle);
    return test_run_case("bench/server", tcase);
}

/*
 * Floods: more calls, more silence and more commands than anybody needs. Players go on playing, and
 * callers turned away are told so. Times and memory are printed; the sizes come from the
 * environment.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/live/bystander.h"
#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/figure.h"
#include "support/live/light_client.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum {
    ANSWER_MS = 10000,
    FILES_MAX = 64,
    FLOODER = 2,  /* 127.0.0.2 */
    NEWCOMER = 3, /* 127.0.0.3 */
    PLACES = 8,   /* of one address */
    BATCH = 16,
    HELD_MAX = 1000,
    LOGINS = 3, /* beside held lines, while their time is not over */
    HASTY_MAX = 20,
    TAKEN_MAX = 24 * 1024 * 1024, /* of one client: much more than sockets hold */
    NOT_TAKEN = 100,              /* rounds in a row in which nothing is taken of anybody */
};

static struct process server;
static struct console console;
static struct bystander bystander;
static struct client newcomer;
static struct client *crowd;
static struct light_client *lights;
static int held[HELD_MAX];
static int held_count;

static void set_up(void)
{
    process_init(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
    crowd = calloc(HASTY_MAX, sizeof *crowd);
    lights = calloc(HELD_MAX, sizeof *lights);
    ck_assert(crowd != NULL && lights != NULL);
    held_count = 0;
    light_allow_descriptors();
}

static void tear_down(void)
{
    for (int i = 0; i < HASTY_MAX; i++)
        client_close(&crowd[i]);
    for (int i = 0; i < HELD_MAX; i++)
        light_close(&lights[i]);
    for (int i = 0; i < held_count; i++)
        close(held[i]);
    bystander_close(&bystander);
    client_close(&newcomer);
    free(crowd);
    free(lights);
    console_release(&console);
    process_release(&server);
}

static void make_name(char out[8], const char *stem, int number)
{
    static const char letters[] = "abcdefghkp";

    snprintf(out, 8, "%.4s%c%c%c", stem, letters[number / 100 % 10], letters[number / 10 % 10],
             letters[number % 10]);
}

/* A bare call from 127.0.0.HOST. */
static int call_from(int host)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(0x7f000000 | (uint32_t)host)};
    int caller = socket(AF_INET, SOCK_STREAM, 0);

    ck_assert(caller >= 0);
    ck_assert_int_eq(bind(caller, (struct sockaddr *)&address, sizeof address), 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons((uint16_t)server.port);
    ck_assert_int_eq(connect(caller, (struct sockaddr *)&address, sizeof address), 0);
    return caller;
}

enum verdict { SERVED, REFUSED, SILENCE };

/* Reads what a call is told first: a name asked for, or why not before the line closes. */
static enum verdict verdict_of(int caller, const char *refusal)
{
    char heard[4096];
    size_t length = 0;
    int64_t deadline_us = stopwatch_deadline_us(ANSWER_MS);

    while (!stopwatch_is_over(deadline_us) && length < sizeof heard - 1) {
        struct pollfd watched = {.fd = caller, .events = POLLIN};
        if (poll(&watched, 1, 50) <= 0)
            continue;
        ssize_t count = recv(caller, heard + length, sizeof heard - 1 - length, 0);
        if (count <= 0)
            break;
        for (ssize_t i = 0; i < count; i++) {
            if (heard[length + (size_t)i] == '\0')
                heard[length + (size_t)i] = ' ';
        }
        length += (size_t)count;
        heard[length] = '\0';
        if (strstr(heard, "Name:") != NULL)
            return SERVED;
    }
    heard[length] = '\0';
    return strstr(heard, refusal) != NULL ? REFUSED : SILENCE;
}

static void stop_server(void)
{
    bystander_close(&bystander);
    client_close(&newcomer);
    ck_assert_int_eq(process_stop(&server), 0);
}

/* So many play beside the bystander, */
static void enter_walkers(size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char name[8];
        make_name(name, "walk", (int)i);
        light_open(&lights[i], server.port, name, 0);
    }
    ck_assert(light_wait_stage(lights, count, LIGHT_PLAYING, ANSWER_MS));
    ck_assert_uint_eq(light_count(lights, count, LIGHT_PLAYING), count);
}

/* and take a step. */
static void walk(size_t count)
{
    static const char *const ways[] = {"n\r\n", "e\r\n", "s\r\n", "w\r\n"};
    static unsigned step;

    for (size_t i = 0; i < count; i++)
        light_send(&lights[i], ways[(step + i) % 4]);
    light_pump(lights, count, 0);
    step++;
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_flood_from_one_address_leaves_the_others_alone)
{
    int calls = (int)test_number("FLOOD_CALLS", 600, 1000000);
    size_t players = (size_t)test_number("FLOOD_PLAYERS", 4, HELD_MAX);
    int served = 0;

    process_start(&server, WORDS("--backup-minutes", "0"));
    bystander_enter(&bystander, server.port, "bystander");
    enter_walkers(players);
    console_expect(&console, WORDS("set", "connections-per-address", "8"), 0, "now");
    console_expect(&console, WORDS("set", "new-per-address", "10"), 0, "now");
    for (size_t i = 0; i < 5 * players; i++) {
        walk(players);
        bystander_expect_unnoticed(&bystander, "before");
    }
    bystander_print(&bystander, "before a flood of calls");
    long before_kib = process_resident_kib(&server);
    int64_t began_us = stopwatch_now_us();
    for (int done = 0; done < calls; done += BATCH) {
        int callers[BATCH];
        int open_now = 0;
        for (int i = 0; i < BATCH; i++)
            callers[i] = call_from(FLOODER);
        for (int i = 0; i < BATCH; i++) {
            enum verdict verdict = verdict_of(callers[i], "from your address");
            ck_assert_msg(verdict != SILENCE, "call %d is told nothing", done + i);
            open_now += verdict == SERVED;
        }
        for (int i = 0; i < BATCH; i++)
            close(callers[i]);
        ck_assert_msg(open_now <= PLACES, "%d of one address at once", open_now);
        served += open_now;
        if (done / BATCH % 32 != 0)
            continue;
        walk(players);
        bystander_expect_unnoticed(&bystander, "a flood of calls");
    }
    printf("threats: a flood of calls: %d served of %d, %.0f a second\n", served, calls,
           calls * 1e6 / (double)(stopwatch_now_us() - began_us));
    ck_assert_msg(served >= PLACES && served < calls, "%d were served", served);
    figure_print_growth("threats", "a flood of calls", &server, before_kib);
    client_open_from(&newcomer, CLIENT_LINE, server.port, NEWCOMER, 0);
    client_login(&newcomer, "newcomer");
    bystander_print(&bystander, "a flood of calls");
    stop_server();
}

/* Once the server has noticed that somebody left, the next one is served. */
static void expect_free_place(void)
{
    int64_t deadline_us = stopwatch_deadline_us(ANSWER_MS);
    enum verdict verdict;

    do {
        int caller = call_from(1);
        verdict = verdict_of(caller, "Undercroft is full.");
        close(caller);
        ck_assert_msg(verdict != SILENCE && !stopwatch_is_over(deadline_us),
                      "a place that is free stays taken");
    } while (verdict != SERVED);
}

TEST_EACH(without_files_to_spare_it_says_full_and_saves, 2)
{
    int calls = (int)test_number("EMFILE_CALLS", 200, HELD_MAX) / (_i + 1);
    int served = 0;

    server.files_max = FILES_MAX;
    process_start(&server,
                  WORDS("--backup-minutes", "0", "--connections-max", _i == 0 ? "0" : "1000"));
    bystander_enter(&bystander, server.port, "bystander");
    client_enter(&newcomer, CLIENT_LINE, server.port, "newcomer");
    for (int i = 0; i < calls; i++) {
        held[held_count++] = call_from(1);
        enum verdict verdict = verdict_of(held[i], "Undercroft is full. Please try again later.");
        ck_assert_msg(verdict != SILENCE, "call %d is told nothing", i);
        served += verdict == SERVED;
        if (i % 40 == 39)
            bystander_expect_unnoticed(&bystander, "no files to spare");
    }
    printf("threats: no files to spare: %d served of %d\n", served, calls);
    ck_assert_msg(served >= 8 && served < FILES_MAX && served < calls, "%d are served", served);
    console_expect(&console, WORDS("save"), 0, "");
    console_expect(&console, WORDS("backup"), 0, "checked");
    client_forget(&newcomer);
    client_say_line(&newcomer, "quit");
    ck_assert_msg(client_wait_heard(&newcomer, "Saved", ANSWER_MS), "%s", client_tail(&newcomer));
    ck_assert(client_wait_closed(&newcomer, ANSWER_MS));
    client_close(&newcomer);
    expect_free_place();
    bystander_print(&bystander, "no files to spare");
    stop_server();
}

/* Their time is an hour while others log in, and then it is over: so nothing here is a race. */
TEST(those_who_only_hold_a_line_stay_for_their_time_and_no_longer)
{
    size_t count = (size_t)test_number("LORIS_CALLS", 100, HELD_MAX);
    int seconds = (int)test_number("LORIS_SECONDS", 10, 3600);
    char limit[8];
    int logins = 0;

    snprintf(limit, sizeof limit, "%d", seconds);
    process_start(&server, WORDS("--login-seconds", "3600", "--backup-minutes", "0"));
    long before_kib = process_resident_kib(&server);
    for (size_t i = 0; i < count; i++)
        light_open(&lights[i], server.port, NULL, 0);
    light_pump(lights, count, 500);
    figure_print_growth("threats", "held lines", &server, before_kib);
    for (; logins < LOGINS; logins++) {
        char name[8];
        make_name(name, "true", logins);
        client_enter(&newcomer, CLIENT_LINE, server.port, name);
        client_close(&newcomer);
        for (size_t i = 0; i < count; i += 2)
            light_send(&lights[i], "n");
        light_pump(lights, count, 20);
    }
    ck_assert_msg(light_count(lights, count, LIGHT_CLOSED) == 0,
                  "%zu were closed before their time", light_count(lights, count, LIGHT_CLOSED));
    console_expect(&console, WORDS("set", "login-seconds", limit), 0, "now");
    int64_t deadline_us = stopwatch_deadline_us(seconds * 1000 + ANSWER_MS);
    while (light_count(lights, count, LIGHT_CLOSED) < count) {
        char name[8];
        ck_assert_msg(!stopwatch_is_over(deadline_us), "%zu hold their lines still",
                      count - light_count(lights, count, LIGHT_CLOSED));
        make_name(name, "true", logins++);
        client_enter(&newcomer, CLIENT_LINE, server.port, name);
        client_close(&newcomer);
        light_pump(lights, count, 500);
    }
    printf("threats: %zu held lines: %d logins meanwhile\n", count, logins);
    figure_print_growth("threats", "held lines, afterwards", &server, before_kib);
    stop_server();
}

TEST(many_who_send_steps_without_end_step_on_nobody)
{
    int count = (int)test_number("HASTY_CLIENTS", 4, HASTY_MAX);
    int seconds = (int)test_number("HASTY_SECONDS", 2, 24 * 3600);
    static char steps[16384];
    int not_taken = 0; /* rounds in a row, at last */
    size_t sent = 0;

    for (size_t i = 0; i < sizeof steps; i += 2)
        memcpy(steps + i, "n\n", 2);
    process_start(&server, WORDS("--seed", "11", "--backup-minutes", "0"));
    bystander_enter(&bystander, server.port, "bystander");
    for (int i = 0; i < count; i++) {
        char name[8];
        make_name(name, "fast", i);
        /* One that answers no question: its answers would wait behind the steps. */
        client_enter(&crowd[i], CLIENT_MUTE, server.port, name);
    }
    long before_kib = process_resident_kib(&server);
    int64_t end_us = stopwatch_now_us() + seconds * 1000000LL;
    for (int round = 0; stopwatch_now_us() < end_us || not_taken < NOT_TAKEN; round++) {
        size_t before = sent;
        ck_assert_msg(not_taken >= NOT_TAKEN || sent < (size_t)count * TAKEN_MAX,
                      "%zu bytes were taken, and all the time", sent);
        for (int i = 0; i < count; i++) {
            sent += client_send_some(&crowd[i], steps, sizeof steps);
            client_pump(&crowd[i], 0);
            client_pump(&crowd[i], 0);
        }
        if (not_taken < NOT_TAKEN)
            not_taken = sent == before ? not_taken + 1 : 0;
        if (round % 50 == 0)
            bystander_expect_unnoticed(&bystander, "steps without end");
        stopwatch_pause_ms(1);
    }
    for (int i = 0; i < count; i++)
        ck_assert_msg(strstr(crowd[i].heard, "Too fast") != NULL || crowd[i].is_closed,
                      "who is too fast is told nothing");
    double read_bytes = console_metric(&console, "undercroft_received_bytes_total");
    printf("threats: steps without end: in %d s %zu KiB of %d clients, and %.0f KiB read\n",
           seconds, sent / 1024, count, read_bytes / 1024);
    figure_print_growth("threats", "steps without end", &server, before_kib);
    bystander_expect_unnoticed(&bystander, "steps without end");
    bystander_print(&bystander, "steps without end");
    stop_server();
}

/*
 * Clients that nobody would want: each gets a bounded answer, and who plays beside them is answered
 * all the same. How fast, and how much memory it takes, is printed.
 *
 * Where each threat is tried (E: tests/e2e, U: tests/unit):
 *   1 flood, 2 no file left, 4 slow loris        E threats, networks; U server/test_network_table
 *   3 slow reader                                E threats_slow, hostile, stop; U server/test_conn
 *   5 negotiation, 6 endless SB, 9 bombs         U server/test_telnet_hostile
 *   7 window sizes, 8 terminal types             U server/test_telnet, _hostile; E sizes, hostile
 *  10 injection                                  tests/property/talk; E hostile
 *  11 other protocols                            U server/test_foreign, test_conn; E hostile
 *  12 SQL                                        E threats_login; lint/check_banned.sh
 *  13 guessing, 14 cost of a password, 33 bots   E threats_login, limits, networks; property/talk
 *  15 look-alikes                                U world/test_name; E threats_login
 *  16 taken over, 17 lost lines                  E threats_login, leave; U travel/test_travel
 *  18 operators                                  E admin_words, regen_crowd
 *  19 paths                                      E backup; U server/test_backup_names
 *  20 too many commands                          E threats, limits, hostile
 *  21 the log                                    U server/test_log, test_log_limit
 *  22 clocks that jump                           E clock
 *  23 a full disk, 24 a read-only one            E disk_full, case disk_full, disk
 *  25 damage                                     tests/fault/test_mutated; E damage, exit_codes
 *  26 kill and power cut, 28 no memory           E kill; tests/power, tests/fault
 *  27 stopped under load                         E stop
 *  29 two servers, 30 a lock, 31 a newer world   E exit_codes; U db/test_refused
 *  32 half a migration                           tests/fault; U db/test_migrate
 * The limits by themselves: E limits, limits_live; U server/test_options. At full size:
 * tests/README.md.
 */
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "support/live/client.h"
#include "support/live/figure.h"
#include "support/live/process.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum {
    ANSWER_MS = 3000,
    CROWD = 12,
    MEGABYTE = 1024 * 1024,
    KEYS = 5, /* by which it is seen how fast others are answered */
    CALLS = CROWD,
    CALLS_SERVED = 5,
    PUSHES = 4000, /* of bytes that the server may take or leave */
};

static struct process server;
static struct client bystander;
static struct client crowd[CROWD];

static void set_up(void)
{
    process_init(&server);
    process_start(&server, (const char *const[]){"--seed", "11", NULL});
    client_enter(&bystander, CLIENT_XTERM, server.port, "bystander");
    client_wait_quiet(&bystander, 100, ANSWER_MS);
}

static void tear_down(void)
{
    for (size_t i = 0; i < CROWD; i++)
        client_close(&crowd[i]);
    client_close(&bystander);
    process_release(&server);
}

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* The bystander presses a key that always answers, and is answered each time. */
static void expect_unnoticed(const char *during)
{
    int took_ms[KEYS];

    for (int i = 0; i < KEYS; i++) {
        int64_t began_us = stopwatch_now_us();
        uint64_t before = bystander.bytes;
        client_type(&bystander, i % 2 == 0 ? "\x17" : "\x1b");
        client_pump(&bystander, 1);
        int64_t limit_us = stopwatch_deadline_us(2000);
        while (bystander.bytes == before && !stopwatch_is_over(limit_us))
            client_pump(&bystander, 5);
        took_ms[i] = (int)((stopwatch_now_us() - began_us) / 1000);
        ck_assert_msg(bystander.bytes > before, "%s: the bystander gets no answer", during);
        client_wait_quiet(&bystander, 60, ANSWER_MS);
    }
    qsort(took_ms, KEYS, sizeof took_ms[0], compare);
    figure_print("hostile: answers to others", during, took_ms[KEYS / 2], "ms in the middle");
}

static void expect_all_well(void)
{
    ck_assert(!bystander.is_closed);
    for (size_t i = 0; i < CROWD; i++)
        client_close(&crowd[i]);
    client_close(&bystander);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST_FIXTURE(set_up, tear_down);

TEST(clients_that_never_read_keep_no_answer_from_others)
{
    long before_kib = process_resident_kib(&server);

    for (size_t i = 0; i < CROWD; i++) {
        char name[16] = "never";
        name[5] = "abcdefghjkmn"[i];
        client_enter(&crowd[i], CLIENT_XTERM, server.port, name);
    }
    /* Every key repaints the screen; nobody reads a byte of it. */
    for (int round = 0; round < 40; round++) {
        for (size_t i = 0; i < CROWD; i++)
            client_send(&crowd[i], "\x0c?\x1b\x0cW\x1b", 6);
        stopwatch_pause_ms(25);
        if (round % 10 == 9)
            expect_unnoticed("never read");
    }
    figure_print_growth("hostile", "clients that never read", &server, before_kib);
    expect_all_well();
}

TEST(a_megabyte_of_steps_keeps_no_answer_from_others)
{
    char steps[16384];
    long before_kib = process_resident_kib(&server);
    size_t sent = 0;

    memset(steps, 'n', sizeof steps);
    client_enter(&crowd[0], CLIENT_XTERM, server.port, "hasty");
    client_pump(&crowd[0], 100);
    /* Sends as much as the server takes, a megabyte at most. */
    for (int i = 0; i < PUSHES && sent < MEGABYTE; i++) {
        sent += client_send_some(&crowd[0], steps, sizeof steps);
        client_pump(&crowd[0], 1);
        client_pump(&bystander, 0);
    }
    expect_unnoticed("a megabyte of n");
    ck_assert_msg(!crowd[0].is_closed || sent > 0, "the hasty one was closed at once");
    figure_print_growth("hostile", "a megabyte of steps", &server, before_kib);
    expect_all_well();
}

TEST(a_megabyte_before_the_login_keeps_no_answer_from_others)
{
    char noise[16384];
    size_t sent = 0;

    memset(noise, 'n', sizeof noise);
    client_open(&crowd[0], CLIENT_MUTE, server.port);
    for (int i = 0; i < PUSHES && sent < MEGABYTE && !crowd[0].is_closed; i++) {
        sent += client_send_some(&crowd[0], noise, sizeof noise);
        client_pump(&crowd[0], 1);
    }
    expect_unnoticed("a line of a megabyte");
    expect_all_well();
}

TEST(noise_and_telnet_tricks_are_survived)
{
    static const struct {
        const char *bytes;
        size_t length;
    } tricks[] = {
        {"\xff", 1},
        {"\xff\xfa\x1f", 3},
        {"\xff\xfa\x1f\x00\x50\xff\xf0", 7},
        {"\xff\xfa\x1f\x00\x50\x00\x18\x00\x00\xff\xf0", 11},
        {"\xff\xfa\x18\x00\xff\xf0", 6},
        {"\xff\xfa\x56\xff\xf0junk", 9},
        {"\xff\xfa\x57\xff\xf0junk", 9},
        {"\xff\xfd\x56\xff\xfb\x56", 6},
        {"\xff\xfa\x27\x00\x01\xff\xf0", 7},
        {"\xff\xfa\xff\xf0", 4},
        {"\xff\xfa\xf0\xff\xff\xff\xf0", 7},
        {"GET / HTTP/1.0\r\n\r\n", 18},
        {"\x16\x03\x01\x02\x00", 5},
        {"SSH-2.0-x\r\n", 11},
        {"\x00\x00\x00\r\x00\r\n\n\r", 9},
        {"\xc0\x80\xed\xa0\x80\xf8\xff\xff\r\n", 10},
    };

    for (size_t i = 0; i < sizeof tricks / sizeof tricks[0]; i++) {
        struct client *client = &crowd[i % CROWD];
        client_close(client);
        client_open(client, i % 2 == 0 ? CLIENT_XTERM : CLIENT_MUTE, server.port);
        client_send(client, tricks[i].bytes, tricks[i].length);
        client_pump(client, 20);
        client_send(client, tricks[i].bytes, tricks[i].length);
        client_pump(client, 20);
    }
    expect_unnoticed("telnet tricks");
    expect_all_well();
}

TEST(random_bytes_are_survived)
{
    struct rng rng;
    uint8_t bytes[512];

    rng_init(&rng, 77);
    for (int i = 0; i < 60; i++) {
        struct client *client = &crowd[i % CROWD];
        client_close(client);
        client_open(client, CLIENT_MUTE, server.port);
        for (size_t at = 0; at < sizeof bytes; at++)
            bytes[at] =
                (uint8_t)(rng_percent(&rng, 20) ? 255 - rng_below(&rng, 20) : rng_below(&rng, 256));
        client_send(client, bytes, sizeof bytes);
        client_pump(client, 5);
    }
    expect_unnoticed("random bytes");
    expect_all_well();
}

TEST(window_sizes_in_a_row_are_survived)
{
    struct rng rng;

    rng_init(&rng, 78);
    client_enter(&crowd[0], CLIENT_XTERM, server.port, "elastic");
    for (int i = 0; i < 300; i++) {
        client_claim_window(&crowd[0], rng_below(&rng, i % 3 == 0 ? 65536 : 300),
                            rng_below(&rng, i % 5 == 0 ? 65536 : 120));
        client_pump(&crowd[0], 1);
    }
    expect_unnoticed("windows that change all the time");
    client_resize(&crowd[0], 80, 24);
    ck_assert(client_wait_shown(&crowd[0], "Depth 1", ANSWER_MS));
    expect_all_well();
}

TEST(what_a_player_says_is_never_obeyed_by_a_terminal)
{
    client_enter(&crowd[0], CLIENT_XTERM, server.port, "eve");
    client_wait_quiet(&crowd[0], 100, ANSWER_MS);
    client_enter(&crowd[1], CLIENT_LINE, server.port, "mallory");
    client_forget(&bystander);
    client_say_line(&crowd[1], "say a\x1b]0;owned\x07z \x1b[2Jb \xc2\x9b"
                               "31mc \xe2\x80\xae"
                               "d");
    ck_assert_msg(client_wait_shown(&bystander, "Mallory says", ANSWER_MS), "nothing is heard");
    client_wait_quiet(&bystander, 100, ANSWER_MS);
    ck_assert(strstr(bystander.heard, "\x1b]") == NULL);
    ck_assert(strstr(bystander.heard, "\x07") == NULL);
    ck_assert(strstr(bystander.heard, "\xc2\x9b") == NULL);
    ck_assert(strstr(bystander.heard, "\xe2\x80\xae") == NULL);
    expect_all_well();
}

/* True if the question for a name comes, false if the call is turned away. */
static bool is_let_in(struct client *client)
{
    int64_t limit_us = stopwatch_deadline_us(ANSWER_MS);

    while (strstr(client->heard, "Name:") == NULL && !client->is_closed) {
        ck_assert_msg(!stopwatch_is_over(limit_us), "neither let in nor turned away:\n%s",
                      client_tail(client));
        client_pump(client, 10);
    }
    return strstr(client->heard, "Name:") != NULL;
}

static bool calls_and_is_let_in(struct client *client)
{
    client_close(client);
    client_open(client, CLIENT_MUTE, server.port);
    return is_let_in(client);
}

TEST(one_address_gets_so_many_lines_and_no_more)
{
    int64_t limit_us;
    int refused = 0;

    client_close(&bystander);
    ck_assert_int_eq(process_stop(&server), 0);
    process_start(&server, (const char *const[]){"--connections-per-address", "3", NULL});
    for (int i = 0; i < 6; i++)
        refused += !calls_and_is_let_in(&crowd[i]);
    ck_assert_msg(refused == 3, "%d of 6 were refused, not 3", refused);
    client_close(&crowd[0]);
    /* Once the server has noticed. */
    limit_us = stopwatch_deadline_us(ANSWER_MS);
    while (!calls_and_is_let_in(&crowd[5]))
        ck_assert_msg(!stopwatch_is_over(limit_us), "a freed place stays taken");
    ck_assert_int_eq(process_stop(&server), 0);
}

/* The calls wait while the server stands still, so that it takes them all in the same moment. */
TEST(one_address_gets_so_many_new_lines_in_ten_seconds)
{
    int served = 0;

    client_close(&bystander);
    ck_assert_int_eq(process_stop(&server), 0);
    process_start(&server, (const char *const[]){"--new-per-address", "5", NULL});
    process_freeze(&server);
    for (int i = 0; i < CALLS; i++)
        client_open(&crowd[i], CLIENT_MUTE, server.port);
    process_thaw(&server);
    for (int i = 0; i < CALLS; i++)
        served += is_let_in(&crowd[i]);
    ck_assert_msg(served == CALLS_SERVED, "%d of %d calls at once were served, not %d", served,
                  CALLS, CALLS_SERVED);
    ck_assert_int_eq(process_stop(&server), 0);
}

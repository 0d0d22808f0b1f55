/*
 * Crowds of networks, by the PROXY protocol: many addresses of one network hold no more than one
 * address, keep nobody out, and lift no limit; guesses whose answer is not awaited are not free,
 * and none holds up others or a stop; a ban of an IPv4 address holds in every form of it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rows.h"
#include "support/live/client.h"
#include "support/live/console.h"
#include "support/live/light_client.h"
#include "support/live/process.h"
#include "support/live/program.h"
#include "support/live/stopwatch.h"
#include "support/test.h"

enum {
    PROGRAMS = 160,
    PER_ADDRESS = 8,
    MIDDLE = 3 * PER_ADDRESS, /* of a /56 */
    CROWD = 1500,
    CROWD_STEP = 50, /* at the same time */
    PROBES = 20,
    GUESSES = 6,
    ANSWER_MS = 10000,
};

static struct process server;
static struct console console;
static struct program *programs;
static struct program player;

static void set_up(void)
{
    process_init(&server);
    console_init(&console, UNDERCROFTCTL_PATH, &server);
    programs = calloc(PROGRAMS, sizeof *programs);
    ck_assert_ptr_nonnull(programs);
    light_allow_descriptors();
}

static void tear_down(void)
{
    for (int i = 0; i < PROGRAMS; i++)
        program_close(&programs[i]);
    program_close(&player);
    free(programs);
    console_release(&console);
    process_release(&server);
}

/* True if it is asked for a name, false if it is turned away; either is heard. */
static bool is_let_in(struct program *program)
{
    int64_t deadline_us = stopwatch_deadline_us(ANSWER_MS);

    while (strstr(program->heard, "Name:") == NULL && !program->is_closed) {
        ck_assert_msg(!stopwatch_is_over(deadline_us), "nothing is said but: %s", program->heard);
        program_read(program, 10);
    }
    return !program->is_closed;
}

static int count_let_in(int from, int to)
{
    int count = 0;

    for (int i = from; i < to; i++)
        count += is_let_in(&programs[i]);
    return count;
}

/* `player`, just connected, logs in as a new player and hangs up. */
static void enter_as(const char *name)
{
    program_expect(&player, "Name:");
    program_say(&player, name);
    program_say(&player, "\r\n");
    program_expect(&player, "(yes/no)");
    program_say(&player, "yes\r\n");
    program_expect(&player, "Choose a password");
    program_say(&player, "correct horse\r\n");
    program_expect(&player, "Once more");
    program_say(&player, "correct horse\r\n");
    program_expect(&player, "Welcome");
    program_close(&player);
}

static void enter(const char *address, const char *name)
{
    program_open_for(&player, server.port, address);
    enter_as(name);
}

TEST_FIXTURE(set_up, tear_down);

TEST(half_a_56_of_silent_logins_keeps_nobody_out)
{
    char address[64];

    process_start(&server,
                  WORDS("--backup-minutes", "0", "--proxy-from", "127.0.0.1", "--connections-max",
                        "400", "--logins-percent", "25", "--connections-per-address", "8"));
    for (int i = 0; i < PROGRAMS; i++) {
        snprintf(address, sizeof address, "2001:db8:1:%x::1", (unsigned)(i / PER_ADDRESS));
        program_open_for(&programs[i], server.port, address);
    }
    int let_in = count_let_in(0, PROGRAMS);
    ck_assert_msg(let_in == MIDDLE, "%d of one /56 are let in", let_in);
    enter("2001:db8:2::1", "ada");
    enter("192.0.2.1", "brom");
    ck_assert_int_eq(process_stop(&server), 0);
}

/* A hundred places for logins, and fifty networks that hold two each. */
TEST(networks_that_hold_more_make_room_for_one_that_holds_none)
{
    char address[64];
    int cut = 0;

    process_start(&server,
                  WORDS("--backup-minutes", "0", "--proxy-from", "127.0.0.1", "--connections-max",
                        "400", "--logins-percent", "25", "--connections-per-address", "8"));
    for (int i = 0; i < 100; i++) {
        snprintf(address, sizeof address, "2001:db8:%x::1", (unsigned)(i % 50));
        program_open_for(&programs[i], server.port, address);
        ck_assert(is_let_in(&programs[i]));
        program_forget(&programs[i]);
    }
    enter("192.0.2.1", "ada");
    for (int i = 0; i < 100; i++) {
        program_read(&programs[i], 0);
        cut += strstr(programs[i].heard, "your place was needed") != NULL;
    }
    ck_assert_msg(cut == 1, "%d made room", cut);
    ck_assert(console_metric(&console, "undercroft_logins_total{result=\"made_room\"}") == 1);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_crowd_of_networks_lifts_no_limit)
{
    char address[64];

    process_start(&server, WORDS("--backup-minutes", "0", "--proxy-from", "127.0.0.1",
                                 "--connections-per-address", "8", "--new-per-address", "0"));
    for (int i = 0; i < CROWD; i += CROWD_STEP) {
        for (int j = 0; j < CROWD_STEP; j++) {
            snprintf(address, sizeof address, "2001:%x:7::1", (unsigned)(i + j));
            program_open_for(&programs[j], server.port, address);
        }
        ck_assert_int_eq(count_let_in(0, CROWD_STEP), CROWD_STEP);
        for (int j = 0; j < CROWD_STEP; j++)
            program_close(&programs[j]);
    }
    for (int i = 0; i < PROBES; i++)
        program_open_for(&programs[i], server.port, "192.0.2.1");
    int let_in = count_let_in(0, PROBES);
    ck_assert_msg(let_in == PER_ADDRESS, "%d of one address are let in", let_in);
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_guess_that_hangs_up_counts_as_wrong)
{
    static const char wrong[] = "undercroft_logins_total{result=\"wrong_password\"}";

    process_start(&server, WORDS("--backup-minutes", "0", "--password-cost", "3:65536",
                                 "--failures-per-address", "0", "--failures-per-name", "0"));
    program_open(&player, server.port);
    enter_as("ada");
    for (int i = 0; i < GUESSES; i++) {
        program_open(&programs[i], server.port);
        program_expect(&programs[i], "Name:");
        program_say(&programs[i], "ada\r\n");
        program_expect(&programs[i], "Password:");
    }
    for (int i = 0; i < GUESSES; i++) {
        program_say(&programs[i], "a wrong guess\r\n");
        program_close(&programs[i]);
    }
    int64_t deadline_us = stopwatch_deadline_us(ANSWER_MS);
    while (console_metric(&console, wrong) < GUESSES)
        ck_assert_msg(!stopwatch_is_over(deadline_us), "guesses that hang up are free");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_banned_ipv4_address_is_banned_in_every_form)
{
    static const char *const forms[] = {"9.9.9.9", "::ffff:9.9.9.9", "64:ff9b::9.9.9.9",
                                        "2002:909:909::1", "::9.9.9.9"};

    process_start(&server, WORDS("--backup-minutes", "0", "--proxy-from", "127.0.0.1"));
    program_open_for(&player, server.port, "64:ff9b::9.9.9.9");
    program_expect(&player, "Name:");
    console_expect(&console, WORDS("ban", "9.9.9.9", "for", "good"), 0, "Done.");
    program_expect(&player, "Your address is banned for good.");
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        program_open_for(&programs[i], server.port, forms[i]);
        program_expect(&programs[i], "Your address is banned for good.");
        program_expect_closed(&programs[i]);
    }
    program_open_for(&programs[5], server.port, "64:ff9b::9.9.9.8");
    program_expect(&programs[5], "Name:");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_network_makes_so_many_players_in_an_hour)
{
    process_start(&server, WORDS("--backup-minutes", "0", "--proxy-from", "127.0.0.1",
                                 "--new-per-address", "100", "--new-players-per-address", "2"));
    enter("192.0.2.1", "ada");
    enter("192.0.2.1", "brom");
    program_open_for(&player, server.port, "192.0.2.1");
    program_expect(&player, "Name:");
    program_say(&player, "cyd\r\n");
    program_expect(&player, "Too many new players from your network. Please try again in ");
    program_expect(&player, " minutes.");
    program_expect(&player, "Name:");
    program_say(&player, "ada\r\n");
    program_expect(&player, "Password:");
    program_close(&player);
    enter("192.0.2.2", "cyd");
    console_expect(&console, WORDS("set", "new-players-per-address", "0"), 0, "now");
    enter("192.0.2.1", "dora");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_stored_hash_that_costs_too_much_holds_nobody_up)
{
    process_start(&server, WORDS("--backup-minutes", "0"));
    program_open(&player, server.port);
    enter_as("ada");
    ck_assert_int_eq(process_stop(&server), 0);
    rows_change(&server, "UPDATE account SET password_hash ="
                         " replace(password_hash, ',t=1,', ',t=4000000000,');"
                         "UPDATE account SET checksum = row_checksum('account', id, name, skeleton,"
                         " password_hash, mode, role, created_at, last_seen_at)");
    rows_seal(&server);
    process_start(&server, WORDS("--backup-minutes", "0"));
    for (int i = 0; i < 3; i++) {
        program_open(&programs[i], server.port);
        program_expect(&programs[i], "Name:");
        program_say(&programs[i], "ada\r\n");
        program_expect(&programs[i], "record cannot be read. Please tell the operator.");
    }
    program_open(&player, server.port);
    enter_as("brom");
    ck_assert_int_eq(process_stop(&server), 0);
}

TEST(a_stop_leaves_workers_to_their_hashing)
{
    process_start(&server, WORDS("--backup-minutes", "0", "--password-cost", "10:262144",
                                 "--failures-per-address", "0"));
    for (int i = 0; i < 2; i++) {
        program_open(&programs[i], server.port);
        program_expect(&programs[i], "Name:");
        program_say(&programs[i], "\xff\xfd\xc9" PROGRAM_MESSAGE(
                                      "Char.Login.Credentials "
                                      "{\"account\":\"nobody\",\"password\":\"12345678\"}"));
    }
    console_expect(&console, WORDS("ping"), 0, "pong"); /* all of that is read */
    ck_assert_int_eq(process_stop(&server), 0);
    process_expect_said(&server, "err", "stop.unfinished");
}
